/* body_pairs.h: the third pass: pairs of bodies whose AABBs overlap, when one of them was touched. */
#ifndef CAROM_ENGINE_BODY_PAIRS_H
#define CAROM_ENGINE_BODY_PAIRS_H

#include "state.h"

carom_status carom__step_broadphase(carom_world *world);

#endif
