/* mover_slide.h: the ways of a mover along what it meets. */
#ifndef CAROM_ENGINE_MOVER_SLIDE_H
#define CAROM_ENGINE_MOVER_SLIDE_H

#include "move.h"

/* Moves as a wish says, along what is met and along the walls. A mover that flies walks from where it comes
 * down to ground. */
void carom__move_slide(carom__move *m, carom_vec3 wish);
/* Moves down to ground that is not farther than the snap distance. False: there is none, and it stays. */
bool carom__move_drop(carom__move *m);

#endif
