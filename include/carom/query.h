/* carom/query.h: what a world is asked.
 *
 * Queries see all enabled bodies where they are now, also before the first step and between steps, and are
 * exact against the shapes, not their boxes. They only read: many threads may query one world at once. A
 * query that follows a change may take memory from the world's allocator, on the thread that asks, for trees
 * over the bodies that it makes fit; without that memory it gives the same answers, but slowly.
 * Results never depend on how the world is stored. A NULL argument gives CAROM_NULL_ARGUMENT unless it is
 * said to be allowed. */
#ifndef CAROM_QUERY_H
#define CAROM_QUERY_H

#include "tasks.h"
#include "world.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Returns false to pass a collider over. It may read the world, also query it, and must change nothing in it,
 * which is not checked. */
typedef bool (*carom_query_fn)(void *user, const carom_world *world, carom_body body,
                               carom_collider collider);

/* What a query looks at; all zero, or NULL in place of one, is everything. */
typedef struct carom_query_filter {
  uint64_t mask;         /* only colliders with one of these categories, whatever their own masks; 0: all */
  carom_body ignore;     /* pass the colliders of this body over, e.g. of the one who asks; null: none */
  bool skip_sensors;     /* pass sensors over */
  carom_query_fn accept; /* asked for each collider the query would report; NULL: all */
  void *user;
  carom_touching touching; /* whether the queries named ..._overlap_... find what only touches; others do not
                              look at it */
} carom_query_filter;

/* Where a ray met a collider. */
typedef struct carom_ray_hit {
  carom_body body; /* null: nothing was met, and the rest is zero */
  carom_collider collider;
  uint32_t child;    /* of a chain, which link; 0 for the others */
  bool inside;       /* the ray begins inside: fraction 0, normal zero, point the origin */
  float fraction;    /* 0..1 along the translation */
  carom_vec3 normal; /* unit, out of the surface */
  carom_pos point;
} carom_ray_hit;

/* Finds the first collider along a ray; of several at the same fraction the lowest collider index.
 * CAROM_NOT_FINITE and CAROM_OUT_OF_RANGE for the ray, as carom_cast_ray. */
CAROM_API carom_status carom_world_cast_ray(const carom_world *world, const carom_ray *ray,
                                            const carom_query_filter *filter, carom_ray_hit *out);

/* Casts many rays and writes the same hits as one call each: out[i] for rays[i]. Several are on their way at
 * once, on the threads that `tasks` lends besides (NULL: none); the filter's predicate must then be able to
 * run on several at once. Arrays of count 0 may be NULL. The first bad status of a ray is returned, and then
 * nothing is written. */
CAROM_API carom_status carom_world_cast_rays(const carom_world *world, const carom_ray *rays, size_t count,
                                             const carom_query_filter *filter, const carom_tasks *tasks,
                                             carom_ray_hit *out);

/* Tells whether a ray meets anything: for lines of sight; stops at the first it finds. */
CAROM_API carom_status carom_world_cast_ray_any(const carom_world *world, const carom_ray *ray,
                                                const carom_query_filter *filter, bool *out);

/* Asks carom_world_cast_ray_any of many rays and writes the same answers: out[i] for rays[i]; all else as
 * carom_world_cast_rays. */
CAROM_API carom_status carom_world_cast_rays_any(const carom_world *world, const carom_ray *rays,
                                                 size_t count, const carom_query_filter *filter,
                                                 const carom_tasks *tasks, bool *out);

/* Finds all colliders along a ray, by fraction, then collider index. Writes the first `capacity` of them to
 * out (NULL when capacity is 0) and the number of all to *count. */
CAROM_API carom_status carom_world_cast_ray_all(const carom_world *world, const carom_ray *ray,
                                                const carom_query_filter *filter, carom_ray_hit *out,
                                                size_t capacity, size_t *count);

/* A collider that a query found. */
typedef struct carom_found {
  carom_body body;
  carom_collider collider;
  uint32_t child; /* of a chain, which link; 0 for the others */
} carom_found;

/* Finds all colliders that touch a shape at a pose, as carom_overlap has it, ascending by collider index.
 * Writes the first `capacity` of them to out (NULL when capacity is 0) and the number of all to *count.
 *
 * With CAROM_TOUCHING_IS_APART only those whose interior the shape enters, as a selection wants it: nothing
 * that is apart or touches is found, and nothing that overlaps by more than 16 u s is missed, where u = 2^-24
 * and s is the sum of the shapes' sizes and of their distance. In space that takes longer, because the depth
 * is computed. CAROM_UNKNOWN_KIND when the filter's choice is none of the enum. */
CAROM_API carom_status carom_world_overlap_shape(const carom_world *world, const carom_shape *shape,
                                                 const carom_pose *pose, const carom_query_filter *filter,
                                                 carom_found *out, size_t capacity, size_t *count);

/* Finds all colliders that contain a point, or contain it in their interior; results as
 * carom_world_overlap_shape. */
CAROM_API carom_status carom_world_overlap_point(const carom_world *world, const carom_pos *point,
                                                 const carom_query_filter *filter, carom_found *out,
                                                 size_t capacity, size_t *count);

/* Finds all colliders that touch an axis-aligned region (each side at most 2 CAROM_SIZE_MAX; one below
 * 2 CAROM_SIZE_MIN is widened to that); results as carom_world_overlap_shape. */
CAROM_API carom_status carom_world_overlap_region(const carom_world *world, const carom_region *region,
                                                  const carom_query_filter *filter, carom_found *out,
                                                  size_t capacity, size_t *count);

/* A shape where a query looks. */
typedef struct carom_posed_shape {
  carom_shape shape;
  carom_pose pose;
} carom_posed_shape;

/* Ask carom_world_overlap_shape, or carom_world_overlap_region, of many at once and write the same answers,
 * one behind the other: question i found offsets[i + 1] - offsets[i] colliders, from out[offsets[i]] on. The
 * offsets are an array of count + 1; the first is 0, and so the last is how much room all answers take. When
 * that is above the capacity, the status is CAROM_TOO_SMALL and what out holds means nothing. But a capacity
 * of 0, where out may be NULL, asks for no more than the offsets.
 *
 * The work is split over the threads that `tasks` lends besides (NULL: none). The filter's predicate must
 * then be able to run on several at once, and may be asked a second time. shapes, or regions, may be NULL
 * when count is 0. The status of the first question that is refused is returned, and what offsets and out
 * hold then means nothing. */
CAROM_API carom_status carom_world_overlap_shapes(const carom_world *world, const carom_posed_shape *shapes,
                                                  size_t count, const carom_query_filter *filter,
                                                  const carom_tasks *tasks, carom_found *out, size_t capacity,
                                                  size_t *offsets);
CAROM_API carom_status carom_world_overlap_regions(const carom_world *world, const carom_region *regions,
                                                   size_t count, const carom_query_filter *filter,
                                                   const carom_tasks *tasks, carom_found *out,
                                                   size_t capacity, size_t *offsets);

#ifdef __cplusplus
}
#endif

#endif
