/* carom/minkowski.h: two convex polygons of the plane, given as arrays of corners: which edge parts them, and
 * their Minkowski difference. No world, shape or memory needed.
 *
 * A polygon is a ring (rings.h) of three or more corners, counter-clockwise, each a turn to the left, once
 * around. Any other is refused: CAROM_TOO_FEW_POINTS, CAROM_NOT_FINITE, CAROM_OUT_OF_RANGE (a coordinate
 * beyond CAROM_SIZE_MAX), CAROM_LIMIT (more corners than CAROM_RINGS_POINTS_MAX), CAROM_NOT_CONVEX; whether
 * it is convex is decided without rounding. Polygons that are not convex are cut into pieces that are by
 * carom_rings_cut. NULL pointers give CAROM_NULL_ARGUMENT. All functions are pure, may be called from any
 * thread, and take a time that grows with the number of corners of both. */
#ifndef CAROM_MINKOWSKI_H
#define CAROM_MINKOWSKI_H

#include "rings.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How two polygons lie along the axis, of all normals of their edges, along which they are farthest apart or
 * overlap least. */
typedef struct carom_polygons_gap {
  float separation;  /* > 0: how far apart along the normal, at most their distance; < 0: minus how deep */
  carom_vec2 normal; /* unit, from A to B */
  bool of_b;         /* it is the normal of an edge of B, else of A; of equal ones A's */
  uint32_t edge;     /* the corner from which that edge leads on */
  uint32_t corner;   /* of the other polygon: the one that is nearest to the edge, or deepest behind it */
} carom_polygons_gap;

/* Finds the axis that parts two polygons, by the separating axis theorem (Gottschalk, Lin and Manocha, 1996;
 * Ericson, 2005, 5.2.1), in double. They overlap or touch when the separation is not positive, and then
 * moving B along the normal by minus the separation, the minimum translation, is the least move that parts
 * them. */
CAROM_API carom_status carom_polygons_separation(const carom_ring *a, const carom_ring *b,
                                                 carom_polygons_gap *out);

/* Finds the corners of the Minkowski difference of two polygons, all points a - b with a in A and b in B: a
 * convex polygon that holds the origin exactly when they have a point in common. out[i] names the corners of
 * A and of B whose difference is its i-th corner, counter-clockwise from the lowest, and of these the
 * leftmost. Writes the first `capacity` of them to out (NULL when capacity is 0) and the number of all, at
 * most a->count + b->count, to *count. Edges are merged in the order of their directions, without rounding:
 * parallel ones make one. (de Berg et al., Computational Geometry, 2008, 13.3.) */
CAROM_API carom_status carom_minkowski_difference(const carom_ring *a, const carom_ring *b,
                                                  carom_index_pair *out, size_t capacity, size_t *count);

#ifdef __cplusplus
}
#endif

#endif
