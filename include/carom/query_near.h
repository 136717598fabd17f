/* carom/query_near.h: queries for what is near a point or a body, or within planes.
 *
 * Everything that query.h says about queries also holds here. After CAROM_NOT_CONVERGED, as in
 * carom_distance, the content of output arrays is meaningless. */
#ifndef CAROM_QUERY_NEAR_H
#define CAROM_QUERY_NEAR_H

#include "query.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The distance of a collider from a point, as in carom_distance_to_point. */
typedef struct carom_near {
  carom_body body;         /* null: nothing is near, and the rest is zero */
  carom_collider collider; /* what is near */
  uint32_t child;          /* the index of the link for a chain, the number of a compound's child, or 0 */
  bool inside;           /* the collider contains the point: distance 0, normal zero, point the query point */
  float distance;        /* above 0 unless inside */
  carom_vec3 normal;     /* unit, out of the surface, towards the query point */
  carom_pos point;       /* the point of the collider closest to the query point */
  carom_mesh_point mesh; /* where on a mesh that is, as in carom_point_distance; zero for other shapes */
} carom_near;

/* Finds the collider closest to a point, no farther than `radius`. The radius lies in 0..FLT_MAX
 * (CAROM_NOT_FINITE, CAROM_OUT_OF_RANGE). Of several at the same distance it reports the lowest collider
 * index. */
CAROM_API carom_status carom_world_closest(const carom_world *world, const carom_pos *point, float radius,
                                           const carom_query_filter *filter, carom_near *out);

/* Computes carom_world_closest for many points and writes the same answers: out[i] for points[i]. The threads
 * that `tasks` lends (NULL: none) share the work. The filter's accept must then be able to run on several
 * threads at once. Arrays of count 0 may be NULL. If a point is refused, the call returns the first bad
 * status, and the content of out is meaningless. */
CAROM_API carom_status carom_world_closest_many(const carom_world *world, const carom_pos *points,
                                                size_t count, float radius, const carom_query_filter *filter,
                                                const carom_tasks *tasks, carom_near *out);

/* Finds the `capacity` bodies closest to a point, no farther than `radius`. Each body is reported once, with
 * its closest collider, in order of distance, then collider index. Writes them to out (NULL when capacity is
 * 0), and the number it wrote to *count. */
CAROM_API carom_status carom_world_closest_bodies(const carom_world *world, const carom_pos *point,
                                                  float radius, const carom_query_filter *filter,
                                                  carom_near *out, size_t capacity, size_t *count);

/* The distance of two bodies, as in carom_signed_distance, between their two closest colliders. */
typedef struct carom_body_distance {
  /* null: a body is disabled or has no collider that the filter accepts, and the rest is zero */
  carom_collider collider_a, collider_b;
  uint32_t child_a, child_b;  /* the index of the link for a chain, 0 for other shapes */
  float distance;             /* negative when they overlap */
  carom_vec3 normal;          /* unit, from a to b */
  carom_pos point_a, point_b; /* the closest points of the two bodies */
} carom_body_distance;

/* Measures the least signed distance between a collider of one body and one of the other. Of several pairs
 * with the same distance it reports the lowest indices, first a's and then b's. The query filter, including
 * accept, applies to the colliders of both bodies. The colliders' own filters do not matter. CAROM_STALE_ID
 * refuses either body. */
CAROM_API carom_status carom_world_body_distance(const carom_world *world, carom_body a, carom_body b,
                                                 const carom_query_filter *filter, carom_body_distance *out);

/* Finds all colliders that touch the solid within planes, e.g. the six planes of a camera's frustum or those
 * of a lasso. The answer is exactly that of carom_world_overlap_shape for the hull of the planes. The offsets
 * of the planes are relative to the pose, which keeps them exact far from the world's origin. The results are
 * as in carom_world_overlap_shape, and the errors as in carom_hull_from_planes. The memory for the hull comes
 * from the world's allocator and is freed before the call returns. */
CAROM_API carom_status carom_world_overlap_planes(const carom_world *world, const carom_plane *planes,
                                                  size_t plane_count, const carom_pose *pose,
                                                  const carom_query_filter *filter, carom_found *out,
                                                  size_t capacity, size_t *count);

#ifdef __cplusplus
}
#endif

#endif
