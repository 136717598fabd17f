/* distance.h: the distance of two shapes, and whether they touch, from where the last search ended. */
#ifndef CAROM_NARROWPHASE_DISTANCE_H
#define CAROM_NARROWPHASE_DISTANCE_H

#include "gjk.h"
#include "narrowphase.h"

/* carom__distance, from what the cache holds (gjk.h), which is then overwritten. */
carom_status carom__distance_warm(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a,
                                  carom__gjk_cache *cache, carom__separation *out);

/* Tells whether A and B touch, which is when carom__collide finds a point, but mostly without the manifold:
 * CAROM_OK or CAROM_NOT_CONVERGED. */
carom_status carom__overlap_warm(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a,
                                 carom__gjk_cache *cache, bool *out);

#endif
