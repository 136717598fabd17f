/* carom/query.h: ray casts and overlap queries in a world.
 *
 * Queries see all enabled bodies at their current poses, even before the first step and between steps. They
 * test the exact shapes and not their boxes. They only read the world, and many threads may query one world
 * at once. The first query after a change may update trees over the bodies, on the calling thread and with
 * memory from the world's allocator. Without that memory it gives the same answers, but slowly. The results
 * never depend on how the world is stored. Where the results go by collider index, colliders that have an
 * order (collider.h) go by that first. A NULL argument gives CAROM_NULL_ARGUMENT unless a comment allows
 * it. */
#ifndef CAROM_QUERY_H
#define CAROM_QUERY_H

#include "tasks.h"
#include "world.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Returns false to skip a collider. It may read and query the world. It must change nothing in it, which
 * carom does not check. */
typedef bool (*carom_query_fn)(void *user, const carom_world *world, carom_body body,
                               carom_collider collider);

/* The colliders that a query looks at. All zero, or a NULL filter, means all. */
typedef struct carom_query_filter {
  /* only colliders with one of these categories, whatever their own masks; 0: all */
  uint64_t mask;
  carom_body ignore; /* skips the colliders of this body, e.g. of the querying one; null: none */
  bool skip_sensors; /* skips sensors */
  /* asked about each collider that the query would report; NULL: accepts all */
  carom_query_fn accept;
  void *user; /* passed to accept */
  /* whether the queries named ..._overlap_... report colliders that only touch; other queries ignore it */
  carom_touching touching;
} carom_query_filter;

/* The hit of a ray on a collider. */
typedef struct carom_ray_hit {
  carom_body body;         /* null: no hit, and the rest is zero */
  carom_collider collider; /* the collider that is hit */
  uint32_t child;          /* the index of the link for a chain, the number of a compound's child, or 0 */
  uint32_t ordinal;        /* which of a compound's shapes that is, as in carom_ray_result */
  bool inside;             /* the ray begins inside: fraction 0, normal zero, point the origin */
  float fraction;          /* 0..1 of the translation */
  carom_vec3 normal;       /* unit, out of the surface */
  carom_pos point;         /* where the ray enters the collider */
  carom_mesh_point mesh;   /* where on a mesh that is, as in carom_ray_result; zero for other shapes */
} carom_ray_hit;

/* Finds the first collider along a ray. Of several at the same fraction it reports the lowest collider index.
 * CAROM_NOT_FINITE and CAROM_OUT_OF_RANGE refuse the ray as in carom_cast_ray. */
CAROM_API carom_status carom_world_cast_ray(const carom_world *world, const carom_ray *ray,
                                            const carom_query_filter *filter, carom_ray_hit *out);

/* Casts many rays and writes the same hits as single calls: out[i] for rays[i]. Several rays advance at once,
 * also on the threads that `tasks` lends (NULL: none). With several threads, the filter's accept must be able
 * to run on several of them at once. Arrays of count 0 may be NULL. If a ray is refused, the call returns the
 * first bad status and writes nothing. */
CAROM_API carom_status carom_world_cast_rays(const carom_world *world, const carom_ray *rays, size_t count,
                                             const carom_query_filter *filter, const carom_tasks *tasks,
                                             carom_ray_hit *out);

/* Tells whether a ray hits any collider, e.g. for a line of sight. It stops at the first one it finds. */
CAROM_API carom_status carom_world_cast_ray_any(const carom_world *world, const carom_ray *ray,
                                                const carom_query_filter *filter, bool *out);

/* Computes carom_world_cast_ray_any for many rays and writes the same answers: out[i] for rays[i]. Everything
 * else is as in carom_world_cast_rays. */
CAROM_API carom_status carom_world_cast_rays_any(const carom_world *world, const carom_ray *rays,
                                                 size_t count, const carom_query_filter *filter,
                                                 const carom_tasks *tasks, bool *out);

/* Finds all colliders along a ray, in order of fraction, then collider index. A mesh or a compound is
 * reported once for each of its hits, in the order of carom_cast_ray_all. Writes the first `capacity` of them
 * to out (NULL when capacity is 0), and the number of all to *count. */
