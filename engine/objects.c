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
  world->bodies.frames.data[slot] = pose_to_frame(pose);
  carom__body_touch(world, slot, CAROM__BODY_BOUNDS_STALE);
}

uint32_t carom__collider_peek(const carom_world *world, carom_collider collider) {
  return world ? carom__idpool_find(&world->colliders.ids, collider.bits) : CAROM__NO_INDEX;
}

uint32_t carom__collider_find(const carom_world *world, carom_collider collider) {
  uint32_t slot = carom__collider_peek(world, collider);
  if (slot == CAROM__NO_INDEX || world->colliders.flags.data[slot] & CAROM__COLLIDER_DYING)
    return CAROM__NO_INDEX;
  return slot;
}

carom_contact_side carom__collider_side(const carom_world *world, uint32_t slot) {
  const carom__collider_rest *rest = &world->colliders.rest.data[slot];
  uint32_t body = world->colliders.bodies.data[slot];
  return (carom_contact_side){.body = {carom__idpool_at(&world->bodies.ids, body)},
                              .collider = {carom__idpool_at(&world->colliders.ids, slot)},
                              .body_user = world->bodies.rest.data[body].user,
                              .collider_user = rest->user,
                              .category = rest->filter.category};
}

void carom__collider_touch(carom_world *world, uint32_t slot) {
  carom__body_touch(world, world->colliders.bodies.data[slot],
                    CAROM__BODY_BOUNDS_STALE | CAROM__BODY_TREE_STALE);
}
