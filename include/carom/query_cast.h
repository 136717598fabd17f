/* carom/query_cast.h: shape casts in a world, and casts that report each hit to a callback.
 *
 * A shape cast is carom_cast_shape against each collider at its current pose. The collider is shape A, and
 * the moving shape is shape B. Everything that query.h says about queries also holds here. After
 * CAROM_NOT_CONVERGED, which is known only of a way 1e14 times as long as the shapes, the content of output
 * arrays is meaningless. */
#ifndef CAROM_QUERY_CAST_H
#define CAROM_QUERY_CAST_H

#include "cast.h"
#include "query.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A shape that moves along a straight line and does not turn. */
typedef struct carom_moving_shape {
  carom_shape shape;      /* of the family of the world */
  carom_pose pose;        /* at the start */
  carom_vec3 translation; /* from the start to the end; zero asks what the shape touches */
} carom_moving_shape;

/* The hit of a moving shape on a collider. */
typedef struct carom_shape_hit {
  carom_body body;         /* null: no hit, and the rest is zero */
  carom_collider collider; /* the collider that is hit */
  uint32_t child;          /* the index of the link for a chain, the number of a compound's child, or 0 */
  bool inside;             /* they touch at the start: fraction 0 */
  double fraction;         /* 0..1 of the translation */
  carom_vec3 normal;       /* unit, from the collider to the moving shape; inside: of least penetration */
  carom_pos point;         /* midway between the surfaces at the hit; inside: at the deepest point */
  float distance;          /* the remaining gap at the hit; inside: 0 */
  uint32_t triangle;       /* the number of the triangle for a mesh, 0 for other shapes */
  uint8_t material;        /* of that triangle or child */
} carom_shape_hit;

/* Finds the first collider that a moving shape hits. Of several at the same fraction it reports the lowest
 * collider index. Shape, pose and translation are refused as in carom_cast_shape, and a half-space with
 * CAROM_UNBOUNDED. */
CAROM_API carom_status carom_world_cast_shape(const carom_world *world, const carom_moving_shape *moving,
                                              const carom_query_filter *filter, carom_shape_hit *out);

/* Casts many moving shapes and writes the same hits as single calls: out[i] for moving[i]. The threads that
 * `tasks` lends (NULL: none) share the work. The filter's accept must then be able to run on several threads
 * at once. Arrays of count 0 may be NULL. If a shape is refused, the call returns the first bad status, and
 * the content of out is meaningless. */
CAROM_API carom_status carom_world_cast_shapes(const carom_world *world, const carom_moving_shape *moving,
                                               size_t count, const carom_query_filter *filter,
                                               const carom_tasks *tasks, carom_shape_hit *out);

/* Tells whether a moving shape hits any collider. It stops at the first one it finds. */
CAROM_API carom_status carom_world_cast_shape_any(const carom_world *world, const carom_moving_shape *moving,
                                                  const carom_query_filter *filter, bool *out);

/* Finds all colliders that a moving shape hits, in order of fraction, then collider index. Writes the first
 * `capacity` of them to out (NULL when capacity is 0), and the number of all to *count. */
CAROM_API carom_status carom_world_cast_shape_all(const carom_world *world, const carom_moving_shape *moving,
                                                  const carom_query_filter *filter, carom_shape_hit *out,
                                                  size_t capacity, size_t *count);

/* Receives a hit of a moving shape and returns the fraction up to which the cast continues. A result of 1
 * skips the hit, a smaller one shortens the rest of the cast, and a negative one ends the query. The function
 * may read and query the world. It must change nothing in it, which carom does not check. */
typedef float (*carom_shape_hit_fn)(void *user, const carom_world *world, const carom_shape_hit *hit);

/* Receives a hit of a ray. The result and the rules are those of carom_shape_hit_fn. */
typedef float (*carom_ray_hit_fn)(void *user, const carom_world *world, const carom_ray_hit *hit);

/* Reports the hits of a moving shape to a callback, in order of fraction, then collider index, each once. It
 * allocates no memory, however many hits there are. */
CAROM_API carom_status carom_world_cast_shape_each(const carom_world *world, const carom_moving_shape *moving,
                                                   const carom_query_filter *filter, carom_shape_hit_fn visit,
                                                   void *user);

/* Reports the hits of a ray to a callback, as carom_world_cast_shape_each does. They are those of
 * carom_world_cast_ray_all, in its order. */
CAROM_API carom_status carom_world_cast_ray_each(const carom_world *world, const carom_ray *ray,
                                                 const carom_query_filter *filter, carom_ray_hit_fn visit,
                                                 void *user);

#ifdef __cplusplus
}
#endif

#endif
