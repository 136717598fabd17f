/* carom/hull.h: convex hulls, built from points or from planes.
 *
 * A hull is an asset: immutable once built, counted, and shared by any number of colliders, worlds and
 * threads. A collider keeps the hull it uses, so the game may release its own count at once. */
#ifndef CAROM_HULL_H
#define CAROM_HULL_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct carom_hull carom_hull;

/* A hull has at most this many vertices (LIMIT beyond); input may have any number of points. */
#define CAROM_HULL_VERTICES_MAX 16384

/* Builds the convex hull of count points (stride bytes apart, each three floats; stride 0 means packed, 12).
 * Faces whose vertices are coplanar within 4e-6 of the hull's size are merged into one as far as their union
 * is convex. Points within the hull of the others vanish, and those beyond it by less than 1e-6 of the size,
 * or by less than 4e-6 where faces are merged; no vertex moves. The solid differs nowhere by more than 4e-6
 * of its size from the hull of all points, however thin it is: neither for what goes by its vertices
 * (contacts, distances, casts) nor for rays, which go by planes and may be off by 2^-20 of the largest
 * coordinate more. NULL allocator: malloc. CAROM_TOO_FEW_POINTS below four, CAROM_FLAT when the points bound
 * no volume (thinner than 4e-6 of their size), CAROM_BAD_SIZE when the largest extent is out of range,
 * CAROM_OUT_OF_RANGE for a coordinate beyond CAROM_SIZE_MAX or a stride below 12, CAROM_LIMIT for too many
 * vertices, CAROM_NOT_FINITE, CAROM_OUT_OF_MEMORY. The caller owns one count of *out. (Quickhull: Barber,
 * Dobkin and Huhdanpaa, 1996, with exact predicates on a grid of 2^-28 of the size.) */
CAROM_API carom_status carom_hull_from_points(const carom_allocator *allocator, const float *points,
                                              size_t count, size_t stride, carom_hull **out);

/* Builds the solid that count half spaces have in common, e.g. a level's brush. Redundant planes are dropped;
 * normals need not be exactly unit (they are normalised, and the offsets with them). Vertices are computed in
 * double precision and rounded; vertices and faces are merged as above, within the rounding of the largest
 * coordinate (2^-22 of it) more. CAROM_TOO_FEW_POINTS below four planes, CAROM_EMPTY without common interior
 * near the origin, CAROM_UNBOUNDED when the solid is not finite (or larger than CAROM_SIZE_MAX), CAROM_FLAT,
 * CAROM_BAD_SIZE when it is too small, CAROM_OUT_OF_RANGE when it reaches beyond CAROM_SIZE_MAX,
 * CAROM_NOT_UNIT for a zero normal, CAROM_NOT_FINITE, CAROM_LIMIT, CAROM_OUT_OF_MEMORY. For the best accuracy
 * give planes near the origin and place the hull by its collider's pose. */
CAROM_API carom_status carom_hull_from_planes(const carom_allocator *allocator, const carom_plane *planes,
                                              size_t count, carom_hull **out);

/* Adds a count and returns the hull; NULL is allowed and returned. May be called from any thread. */
CAROM_API const carom_hull *carom_hull_retain(const carom_hull *hull);

/* Takes a count back and frees the hull with the last one; NULL does nothing. May be called from any thread.
 */
CAROM_API void carom_hull_release(const carom_hull *hull);

/* What a hull consists of. The arrays belong to the hull and live as long as it. */
typedef struct carom_hull_view {
  const carom_vec3 *vertices;
  uint32_t vertex_count;
  const carom_plane *planes; /* one a face, outward, no vertex beyond by more than 4e-6 of the size; at sharp
                                edges and tips their solid reaches beyond the hull, but rays do not see it */
  const uint32_t *face_starts; /* face_count + 1 entries: where face f's loop starts in loops */
  const uint32_t *loops;       /* vertex indices, counter-clockwise seen from outside */
  uint32_t face_count;
  uint32_t edge_count;
  carom_vec3 centroid; /* of the volume */
  float volume;
  carom_aabb bounds;
} carom_hull_view;

/* Describes a hull; CAROM_NULL_ARGUMENT when either is NULL. */
CAROM_API carom_status carom_hull_describe(const carom_hull *hull, carom_hull_view *out);

#ifdef __cplusplus
}
#endif

#endif
