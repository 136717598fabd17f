/* cull.h: the fifth pass: finds the pairs of colliders that may touch, from pairs of bodies.
 *
 * A candidate is a pair of colliders as one word (carom__pair_key); ascending words are the canonical order
 * that all later passes keep.
 *
 * Reads body pairs, trees, frames and gates. Writes the candidates, and those that the game's filter has
 * refused.
 *
 * The room holds the passes that lead from velocities to candidates: motion, bounds, body pairs, this one.
 * It uses state. Contacts take the candidates, swept the body pairs, and the step in world runs all of them.
 */
#ifndef CAROM_ENGINE_CULL_H
#define CAROM_ENGINE_CULL_H

#include "state.h"

carom_status carom__step_cull(carom_world *world);

#endif
