/* carom/polygon.h: convex polygons, built from points.
 *
 * A polygon is an asset like a hull (hull.h): immutable once built, reference-counted, and shared by any
 * number of colliders, worlds and threads. A polygon that is not convex, or has holes, must first be cut into
 * convex pieces (rings.h). */
#ifndef CAROM_POLYGON_H
#define CAROM_POLYGON_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A convex polygon. The type is opaque. */
typedef struct carom_polygon carom_polygon;

/* A polygon has at most this many vertices. More give CAROM_LIMIT. The input may have up to 2^31 - 1
 * points. */
#define CAROM_POLYGON_VERTICES_MAX 64

/* Builds the convex hull of count points. Each point is two floats, and the points are stride bytes apart;
 * stride 0 means packed, 8. A NULL allocator uses malloc. The caller owns one count of *out.
 *
 * The vertices are some of the points. No other point lies outside by more than 2e-6 of the size, which is
 * the larger extent. Points nearer than 1e-6 of the size to the polygon of the others may vanish. The time
 * grows with the number of points times the number of vertices.
 *
 * Errors: CAROM_TOO_FEW_POINTS below three points, CAROM_FLAT when the points bound no area (thinner than
 * 1e-6 of their size), CAROM_BAD_SIZE when the size is out of range, CAROM_OUT_OF_RANGE for a coordinate
 * beyond CAROM_SIZE_MAX or a stride below 8, CAROM_LIMIT for too many vertices or 2^31 points,
 * CAROM_NOT_FINITE, CAROM_OUT_OF_MEMORY. (The farthest point beyond an edge is added until there is none, as
 * by Eddy, 1977.) */
CAROM_API carom_status carom_polygon_from_points(const carom_allocator *allocator, const float *points,
                                                 size_t count, size_t stride, carom_polygon **out);

/* Adds a count and returns the polygon. NULL is allowed and returned. Any thread may call it. */
CAROM_API const carom_polygon *carom_polygon_retain(const carom_polygon *polygon);

/* Removes a count, and frees the polygon with the last one. NULL does nothing. Any thread may call it. */
CAROM_API void carom_polygon_release(const carom_polygon *polygon);

/* The content of a polygon. The arrays belong to the polygon and live as long as it. */
typedef struct carom_polygon_view {
  const carom_vec2 *vertices; /* counter-clockwise */
  /* unit, outward; normals[i] belongs to the edge from vertex i to the next vertex */
  const carom_vec2 *normals;
  uint32_t vertex_count; /* the number of corners */
  carom_vec2 centroid;   /* of the area */
  float area;            /* in squared units */
  carom_aabb bounds;     /* z is 0 */
} carom_polygon_view;

/* Writes the view of a polygon. CAROM_NULL_ARGUMENT refuses a NULL pointer. */
CAROM_API carom_status carom_polygon_describe(const carom_polygon *polygon, carom_polygon_view *out);

#ifdef __cplusplus
}
#endif

#endif
