/* graveyard.c: destroying bodies and colliders, in two steps. */
#include "bodies.h"

#include "shape_class.h"

void carom__body_kill(carom_world *world, uint32_t slot) {
  uint32_t *flags = &world->bodies.flags.data[slot];
  if (*flags & CAROM__BODY_DYING) return;
  carom__journal_body(world, CAROM__BODY_KILLED, slot, 0);
  carom__slots_view colliders = carom__body_colliders(world, slot);
  uint32_t collider;
  for (size_t at = 0; slots_next(&colliders, &at, &collider);)
    world->colliders.gates.data[collider].flags |= CAROM__COLLIDER_DYING;
  *flags |= CAROM__BODY_DYING;
  bits_clear(&world->bodies.moving, slot);
  carom__body_touch(world, slot);
  world->deaths = true;
  carom__array_push(&world->dead_bodies, slot);
  --*carom__kind_count(world, slot);
  world->counts.colliders -= (uint32_t)carom__body_collider_count(world, slot);
}

void carom__collider_kill(carom_world *world, uint32_t slot) {
  carom__gate *gate = &world->colliders.gates.data[slot];
  size_t at = carom__body_list_remove(world, gate->body, slot);
  carom__journal_collider(world, CAROM__COLLIDER_KILLED, slot, at);
  gate->flags |= CAROM__COLLIDER_DYING;
  carom__collider_touch(world, slot);
  world->deaths = true;
  carom__array_push(&world->dead_colliders, slot);
  world->counts.colliders--;
}

/* `at`: where it is among the dead; CAROM__NO_INDEX when its body is. */
static void bury_collider(carom_world *world, uint32_t slot, size_t at) {
  carom__journal_collider(world, CAROM__COLLIDER_BURIED, slot, at);
  carom__collider_drop_shape(world, slot);
  carom__idpool_release(&world->colliders.ids, carom__idpool_at(&world->colliders.ids, slot));
}

static void bury_body(carom_world *world, uint32_t slot, size_t at) {
  carom__slots_view colliders = carom__body_colliders(world, slot);
  uint32_t collider;
  for (size_t i = 0; slots_next(&colliders, &i, &collider);) bury_collider(world, collider, CAROM__NO_INDEX);
  carom__journal_body(world, CAROM__BODY_BURIED, slot, at);
  carom__body_list_free(world, slot);
  carom__idpool_release(&world->bodies.ids, carom__idpool_at(&world->bodies.ids, slot));
}

void carom__bury(carom_world *world) {
  for (size_t i = 0; i < world->dead_colliders.count; i++)
    bury_collider(world, world->dead_colliders.data[i], i);
  world->dead_colliders.count = 0;
  for (size_t i = 0; i < world->dead_bodies.count; i++) bury_body(world, world->dead_bodies.data[i], i);
  world->dead_bodies.count = 0;
}
