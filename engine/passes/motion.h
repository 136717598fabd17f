/* motion.h: the first pass: moves the bodies that have a velocity.
 *
 * Reads velocities. Writes poses, marks of touched bodies, and step.moved: where the bodies were. */
#ifndef CAROM_ENGINE_MOTION_H
#define CAROM_ENGINE_MOTION_H

#include "state.h"

typedef struct carom__moved_body {
  carom_pose before;
  uint32_t slot;
} carom__moved_body;

/* What motion did, to be undone when a later pass fails. */
typedef struct carom__moved {
  float dt;
  uint32_t flags;            /* of all that moved, together */
  const uint64_t *touched;   /* the words of what was touched before */
  const carom__bits *moving; /* the slots of the bodies ... */
  uint32_t *first;           /* ... and of each word of these the index of the first, in ... */
  size_t count;
  carom__moved_body bodies[]; /* ... ascending by slot */
} carom__moved;

carom_status carom__step_motion(carom_world *world, float dt);
void carom__motion_undo(carom_world *world);

/* Where a body was before motion moved it; NULL when it did not. */
const carom_pose *carom__moved_from(const carom__moved *moved, uint32_t slot);

/* The rotation that a constant angular velocity leads to. */
carom_quat carom__motion_turn(carom_quat rotation, carom_vec3 angular, float dt);

#endif
