/* bodies.h: what the files that create, move and destroy bodies and colliders do for each other. */
#ifndef CAROM_ENGINE_BODIES_H
#define CAROM_ENGINE_BODIES_H

#include "journal.h"
#include "objects.h"

/* As carom_collider_create_many, for the public function that is to be named when it is refused. */
carom_status carom__collider_create_many(carom_world *world, carom_body body, const carom_collider_def *defs,
                                         size_t count, carom_collider *out, const char *function);

/* May a body have these velocities? The status that refuses them otherwise. */
carom_status carom__velocities_check(const carom_world *world, bool is_static,
                                     const carom__velocity *velocity);

/* Makes a body of its row, and colliders of theirs, whose bodies are left out. All of it was checked. A
 * failure leaves the world as it was. */
carom_status carom__body_make(carom_world *world, const carom__body_row *row,
                              const carom__collider_row *colliders, size_t count, carom_body *out);

/* Gives a body velocities and tells whether they are others than its own, so that it must be marked. Threads
 * may do it at once, each for bodies of its own words of the sets. */
static inline bool carom__body_drive(carom_world *world, uint32_t slot, const carom__velocity *velocity) {
  const carom__velocity own = carom__body_velocity(world, slot);
  if (vec3_norm1(vec3_sub(velocity->linear, own.linear)) == 0 &&
      vec3_norm1(vec3_sub(velocity->angular, own.angular)) == 0)
    return false;
  carom__body_keep_velocity(world, slot, velocity);
  return true;
}

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

/* --- The end: what is destroyed is marked, so that no pass finds it, and released later --- */

/* Marks a body and its colliders as dying; one that is dying stays so. */
void carom__body_kill(carom_world *world, uint32_t slot);
/* Takes a living collider off its body and marks it as dying. */
void carom__collider_kill(carom_world *world, uint32_t slot);
/* Releases what died, after the ENDs of its contacts were delivered. */
void carom__bury(carom_world *world);

#endif
