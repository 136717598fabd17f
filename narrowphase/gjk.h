/* gjk.h: the distance of two convex cores (Gilbert, Johnson and Keerthi, 1988). */
#ifndef CAROM_NARROWPHASE_GJK_H
#define CAROM_NARROWPHASE_GJK_H

#include "simplex.h"

typedef struct carom__gjk_result {
  double distance;               /* of the cores, without radii; 0 when they overlap: then no normal */
  carom__dvec3 normal;           /* unit, from A to B */
  carom__dvec3 point_a, point_b; /* the nearest points of the cores, in A's frame */
  carom__simplex simplex; /* what carries them; four vertices enclose the origin when the cores overlap */
  int iterations;
} carom__gjk_result;

/* Finds how far the cores are apart, within 8 u of cores->size. CAROM_NOT_CONVERGED when the lower bound that
 * the last support point proves is farther below the result than that. */
carom_status carom__gjk(const carom__cores *cores, carom__gjk_result *out);

#endif
