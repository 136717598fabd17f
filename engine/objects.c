/* objects.c: bodies and colliders by slot. */
#include "objects.h"

uint32_t carom__body_peek(const carom_world *world, carom_body body) {
  return world ? carom__idpool_find(&world->bodies.ids, body.bits) : CAROM__NO_INDEX;
}

uint32_t carom__body_find(const carom_world *world, carom_body body) {
  uint32_t slot = carom__body_peek(world, body);
  if (slot == CAROM__NO_INDEX || world->bodies.flags.data[slot] & CAROM__BODY_DYING) return CAROM__NO_INDEX;
  return slot;
}

void carom__body_touch(carom_world *world, uint32_t slot, uint32_t flags) {
  uint32_t *own = &world->bodies.flags.data[slot];
  *own |= flags;
  if (*own & CAROM__BODY_STATIC) world->still_stale = true;
}

void carom__body_place(carom_world *world, uint32_t slot, const carom_pose *pose) {
  world->bodies.poses.data[slot] = *pose;
  carom__body_touch(world, slot, CAROM__BODY_BOUNDS_STALE);
}

carom_frame carom__collider_frame(const carom_world *world, uint32_t slot) {
  uint32_t body = world->colliders.gates.data[slot].body;
  if (!(world->bodies.flags.data[body] & CAROM__BODY_BOUNDS_STALE)) return world->colliders.frames.data[slot];
  carom_frame frame = carom__body_frame(world, body);
  return carom__frame_on(world, slot, &frame);
}

uint32_t carom__collider_peek(const carom_world *world, carom_collider collider) {
  return world ? carom__idpool_find(&world->colliders.ids, collider.bits) : CAROM__NO_INDEX;
}

uint32_t carom__collider_find(const carom_world *world, carom_collider collider) {
  uint32_t slot = carom__collider_peek(world, collider);
  if (slot == CAROM__NO_INDEX || world->colliders.gates.data[slot].flags & CAROM__COLLIDER_DYING)
    return CAROM__NO_INDEX;
  return slot;
}

void carom__body_set_velocity(carom_world *world, uint32_t slot, const carom__velocity *velocity) {
  uint32_t *flags = &world->bodies.flags.data[slot];
  bool moves = vec3_norm1(velocity->linear) > 0 || vec3_norm1(velocity->angular) > 0;
  world->bodies.velocities.data[slot] = *velocity;
  *flags = moves ? *flags | CAROM__BODY_MOVES : *flags & ~(uint32_t)CAROM__BODY_MOVES;
}

void carom__collider_touch(carom_world *world, uint32_t slot) {
  uint32_t body = world->colliders.gates.data[slot].body;
  const carom__slots *list = &world->bodies.rest.data[body].colliders;
  world->bodies.only.data[body] = list->count == 1 ? list->data[0] : CAROM__NO_INDEX;
  carom__body_touch(world, body, CAROM__BODY_BOUNDS_STALE | CAROM__BODY_TREE_STALE);
}
