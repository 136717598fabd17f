/* candidates.h: the third and fourth pass: from bodies whose boxes overlap to pairs of colliders that may
 * touch. */
#ifndef CAROM_ENGINE_CANDIDATES_H
#define CAROM_ENGINE_CANDIDATES_H

#include "state.h"

carom_status carom__step_broadphase(carom_world *world);
carom_status carom__step_cull(carom_world *world);

#endif
