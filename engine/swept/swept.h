/* swept.h: the fourth pass: what swept bodies meet on their way (carom/swept.h). */
#ifndef CAROM_ENGINE_SWEPT_H
#define CAROM_ENGINE_SWEPT_H

#include "motion.h"

/* Has the boxes of swept bodies cover their way, so that the broad phase finds what they may meet. *tight
 * gets what the boxes of all that moved were; it stays NULL when nothing is swept. */
carom_status carom__swept_widen(carom_world *world, const carom__moved *moved, carom_aabb **tight);
/* Gives them back: a body that rests from now on has the box of where it is. */
void carom__swept_narrow(carom_world *world, const carom__moved *moved, const carom_aabb *tight);

/* Finds the hits of the step, in the order of their colliders' slots, and puts bodies that stop where they
 * do: what follows finds the contacts of where they are. */
carom_status carom__step_swept(carom_world *world, const carom__moved *moved);

#endif
