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

void carom__body_touch(carom_world *world, uint32_t slot) {
  bits_set(&world->bodies.touched, slot);
  if (world->bodies.flags.data[slot] & CAROM__BODY_STATIC) world->still_stale = true;
}

void carom__bodies_touch(carom_world *world) {
  for (uint32_t slot = 0; slot < carom__idpool_slots(&world->bodies.ids); slot++)
    if (carom__idpool_at(&world->bodies.ids, slot)) carom__body_touch(world, slot);
}

void carom__body_place(carom_world *world, uint32_t slot, const carom_pose *pose) {
  carom_pose *own = &world->bodies.poses.data[slot];
  if (pose_is_same(own, pose)) return;
  *own = *pose;
  world->bodies.flags.data[slot] |= CAROM__BODY_POSE_SET;
  carom__body_touch(world, slot);
}

carom_frame carom__collider_frame(const carom_world *world, uint32_t slot) {
  uint32_t body = world->colliders.gates.data[slot].body;
  if (!bits_test(&world->bodies.touched, body)) return world->colliders.frames.data[slot];
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
  world->bodies.velocities.data[slot] = *velocity;
  if (vec3_norm1(velocity->linear) > 0 || vec3_norm1(velocity->angular) > 0)
    bits_set(&world->bodies.moving, slot);
  else
    bits_clear(&world->bodies.moving, slot);
  carom__body_touch(world, slot);
}

void carom__collider_touch(carom_world *world, uint32_t slot) {
  uint32_t body = world->colliders.gates.data[slot].body;
  world->bodies.flags.data[body] |= CAROM__BODY_TREE_STALE;
  carom__body_touch(world, body);
}
