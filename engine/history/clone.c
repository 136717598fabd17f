/* clone.c: clones a world, by a save that stays in memory and is loaded at once. */
#include "objects.h"
#include "snapshot_fields.h"

static carom_status choose(const carom_world *world, const carom_body *bodies, size_t count,
                           carom__bits *chosen) {
  size_t slots = carom__idpool_slots(&world->bodies.ids);
  carom_status status = carom__bits_reserve(chosen, &world->outer, slots);
  if (status) return status;
  carom__bits_extend(chosen, slots);
  for (size_t i = 0; i < count && !status; i++) {
    uint32_t slot = carom__body_find(world, bodies[i]);
    if (slot == CAROM__NO_INDEX)
      status = CAROM_STALE_ID;
    else
      bits_set(chosen, slot);
  }
  return status;
}

static carom__snapshot saving(const carom_world *world, const carom__bits *chosen, void *buffer,
                              size_t size) {
  return (carom__snapshot){
      .archive = {.out = buffer, .size = size}, .from = world, .chosen = chosen, .shares = true};
}

static carom_status copy(const carom_world *world, const carom_world_def *def, const carom__bits *chosen,
                         carom_world **out) {
  carom__snapshot s = saving(world, chosen, NULL, 0);
  carom_status status = carom__snapshot_save(&s);
  if (status != CAROM_TOO_SMALL) return status;
  size_t size = s.archive.at;
  void *buffer = carom__alloc(&world->outer, size);
  if (!buffer) return CAROM_OUT_OF_MEMORY;
  s = saving(world, chosen, buffer, size);
  status = carom__snapshot_save(&s);
  s = (carom__snapshot){.archive = {.in = buffer, .size = size}, .shares = true};
  if (!status) status = carom__snapshot_load(&s, def, out);
  carom__free(&world->outer, buffer, size);
  return status;
}

/* A contact whose partner was left out will have no END, so that its BEGIN does not count either. */
static void forget_begins(carom_world *clone) {
  carom__body_cold *cold = clone->bodies.cold.data;
  const carom__gate *gates = clone->colliders.gates.data;
  const carom__contacts *contacts = &clone->contacts;
  size_t nearby = 0;
  for (size_t slot = 0; slot < clone->bodies.cold.count; slot++)
    carom__atomic_write(&cold[slot].begins, carom__atomic_read(&cold[slot].ends));
  for (size_t i = 0; i < contacts->list.count; i++) {
    uint64_t key = contacts->keys.data[i];
    nearby += contacts->list.data[i].nearby;
    if (contacts->list.data[i].apart) continue;
    carom__atomic_retain(&cold[gates[key >> 32].body].begins);
    carom__atomic_retain(&cold[gates[(uint32_t)key].body].begins);
  }
  clone->counts.begins = clone->counts.ends + clone->counts.contacts;
  clone->counts.nears = clone->counts.fars + nearby;
}

carom_status carom_world_clone(const carom_world *world, const carom_world_def *def, const carom_body *bodies,
                               size_t count, carom_world **out) {
  if (!world || !out || (count && !bodies)) return CAROM_NULL_ARGUMENT;
  if (carom__world_is_halfway(world)) return CAROM_BUSY;
  if (!bodies) return copy(world, def, NULL, out);
  carom__bits chosen = {{NULL, 0, 0}};
  carom_status status = choose(world, bodies, count, &chosen);
  if (!status) status = copy(world, def, &chosen, out);
  if (!status) forget_begins(*out);
  carom__bits_free(&chosen, &world->outer);
  return status;
}
