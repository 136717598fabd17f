/* carom/hull.h: convex hulls, built from points or from planes.
 *
 * A hull is an asset: immutable once built, reference-counted, and shared by any number of colliders, worlds
 * and threads. A collider keeps the hull that it uses, so the game may release its own count at once. */
#ifndef CAROM_HULL_H
#define CAROM_HULL_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A convex hull. The type is opaque. */
typedef struct carom_hull carom_hull;

/* A hull has at most this many vertices. More give CAROM_LIMIT. The input may have up to 2^31 - 1 points. */
#define CAROM_HULL_VERTICES_MAX 16384

/* Builds the convex hull of count points. Each point is three floats, and the points are stride bytes apart;
 * stride 0 means packed, 12. A NULL allocator uses malloc. The caller owns one count of *out.
 *
 * Faces whose vertices are coplanar within 4e-6 of the hull's size are merged as far as their union is
 * convex. Points within the hull of the others vanish. Points outside it vanish when they are nearer than
 * 1e-6 of the size, or than 4e-6 where faces are merged. No vertex moves. The solid differs nowhere from the
 * hull of all points by more than 4e-6 of its size, however thin it is. This holds for functions that use its
 * vertices (contacts, distances, casts) and for rays. Rays use its planes, and may be off by another 2^-20 of
 * the largest coordinate.
 *
 * Errors: CAROM_TOO_FEW_POINTS below four points, CAROM_FLAT when the points bound no volume (thinner than
 * 4e-6 of their size), CAROM_BAD_SIZE when the largest extent is out of range, CAROM_OUT_OF_RANGE for a
 * coordinate beyond CAROM_SIZE_MAX or a stride below 12, CAROM_LIMIT for too many vertices or 2^31 points,
 * CAROM_NOT_FINITE, CAROM_OUT_OF_MEMORY. (Quickhull: Barber, Dobkin and Huhdanpaa, 1996, with exact
 * predicates on a grid of 2^-28 of the size.) */
CAROM_API carom_status carom_hull_from_points(const carom_allocator *allocator, const float *points,
                                              size_t count, size_t stride, carom_hull **out);

/* Builds a hull of at most `most` of the points: 4 to CAROM_HULL_VERTICES_MAX, otherwise CAROM_OUT_OF_RANGE.
 * It begins with four points that are far apart, and adds the one farthest outside again and again, so it
 * lies within the hull of all points. Writes to *left_out (NULL is allowed) how far the points that it leaves
 * out are outside of it at most, in the units of the points and to within 4e-6 of the size: no part of the
 * hull of all points is farther from it. 0 means that none was left out but those that vanish in any case.
 * With a greater cap it is no more. A refused call leaves *left_out as it is. All else is as for
 * carom_hull_from_points. Beyond that, the time grows with the square of `most`. */
CAROM_API carom_status carom_hull_from_points_capped(const carom_allocator *allocator, const float *points,
                                                     size_t count, size_t stride, uint32_t most,
                                                     float *left_out, carom_hull **out);

/* Builds the intersection of count half spaces, e.g. a brush of a level. A NULL allocator uses malloc. The
 * caller owns one count of *out.
 *
 * Redundant planes are dropped. Normals need not be exactly unit: the call normalises them together with
 * their offsets. It computes vertices in double precision and rounds them. It merges vertices and faces as
 * carom_hull_from_points does, with a further tolerance for the rounding of the largest coordinate (2^-22 of
 * it). For the best accuracy, give planes near the origin and place the hull by its collider's pose.
 *
 * Errors: CAROM_TOO_FEW_POINTS below four planes, CAROM_EMPTY without a common interior near the origin,
 * CAROM_UNBOUNDED when the solid is not finite or larger than CAROM_SIZE_MAX, CAROM_FLAT, CAROM_BAD_SIZE when
 * it is too small, CAROM_OUT_OF_RANGE when it reaches beyond CAROM_SIZE_MAX, CAROM_NOT_UNIT for a zero
 * normal, CAROM_NOT_FINITE, CAROM_LIMIT, CAROM_OUT_OF_MEMORY. */
CAROM_API carom_status carom_hull_from_planes(const carom_allocator *allocator, const carom_plane *planes,
                                              size_t count, carom_hull **out);

/* Adds a count and returns the hull. NULL is allowed and returned. Any thread may call it. */
CAROM_API const carom_hull *carom_hull_retain(const carom_hull *hull);

/* Removes a count, and frees the hull with the last one. NULL does nothing. Any thread may call it. */
CAROM_API void carom_hull_release(const carom_hull *hull);

/* The content of a hull. The arrays belong to the hull and live as long as it. */
typedef struct carom_hull_view {
  const carom_vec3 *vertices; /* the corners */
  uint32_t vertex_count;      /* the number of corners */
  /* one for each face, outward, with no vertex beyond it by more than 4e-6 of the size. At sharp edges and
   * tips the solid of the planes reaches beyond the hull, but rays do not see that part. */
  const carom_plane *planes;
  const uint32_t *face_starts; /* face_count + 1 entries: the start of each face's loop in loops */
  const uint32_t *loops;       /* vertex indices, counter-clockwise seen from outside */
  uint32_t face_count;         /* the number of faces */
  uint32_t edge_count;         /* the number of edges, each between two faces */
  carom_vec3 centroid;         /* of the volume */
  float volume;                /* in cubed units */
  carom_aabb bounds;           /* around all vertices */
} carom_hull_view;

/* Writes the view of a hull. CAROM_NULL_ARGUMENT refuses a NULL pointer. */
CAROM_API carom_status carom_hull_describe(const carom_hull *hull, carom_hull_view *out);

#ifdef __cplusplus
}
#endif

#endif
