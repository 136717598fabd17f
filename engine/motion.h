/* motion.h: the first pass: velocities move the bodies that have one. */
#ifndef CAROM_ENGINE_MOTION_H
#define CAROM_ENGINE_MOTION_H

#include "state.h"

/* What motion did, to be undone when a later pass fails. */
typedef struct carom__moved carom__moved;

carom_status carom__step_motion(carom_world *world, float dt, carom__moved **moved);
void carom__motion_undo(carom_world *world, const carom__moved *moved); /* NULL: nothing was moved */

#endif
