/* body_pairs.h: the third pass: pairs of bodies with overlapping AABBs, of which at least one was touched.
 *
 * Reads bounds and marks of touched bodies. Writes step.body_pairs, and puts to rest what is touched no
 * more. */
#ifndef CAROM_ENGINE_BODY_PAIRS_H
#define CAROM_ENGINE_BODY_PAIRS_H

#include "state.h"

carom_status carom__step_broadphase(carom_world *world);

/* Tells of all bodies that are touched that they were put back where they were, which changes nothing of them
 * but makes their boxes anew: none is touched then. */
void carom__bodies_settle(carom_world *world);

#endif
