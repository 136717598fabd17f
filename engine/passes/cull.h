/* cull.h: the fifth pass: finds the pairs of colliders that may touch, from pairs of bodies.
 *
 * A candidate is a pair of colliders as one word (carom__pair_key); ascending words are the canonical order
 * that all later passes keep. */
#ifndef CAROM_ENGINE_CULL_H
#define CAROM_ENGINE_CULL_H

#include "state.h"

carom_status carom__step_cull(carom_world *world);

#endif
