/* distance.h: the distance of two shapes, or the depth, and whether they touch, from where the last search
 * ended; the distance to a point. */
#ifndef CAROM_NARROWPHASE_DISTANCE_H
#define CAROM_NARROWPHASE_DISTANCE_H

#include "gjk.h"
#include "narrowphase.h"
#include "pair_cache.h"

/* Computes how far B is from A, from where the last search ended that the memory holds (gjk.h), which may
 * then be overwritten: CAROM_OK or CAROM_NOT_CONVERGED. The answer agrees with `touch` or, where that is
 * unknown, with carom__collide. */
typedef carom_status carom__distance_fn(const carom_shape *a, const carom_shape *b,
                                        const carom__relative *b_in_a, carom__touch_state touch,
                                        carom__simplex_cache *memory, carom__separation *out);

carom__distance_fn carom__distance_warm;        /* 0 when they touch, and the rest zero */
carom__distance_fn carom__signed_distance_warm; /* with the depth, negative, when they touch */

/* The distance of shapes that are known not to touch, or, beyond a margin, one that is greater than that. A
 * search begins along a direction, if that is not zero. */
carom_status carom__distance_within(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a,
                                    carom_vec3 along, float margin, carom__separation *out);

/* The signed distance where it needs no search (carom__core_shortcut, or carom__core_features of what is
 * known to be apart), or infinity beyond the reach of the cores; false of all others: then out->normal is one
 * by which a search should begin, or zero. */
bool carom__distance_of_features(const carom__cores *cores, bool may_overlap, carom__separation *out);

/* The signed distance by what GJK ended with, or EPA where that is no axis (epa.h), of cores of which no
 * point proves it. */
carom_status carom__distance_measure(const carom__cores *cores, carom_status status,
                                     const carom__gjk_result *gjk, carom__separation *out);

/* Tells whether A and B, which are of space, touch, which is when carom__collide finds a point, but mostly
 * without the manifold. */
carom_status carom__overlap_warm(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a,
                                 carom__simplex_cache *memory, bool *out);

/* Returns which point of a manifold is the deepest, of equals the first; there are points. */
static inline uint32_t manifold_deepest(const carom__manifold *manifold) {
  uint32_t best = 0;
  for (uint32_t i = 1; i < manifold->count; i++)
    if (manifold->points[i].separation < manifold->points[best].separation) best = i;
  return best;
}

/* Finds how far a shape is from a point of the world: CAROM_OK or CAROM_NOT_CONVERGED, which leaves *out
 * alone. */
carom_status carom__distance_to_point(const carom_shape *shape, const carom_frame *frame, carom_pos point,
                                      carom_point_distance *out);

/* Fills *out from the cache; false when what it holds is of no use any more, then a new manifold must be
 * computed. The answer to whether the shapes touch is exact. */
bool carom__reuse(carom__pair_cache *cache, const carom_shape *a, const carom_shape *b,
                  const carom__relative *b_in_a, carom__manifold *out);

/* Remembers a manifold that was computed for this pose. */
void carom__remember(carom__pair_cache *cache, const carom_shape *a, const carom_shape *b,
                     const carom__relative *b_in_a, const carom__manifold *found);

#endif
