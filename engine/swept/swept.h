/* swept.h: the fourth pass: what swept bodies meet on their way (carom/swept.h).
 *
 * Reads body pairs and step.moved. Writes step.swept_pairs, the hits of the step, and the poses, boxes and
 * frames of bodies that stop. */
#ifndef CAROM_ENGINE_SWEPT_H
#define CAROM_ENGINE_SWEPT_H

#include "state.h"

/* Has the boxes of swept bodies cover their way, so that the broad phase finds what they may meet. */
carom_status carom__swept_widen(carom_world *world);
/* Gives them back: a body that rests from now on has the box of where it is. */
void carom__swept_narrow(carom_world *world);

/* Finds the hits of the step, in the order of their colliders' slots, and puts bodies that stop where they
 * do: what follows finds the contacts of where they are. */
carom_status carom__step_swept(carom_world *world);

/* After the narrow phase: joins contacts of the hits that are apart at the end of the step to the fresh ones
 * in world->fresh, and puts hits in the order of their fractions. */
carom_status carom__swept_join(carom_world *world);

#endif