CAROM_API carom_status carom_world_cast_ray_all(const carom_world *world, const carom_ray *ray,
                                                const carom_query_filter *filter, carom_ray_hit *out,
                                                size_t capacity, size_t *count);

/* A collider that a query found. */
typedef struct carom_found {
  carom_body body;         /* the body of the collider */
  carom_collider collider; /* what was found */
  uint32_t child;          /* the index of the link for a chain, 0 for other shapes */
} carom_found;

/* Finds all colliders that touch a shape at a pose, as carom_overlap decides, in ascending order of collider
 * index. Writes the first `capacity` of them to out (NULL when capacity is 0), and the number of all to
 * *count.
 *
 * With CAROM_TOUCHING_IS_APART it finds only colliders whose interior the shape enters, as a selection needs.
 * It then reports nothing that is apart or touches. It misses nothing that overlaps by more than 16 u s,
 * where u = 2^-24 and s is the sum of the shapes' sizes and their distance. Of two meshes, triangles that lie
 * in each other's plane count as touching, also where one of the meshes is a solid. For spatial shapes this
 * takes longer, because it computes the depth. CAROM_UNKNOWN_KIND refuses a value of filter->touching outside
 * the enum, and CAROM_UNBOUNDED a half-space. */
CAROM_API carom_status carom_world_overlap_shape(const carom_world *world, const carom_shape *shape,
                                                 const carom_pose *pose, const carom_query_filter *filter,
                                                 carom_found *out, size_t capacity, size_t *count);

/* Finds all colliders that contain a point or, with CAROM_TOUCHING_IS_APART, contain it in their interior.
 * The results are as in carom_world_overlap_shape. */
CAROM_API carom_status carom_world_overlap_point(const carom_world *world, const carom_pos *point,
                                                 const carom_query_filter *filter, carom_found *out,
                                                 size_t capacity, size_t *count);

/* Finds all colliders that touch an axis-aligned region, each side of which is at most 2 CAROM_SIZE_MAX. A
 * side below 2 CAROM_SIZE_MIN is widened to that, and a planar world ignores z. The results are as in
 * carom_world_overlap_shape. */
CAROM_API carom_status carom_world_overlap_region(const carom_world *world, const carom_region *region,
                                                  const carom_query_filter *filter, carom_found *out,
                                                  size_t capacity, size_t *count);

/* A shape at a pose. */
typedef struct carom_posed_shape {
  carom_shape shape; /* of the family of the world */
  carom_pose pose;   /* in the world */
} carom_posed_shape;

/* Computes carom_world_overlap_shape for many shapes and writes the same answers one after the other. Query i
 * found offsets[i + 1] - offsets[i] colliders, which begin at out[offsets[i]]. The array offsets has count +
 * 1 elements. The first is 0, and the last is the number of colliders in all answers. If it exceeds capacity,
 * the call returns CAROM_TOO_SMALL, and the content of out is meaningless. With capacity 0, where out may be
 * NULL, the call only writes the offsets and returns CAROM_OK.
 *
 * The calling thread and the threads that `tasks` lends (NULL: none) share the work. With several threads,
 * the filter's accept must be able to run on several of them at once. It may also be asked twice about a
 * collider. shapes may be NULL when count is 0. If a query is refused, the call returns the status of the
 * first such query, and the content of offsets and out is meaningless. */
CAROM_API carom_status carom_world_overlap_shapes(const carom_world *world, const carom_posed_shape *shapes,
                                                  size_t count, const carom_query_filter *filter,
                                                  const carom_tasks *tasks, carom_found *out, size_t capacity,
                                                  size_t *offsets);

/* Computes carom_world_overlap_region for many regions and writes the same answers. Everything else is as in
 * carom_world_overlap_shapes. */
CAROM_API carom_status carom_world_overlap_regions(const carom_world *world, const carom_region *regions,
                                                   size_t count, const carom_query_filter *filter,
                                                   const carom_tasks *tasks, carom_found *out,
                                                   size_t capacity, size_t *offsets);

#ifdef __cplusplus
}
#endif

#endif
