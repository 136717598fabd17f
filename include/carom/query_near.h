/* carom/query_near.h: what is near: to a point, to a body, or within planes.
 *
 * All that carom/query.h says of queries holds here. After CAROM_NOT_CONVERGED, as carom_distance has it,
 * what an array holds means nothing. */
#ifndef CAROM_QUERY_NEAR_H
#define CAROM_QUERY_NEAR_H

#include "query.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How near a collider is to a point, as carom_distance_to_point has it. */
typedef struct carom_near {
  carom_body body; /* null: nothing is near, and the rest is zero */
  carom_collider collider;
  uint32_t child;    /* of a chain, which link; 0 for the others */
  bool inside;       /* the point lies in the collider: distance 0, normal zero, point itself */
  float distance;    /* above 0 unless inside */
  carom_vec3 normal; /* unit, out of the surface, towards the point that was asked about */
  carom_pos point;   /* the nearest one of the collider */
} carom_near;

/* Finds the collider that is nearest to a point and no farther than `radius` (0..FLT_MAX; CAROM_NOT_FINITE,
 * CAROM_OUT_OF_RANGE); of several at the same distance the lowest collider index. */
CAROM_API carom_status carom_world_closest(const carom_world *world, const carom_pos *point, float radius,
                                           const carom_query_filter *filter, carom_near *out);

/* Asks carom_world_closest of many points and writes the same answers: out[i] for points[i]; on the threads
 * that `tasks` lends besides (NULL: none), and the filter's predicate must then be able to run on several at
 * once. Arrays of count 0 may be NULL. The status of the first that is refused is returned, and what out
 * holds then means nothing. */
CAROM_API carom_status carom_world_closest_many(const carom_world *world, const carom_pos *points,
                                                size_t count, float radius, const carom_query_filter *filter,
                                                const carom_tasks *tasks, carom_near *out);

/* Finds the `capacity` bodies that are nearest to a point and no farther than `radius`, each once, with its
 * nearest collider: by distance, then collider index. Writes them to out (NULL when capacity is 0), and how
 * many it wrote to *count. */
CAROM_API carom_status carom_world_nearest_bodies(const carom_world *world, const carom_pos *point,
                                                  float radius, const carom_query_filter *filter,
                                                  carom_near *out, size_t capacity, size_t *count);

/* How far apart two bodies are, as carom_signed_distance has it for their two colliders that are nearest. */
typedef struct carom_body_distance {
  carom_collider collider_a, collider_b; /* null: a body is disabled or has no collider that the filter
                                            passes, and the rest is zero */
  uint32_t child_a, child_b;             /* as carom_contact_side */
  float distance;                        /* negative when they overlap */
  carom_vec3 normal;                     /* unit, from a to b */
  carom_pos point_a, point_b;
} carom_body_distance;

/* Measures the least signed distance of a collider of one body from one of the other: of several pairs with
 * the same the one with the lowest indices, a's first. The filter looks at the colliders of both, its
 * predicate too; who meets whom does not matter. CAROM_STALE_ID for either body. */
CAROM_API carom_status carom_world_body_distance(const carom_world *world, carom_body a, carom_body b,
                                                 const carom_query_filter *filter, carom_body_distance *out);

/* Finds all colliders that touch the solid that planes enclose, e.g. the six of a camera's frustum or those
 * of a lasso: exactly as carom_world_overlap_shape finds what touches the hull of them. The planes' offsets
 * are relative to the pose, which keeps them exact far from the world's origin. Results as
 * carom_world_overlap_shape, refusals as carom_hull_from_planes. The hull's memory is taken from the world's
 * allocator and given back. */
CAROM_API carom_status carom_world_overlap_planes(const carom_world *world, const carom_plane *planes,
                                                  size_t plane_count, const carom_pose *pose,
                                                  const carom_query_filter *filter, carom_found *out,
                                                  size_t capacity, size_t *count);

#ifdef __cplusplus
}
#endif

#endif
