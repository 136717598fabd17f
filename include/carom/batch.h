/* carom/batch.h: prepared shapes, and many pairs in one call; no world needed.
 *
 * The functions of collide.h check and prepare both shapes in every call. Where a shape takes part in many
 * pairs, place it once: a carom_placed is a checked shape at a checked pose, ready to be used. The answers
 * are those of collide.h to the bit, whether a pair is asked about alone or in a batch, but for what is
 * reused from a cache (see carom_pair_cache). All functions are pure and may be called from any thread. */
#ifndef CAROM_BATCH_H
#define CAROM_BATCH_H

#include "collide.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A shape where it is, made by carom_place; to be copied freely. A hull that it refers to must stay alive. */
typedef struct carom_placed {
  carom_shape shape;
  carom_frame frame;
  uint64_t ready; /* set by carom_place; a value of other origin is refused with CAROM_NOT_PLACED */
} carom_placed;

/* Checks a shape and a pose and prepares them. The statuses are those of carom_shape_check and of poses; *out
 * stays as it is unless CAROM_OK is returned. */
CAROM_API carom_status carom_place(const carom_shape *shape, const carom_pose *pose, carom_placed *out);

/* What calls about one pair leave for the next one; the game keeps it and looks at none of it. All zero is
 * empty, and always right. Use one for one ordered pair of shapes, and empty it when a shape is exchanged or
 * resized.
 *
 * Manifolds: while no point of B has moved relative to A by more than 1/128 of the least half extent of the
 * two shapes' OBBs since the manifold was computed, its points are moved along instead of computed anew. The
 * answer to whether they touch stays that of collide.h; the depths are then off by no more than twice that
 * motion, besides the preference for faces. After a motion of up to 1/64 of that extent the points are still
 * moved along when the shapes overlap by more than the motion and the depth along the normal is proved to be
 * within the preference for faces; the deepest point then has that depth.
 *
 * Distances: the search starts where the last one ended; the result is the same up to rounding. */
typedef struct carom_pair_cache {
  union {
    unsigned char bytes[240]; /* private to carom; the content may differ between versions */
    float alignment;          /* the bytes are aligned as floats are */
  } content;
} carom_pair_cache;

/* carom_collide for prepared shapes. cache: NULL to compute anew. What is moved along is a manifold like any
 * other: all zero when the shapes do not touch (any more), and of one point at least when they do. */
CAROM_API carom_status carom_collide_placed(const carom_placed *a, const carom_placed *b,
                                            carom_pair_cache *cache, carom_manifold *out);
/* carom_overlap for prepared shapes. */
CAROM_API carom_status carom_overlap_placed(const carom_placed *a, const carom_placed *b, bool *out);
/* carom_distance for prepared shapes. cache: NULL to start anew. */
CAROM_API carom_status carom_distance_placed(const carom_placed *a, const carom_placed *b,
                                             carom_pair_cache *cache, carom_distance_result *out);
/* carom_signed_distance for prepared shapes. cache: NULL to start anew. */
CAROM_API carom_status carom_signed_distance_placed(const carom_placed *a, const carom_placed *b,
                                                    carom_pair_cache *cache, carom_distance_result *out);

/* carom_cast_ray for a prepared shape. */
CAROM_API carom_status carom_cast_ray_placed(const carom_placed *placed, const carom_ray *ray,
                                             carom_ray_result *out);
/* Casts many rays against one prepared shape: carom_cast_rays of cast.h without its checks of the shape. */
CAROM_API carom_status carom_cast_rays_placed(const carom_placed *placed, const carom_ray *rays, size_t count,
                                              carom_ray_result *out, carom_status *statuses);

/* Many pairs of an array of prepared shapes. */
typedef struct carom_batch {
  const carom_placed *placed;
  size_t placed_count;
  const carom_index_pair *pairs; /* indices below placed_count; a shape may be paired with itself */
  size_t pair_count;             /* 0: nothing to do, and the arrays may be NULL */
  carom_pair_cache *caches;      /* one a pair, or NULL; overlap has no use for them */
  carom_status *statuses;        /* out: one a pair, or NULL */
} carom_batch;

/* The functions on batches write one answer a pair. CAROM_NULL_ARGUMENT, CAROM_NOT_PLACED or
 * CAROM_OUT_OF_RANGE (an index) refuses the whole batch and writes nothing. Otherwise every pair is computed,
 * the answer to a pair that is CAROM_NOT_CONVERGED stays as it was, and the status returned is that of the
 * first such pair, or CAROM_OK. */
CAROM_API carom_status carom_collide_pairs(const carom_batch *batch, carom_manifold *out);
CAROM_API carom_status carom_overlap_pairs(const carom_batch *batch, bool *out);
CAROM_API carom_status carom_distance_pairs(const carom_batch *batch, carom_distance_result *out);
CAROM_API carom_status carom_signed_distance_pairs(const carom_batch *batch, carom_distance_result *out);

#ifdef __cplusplus
}
#endif

#endif
