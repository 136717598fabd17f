/* swept.h: what swept bodies meet on their way (carom/swept.h). */
#ifndef CAROM_ENGINE_SWEPT_H
#define CAROM_ENGINE_SWEPT_H

#include "motion.h"

/* Has the boxes of swept bodies cover their way, so that the broad phase finds what they may meet. */
void carom__swept_widen(carom_world *world, const carom__moved *moved);

/* Finds the hits of the step and joins contacts of those that are apart at its end to the fresh ones, which
 * are in world->previous. */
carom_status carom__step_swept(carom_world *world, const carom__moved *moved);

/* Has the next step look at what was hit anew: contacts of the way may be over though nothing moves. */
void carom__swept_touch(carom_world *world);

/* Put hits in the order of their colliders' slots, or of their fractions. */
carom_status carom__swept_sort_by_key(carom_world *world);
carom_status carom__swept_sort_by_fraction(carom_world *world);
/* Makes contacts of the hits, which are in the order of their slots. */
carom_status carom__swept_join(carom_world *world);

static inline uint64_t swept_hit_key(const carom_swept_hit *hit) {
  return carom__pair_key(carom__id_index(hit->collider_a.bits), carom__id_index(hit->collider_b.bits));
}

#endif
