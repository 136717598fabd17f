/* carom/polygon.h: convex polygons of the plane, built from points.
 *
 * A polygon is an asset as a hull is (hull.h): immutable once built, counted, and shared by any number of
 * colliders, worlds and threads. A polygon that is not convex, or has holes, is cut into such first
 * (rings.h). */
#ifndef CAROM_POLYGON_H
#define CAROM_POLYGON_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct carom_polygon carom_polygon;

/* A polygon has at most this many vertices (LIMIT beyond); input may have any number of points. */
#define CAROM_POLYGON_VERTICES_MAX 64

/* Builds the convex hull of count points (stride bytes apart, each two floats; stride 0 means packed, 8).
 * Vertices are some of the points, and none of the others lies outside by more than 2e-6 of the size, which
 * is the larger extent. Points that are nearer than 1e-6 of it to the polygon of the others may vanish. NULL
 * allocator: malloc. CAROM_TOO_FEW_POINTS below three, CAROM_FLAT when the points bound no area (thinner than
 * 1e-6 of their size), CAROM_BAD_SIZE when the size is out of range, CAROM_OUT_OF_RANGE for a coordinate
 * beyond CAROM_SIZE_MAX or a stride below 8, CAROM_LIMIT for too many vertices, CAROM_NOT_FINITE,
 * CAROM_OUT_OF_MEMORY. Time grows with the number of points times that of vertices. The caller owns one count
 * of *out. (The farthest point beyond an edge is added until there is none, as by Eddy, 1977.) */
CAROM_API carom_status carom_polygon_from_points(const carom_allocator *allocator, const float *points,
                                                 size_t count, size_t stride, carom_polygon **out);

/* Adds a count and returns the polygon; NULL is allowed and returned. May be called from any thread. */
CAROM_API const carom_polygon *carom_polygon_retain(const carom_polygon *polygon);

/* Takes a count back and frees the polygon with the last one; NULL does nothing. May be called from any
 * thread. */
CAROM_API void carom_polygon_release(const carom_polygon *polygon);

/* What a polygon consists of. The arrays belong to the polygon and live as long as it. */
typedef struct carom_polygon_view {
  const carom_vec2 *vertices; /* counter-clockwise */
  const carom_vec2 *normals;  /* unit, outward: of the edge from the vertex of the same index to the next */
  uint32_t vertex_count;
  carom_vec2 centroid; /* of the area */
  float area;
  carom_aabb bounds; /* z is 0 */
} carom_polygon_view;

/* Describes a polygon; CAROM_NULL_ARGUMENT when either is NULL. */
CAROM_API carom_status carom_polygon_describe(const carom_polygon *polygon, carom_polygon_view *out);

#ifdef __cplusplus
}
#endif

#endif
