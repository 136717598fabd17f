/* placing.h: putting a body where the game says. */
#ifndef CAROM_ENGINE_PLACING_H
#define CAROM_ENGINE_PLACING_H

#include "journal.h"
#include "objects.h"

/* Puts a body where the game says and tells whether it was somewhere else, and so must be marked. Threads may
 * do it at once, but with static ones. */
static inline bool carom__body_place(carom_world *world, uint32_t slot, const carom_pos *position,
                                     const carom_quat *rotation) {
  carom_pose *own = &world->bodies.poses.data[slot];
  if (pos_is_same(&own->position, position) && quat_is_same(&own->rotation, rotation)) return false;
  if (world->bodies.flags.data[slot] & CAROM__BODY_STATIC)
    carom__journal_body(world, CAROM__BODY_SET, slot, 0);
  own->position = *position;
  own->rotation = *rotation;
  world->bodies.flags.data[slot] |= CAROM__BODY_POSE_SET;
  return true;
}

#endif
