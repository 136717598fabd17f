/* bounds.h: the second pass: the boxes and trees of bodies that moved or changed.
 *
 * Reads the poses of touched bodies. Writes frames of colliders, bounds of bodies, and trees of those with
 * many colliders. */
#ifndef CAROM_ENGINE_BOUNDS_H
#define CAROM_ENGINE_BOUNDS_H

#include "state.h"

carom_status carom__step_bounds(carom_world *world);

/* Makes the boxes of a body anew, which is where it is for another reason than that it was touched. */
void carom__bounds_refresh(carom_world *world, uint32_t body);

#endif
