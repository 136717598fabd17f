/* gjk.h: the distance of two convex cores (Gilbert, Johnson and Keerthi, 1988). */
#ifndef CAROM_NARROWPHASE_GJK_H
#define CAROM_NARROWPHASE_GJK_H

#include "pair_cache.h"
#include "simplex.h"

typedef struct carom__gjk_result {
  double distance; /* of the cores, without radii; 0 when they overlap: then no normal */
  double
      lower; /* how far they are apart along the normal, but for touch / 2 of rounding; 0: not known to be */
  carom__dvec3 normal;           /* unit, from A to B */
  carom__dvec3 point_a, point_b; /* the nearest points of the cores, in A's frame */
  carom__simplex simplex; /* what carries them; four vertices enclose the origin when the cores overlap */
  int iterations;
} carom__gjk_result;

/* Finds how far the cores are apart, within 8 u of cores->size. CAROM_NOT_CONVERGED when the lower bound that
 * the last support point proves is farther below the result than that.
 *
 * When the cores are farther apart than cores->reach the search ends as soon as that is proved: `lower` is
 * above the reach then, `normal` is the direction along which it is so, and the distance is an upper bound.
 */
carom_status carom__gjk(const carom__cores *cores, carom__gjk_result *out);

/* The same from what an earlier search left in the cache, which is then overwritten with the end of this one;
 * its count stays 0 when a core has no vertices, because it is curved, and its normal when there is none. The
 * result keeps the same promise, whatever the cache held, but need not have the same bits. */
carom_status carom__gjk_warm(const carom__cores *cores, carom__simplex_cache *cache, carom__gjk_result *out);

#endif
