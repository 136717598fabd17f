/* body_make.c: bodies of rows, with all of their colliders, either all or nothing. */
#include "bodies.h"

#include "shape_class.h"

static carom_status reserve(carom_world *world, const carom__body_row *row,
                            const carom__collider_row *colliders, size_t count) {
  carom_status status = carom__bodies_reserve(world, world->bodies.flags.count + 1);
  if (!status) status = carom__velocity_reserve(world, &row->velocity);
  if (!status) status = carom__colliders_reserve(world, world->colliders.gates.count + count);
  if (!status) status = carom__idpool_reserve(&world->colliders.ids, &world->allocator, count);
  for (size_t i = 0; i < count && !status; i++) status = carom__collider_reserve(world, &colliders[i]);
  return status;
}

static void add_collider(carom_world *world, uint32_t body, size_t at, const carom__collider_row *given) {
  carom__collider_row row = *given;
  uint64_t id = 0;
  carom__idpool_acquire(&world->colliders.ids, &world->allocator, &id);
  const uint32_t slot = carom__id_index(id);
  carom__colliders_extend(world, (size_t)slot + 1);
  row.body = body;
  carom__shape_retain(&row.shape);
  carom__body_list_insert(world, body, at, slot);
  carom__collider_put(world, slot, &row);
  world->reshaped = world->reshaped || row.flags & CAROM__COLLIDER_RESHAPED;
  carom__journal_collider(world, CAROM__COLLIDER_BORN, slot, 0);
  world->counts.colliders++;
}

/* Nothing of what is touched has been told to the journal, so that the slot is as it was. */
static void unmake(carom_world *world, uint32_t slot) {
  carom__body_list_free(world, slot);
  bits_clear(&world->bodies.moving, slot);
  carom__idpool_unacquire(&world->bodies.ids, slot);
}

carom_status carom__body_make(carom_world *world, const carom__body_row *row,
                              const carom__collider_row *colliders, size_t count, carom_body *out) {
  carom_status status = reserve(world, row, colliders, count);
  if (!status) status = carom__idpool_acquire(&world->bodies.ids, &world->allocator, &out->bits);
  if (status) return status;
  const uint32_t slot = carom__id_index(out->bits);
  carom__bodies_extend(world, (size_t)slot + 1);
  world->bodies.flags.data[slot] = 0;
  world->bodies.proxies.data[slot].box = (carom_aabb){{0, 0, 0}, {0, 0, 0}};
  carom__body_put(world, slot, row);
  status = carom__body_list_reserve(world, slot, count);
  if (status) {
    unmake(world, slot);
    return status;
  }
  ++*carom__kind_count(world, slot);
  carom__journal_body(world, CAROM__BODY_BORN, slot, 0);
  for (size_t i = 0; i < count; i++) add_collider(world, slot, i, &colliders[i]);
  return CAROM_OK;
}
