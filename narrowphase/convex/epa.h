/* epa.h: how deep two convex cores overlap (the expanding polytope algorithm: van den Bergen, 2001).
 *
 * The main file of the room convex, which finds the distance (gjk.h) and the depth of any two cores. EPA
 * leaves full polytopes to Gauss maps (gauss_map.c) and curved cores to Newton's method (curved.h), or to
 * closed forms (frustum_triangle.h). The rooms manifold, boxes, pairs, cast and calls use it. */
#ifndef CAROM_NARROWPHASE_EPA_H
#define CAROM_NARROWPHASE_EPA_H

#include "epa_points.h"

/* Finds the least translation that parts two cores, from the simplex that GJK ended with. Cores that only
 * touch and flat cores (two segments that cross) are allowed. The depth is within 8 u of cores->size of the
 * least. For hulls that fill the polytope before that, because their depth is all but the same everywhere,
 * the Gauss maps settle it (gauss_map.c). Of curved cores the depth is proved within 2^-20 of the least half
 * extent, or within 2^-9 of that or of itself when it is all but the same in endlessly many directions, as
 * for cylinders on nearly one axis (curved.h), or 5/4 of that when the polytope is full; moving by it parts
 * the cores all the same. When it is known less well than that CAROM_NOT_CONVERGED is returned, and *out is
 * nothing. */
carom_status carom__epa(const carom__cores *cores, const carom__simplex *start, carom__epa_result *out);

/* Finds the axis of two cores, of which one is curved, without a search: where they meet with a face, a cap
 * or a side, and a point proves it (curved_features.c). Also of cores that are apart. Along an axis by which
 * they are beyond cores->reach, they may be even farther apart, and there may be no points. False of all
 * others: then the normal is one by which a search along cores that are apart should begin, or zero. */
bool carom__core_features(const carom__cores *cores, carom__epa_result *out);

/* The same, and where both overlap and no feature tells: of a frustum and a box in closed form
 * (frustum_box.h), and of two frustums, segments or points by Newton's method, after which a polytope proves
 * that no direction is less deep. Of cores with vertices that are so deep that their middles tell that they
 * overlap, by EPA without GJK. */
bool carom__core_shortcut(const carom__cores *cores, carom__epa_result *out);

/* Is the direction that GJK ended with one along which the cores are apart, by about as much as it says?
 * Where the bound that it proved falls far below its distance, as it does for cores that all but touch, the
 * direction is rounding. */
static inline bool gjk_axis_is_sure(carom_status status, const carom__gjk_result *gjk) {
  return !status && gjk->lower > 0.5 * gjk->distance;
}

/* Finds the axis of two cores from what GJK ended with, however sure that is. CAROM_NOT_CONVERGED when EPA
 * finds none either, or none with a bound that is within 8 u of cores->size of the distance. */
carom_status carom__core_axis(const carom__cores *cores, carom_status status, const carom__gjk_result *gjk,
                              carom__epa_result *out);

#endif
