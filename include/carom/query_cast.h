/* carom/query_cast.h: what a shape meets on its way through a world.
 *
 * A shape cast asks carom_cast_shape about each collider, where it is now: what stands there is shape A, what
 * is cast is shape B. All that carom/query.h says of queries holds here. After CAROM_NOT_CONVERGED, which is
 * not known to happen, what an array holds means nothing. */
#ifndef CAROM_QUERY_CAST_H
#define CAROM_QUERY_CAST_H

#include "cast.h"
#include "query.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A shape that moves along a straight line and does not turn. */
typedef struct carom_moving_shape {
  carom_shape shape;
  carom_pose pose;        /* where it begins */
  carom_vec3 translation; /* from there to where it ends; zero asks what it touches */
} carom_moving_shape;

/* Where a moving shape met a collider. */
typedef struct carom_shape_hit {
  carom_body body; /* null: nothing was met, and the rest is zero */
  carom_collider collider;
  uint32_t child;    /* of a chain, which link; 0 for the others */
  bool inside;       /* they touch at the start: fraction 0 */
  double fraction;   /* 0..1 along the translation */
  carom_vec3 normal; /* unit, from the collider to the moving shape; inside: of least penetration */
  carom_pos point;   /* midway between the surfaces where they meet; inside: at the deepest point */
  float distance;    /* the gap that is left there; inside: 0 */
} carom_shape_hit;

/* Finds the first collider that a moving shape meets; of several at the same fraction the lowest collider
 * index. Shape, pose and translation are refused as by carom_cast_shape. */
CAROM_API carom_status carom_world_cast_shape(const carom_world *world, const carom_moving_shape *moving,
                                              const carom_query_filter *filter, carom_shape_hit *out);

/* Casts many moving shapes and writes the same hits as one call each: out[i] for moving[i]; on the threads
 * that `tasks` lends besides (NULL: none), and the filter's predicate must then be able to run on several at
 * once. Arrays of count 0 may be NULL. The status of the first that is refused is returned, and what out
 * holds then means nothing. */
CAROM_API carom_status carom_world_cast_shapes(const carom_world *world, const carom_moving_shape *moving,
                                               size_t count, const carom_query_filter *filter,
                                               const carom_tasks *tasks, carom_shape_hit *out);

/* Tells whether a moving shape meets anything; stops at the first it finds. */
CAROM_API carom_status carom_world_cast_shape_any(const carom_world *world, const carom_moving_shape *moving,
                                                  const carom_query_filter *filter, bool *out);

/* Finds all colliders that a moving shape meets, by fraction, then collider index. Writes the first
 * `capacity` of them to out (NULL when capacity is 0) and the number of all to *count. */
CAROM_API carom_status carom_world_cast_shape_all(const carom_world *world, const carom_moving_shape *moving,
                                                  const carom_query_filter *filter, carom_shape_hit *out,
                                                  size_t capacity, size_t *count);

/* Is shown a hit, and tells up to which fraction to look on: 1 passes it over, less clips the rest of the
 * way, and anything negative ends the query. It may read the world, also query it, and must change nothing
 * in it, which is not checked. */
typedef float (*carom_shape_hit_fn)(void *user, const carom_world *world, const carom_shape_hit *hit);
typedef float (*carom_ray_hit_fn)(void *user, const carom_world *world, const carom_ray_hit *hit);

/* Show the hits of a moving shape, or of a ray, one after the other: by fraction, then collider index, each
 * once. However many there are, no memory is taken. */
CAROM_API carom_status carom_world_cast_shape_each(const carom_world *world, const carom_moving_shape *moving,
                                                   const carom_query_filter *filter, carom_shape_hit_fn visit,
                                                   void *user);
CAROM_API carom_status carom_world_cast_ray_each(const carom_world *world, const carom_ray *ray,
                                                 const carom_query_filter *filter, carom_ray_hit_fn visit,
                                                 void *user);

#ifdef __cplusplus
}
#endif

#endif
