/* carom/minkowski.h: separation, Minkowski difference and common part of two convex polygons given as arrays
 * of corners.
 *
 * No world, shape or memory is needed. A polygon is a ring (rings.h) of three or more corners,
 * counter-clockwise, with a left turn at each corner and once around. Other rings are refused:
 * CAROM_TOO_FEW_POINTS, CAROM_NOT_FINITE, CAROM_OUT_OF_RANGE (a coordinate beyond CAROM_SIZE_MAX),
 * CAROM_LIMIT (more corners than CAROM_RINGS_POINTS_MAX), CAROM_NOT_CONVEX. The test for convexity has no
 * rounding. carom_rings_cut cuts a polygon that is not convex into convex pieces. A NULL pointer gives
 * CAROM_NULL_ARGUMENT. All functions are pure, and any thread may call them. Their time grows with the number
 * of corners of both polygons, and that of carom_polygons_clip with the product of both numbers. */
#ifndef CAROM_MINKOWSKI_H
#define CAROM_MINKOWSKI_H

#include "rings.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The signed separation of two polygons along the edge normal on which they are farthest apart or overlap
 * least. */
typedef struct carom_polygons_gap {
  /* > 0: the gap along the normal, at most their distance; < 0: minus the depth */
  float separation;
  carom_vec2 normal; /* unit, from A to B */
  /* the normal is that of an edge of B, otherwise of A. Of equal separations A's edge comes first. */
  bool of_b;
  uint32_t edge; /* the corner at which that edge begins */
  /* the corner of the other polygon that is nearest to the edge, or deepest behind it */
  uint32_t corner;
} carom_polygons_gap;

/* Finds the axis of least overlap or greatest gap of two polygons, by the separating axis theorem and in
 * double. They overlap or touch when the separation is not positive. Moving B along the normal by minus the
 * separation (the minimum translation) is then the least translation that separates them. (Gottschalk, Lin
 * and Manocha, 1996; Ericson, 2005, 5.2.1.) */
CAROM_API carom_status carom_polygons_separation(const carom_ring *a, const carom_ring *b,
                                                 carom_polygons_gap *out);

/* Finds the corners of the Minkowski difference of two polygons, which is the set of all points a - b with a
 * in A and b in B. It is a convex polygon that contains the origin exactly when A and B have a point in
 * common. out[i] names the corners of A and B whose difference is corner i. The corners are
 * counter-clockwise, starting with the lowest one, and with the leftmost of several lowest ones. Writes the
 * first `capacity` of them to out (NULL when capacity is 0). Writes the number of all, at most a->count +
 * b->count, to *count. Edges are merged in the order of their directions without rounding, and parallel edges
 * give one edge. (de Berg et al., Computational Geometry, 2008, 13.3.) */
CAROM_API carom_status carom_minkowski_difference(const carom_ring *a, const carom_ring *b,
                                                  carom_index_pair *out, size_t capacity, size_t *count);

/* Clips one polygon by another: finds the corners of what both have in common, counter-clockwise. Writes the
 * first `capacity` of them to out (NULL when capacity is 0). Writes the number of all to *count: 0 when they
 * have no area in common, as where they only touch, otherwise 3 to a->count + b->count. Which corners are
 * inside is decided without rounding. A corner of A or B is copied, and one where two edges cross is rounded
 * to float once. Corners next to each other that rounding makes equal are one, so a part that is narrower
 * than a float tells may be missing. (Sutherland and Hodgman, 1974, edge by edge, so that it needs no
 * memory.) */
CAROM_API carom_status carom_polygons_clip(const carom_ring *a, const carom_ring *b, carom_vec2 *out,
                                           size_t capacity, size_t *count);

#ifdef __cplusplus
}
#endif

#endif
