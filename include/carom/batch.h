/* carom/batch.h: prepared shapes, and many pairs in one call, without a world.
 *
 * The functions of collide.h check and prepare both shapes in every call. A shape that takes part in many
 * pairs is better placed once. A carom_placed is a checked shape at a checked pose, ready for use. The
 * answers have the same bits as those of collide.h, for one pair as well as in a batch. The exception is what
 * a cache reuses (carom_pair_cache). All functions are pure, and any thread may call them. */
#ifndef CAROM_BATCH_H
#define CAROM_BATCH_H

#include "collide.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A shape at a pose, made by carom_place. A game may copy it freely. The asset in it, e.g. a hull or a mesh,
 * must stay alive. */
typedef struct carom_placed {
  carom_shape shape; /* the shape that was checked */
  carom_frame frame; /* its pose, with the rotation as a matrix */
  uint64_t ready;    /* set by carom_place; any other value is refused with CAROM_NOT_PLACED */
} carom_placed;

/* Checks a shape and a pose and prepares them. The statuses are those of carom_shape_check and of poses. *out
 * is unchanged unless the call returns CAROM_OK. */
CAROM_API carom_status carom_place(const carom_shape *shape, const carom_pose *pose, carom_placed *out);

/* The results about one pair that calls leave for later calls. The game stores it and never reads its
 * content. All zero is the empty cache, which is always valid. Use one cache for each ordered pair of shapes,
 * and empty it when a shape is replaced or resized.
 *
 * A cache reuses the last manifold while no point of B has moved relative to A by more than 1/128 of the
 * least half extent of the two shapes' OBBs. The points of the manifold then move with the shapes, and no new
 * manifold is computed. Whether the shapes touch is still the answer of collide.h. The depths are off by no
 * more than twice the motion, in addition to the preference for faces. After a motion of up to 1/64 of that
 * extent the points still move with the shapes on two conditions. The shapes overlap by more than the motion,
 * and the depth along the normal is proved to be within the preference for faces. The deepest point then has
 * that depth.
 *
 * A distance search starts where the last one ended. Its result is the same up to rounding. */
typedef struct carom_pair_cache {
  union {
    unsigned char bytes[240]; /* private to carom */
    float alignment;          /* unused: aligns the bytes as floats */
  } content;                  /* only carom reads and writes it */
} carom_pair_cache;

/* Computes carom_collide for prepared shapes. With a NULL cache it computes a new manifold. A reused manifold
 * is like any other: all zero when the shapes do not touch, and with at least one point when they do. */
CAROM_API carom_status carom_collide_placed(const carom_placed *a, const carom_placed *b,
                                            carom_pair_cache *cache, carom_manifold *out);
/* Computes carom_overlap for prepared shapes. */
CAROM_API carom_status carom_overlap_placed(const carom_placed *a, const carom_placed *b, bool *out);
/* Computes carom_distance for prepared shapes. With a NULL cache the search starts from nothing. */
CAROM_API carom_status carom_distance_placed(const carom_placed *a, const carom_placed *b,
                                             carom_pair_cache *cache, carom_distance_result *out);
/* Computes carom_signed_distance for prepared shapes. With a NULL cache the search starts from nothing. */
CAROM_API carom_status carom_signed_distance_placed(const carom_placed *a, const carom_placed *b,
                                                    carom_pair_cache *cache, carom_distance_result *out);

/* Computes carom_cast_ray for a prepared shape. */
CAROM_API carom_status carom_cast_ray_placed(const carom_placed *placed, const carom_ray *ray,
                                             carom_ray_result *out);
/* Casts many rays against one prepared shape. It is carom_cast_rays (cast.h) without the checks of the shape.
 */
CAROM_API carom_status carom_cast_rays_placed(const carom_placed *placed, const carom_ray *rays, size_t count,
                                              carom_ray_result *out, carom_status *statuses);

/* Many pairs from an array of prepared shapes. */
typedef struct carom_batch {
  const carom_placed *placed;    /* the shapes, made by carom_place */
  size_t placed_count;           /* the number of shapes */
  const carom_index_pair *pairs; /* indices below placed_count; a shape may be paired with itself */
  size_t pair_count;             /* 0: nothing to do, and the arrays may be NULL */
  carom_pair_cache *caches;      /* one for each pair, or NULL; carom_overlap_pairs does not use them */
  carom_status *statuses;        /* out: one for each pair, or NULL */
} carom_batch;

/* Computes carom_collide for each pair and writes out[i] for pairs[i].
 *
 * This holds for all functions on batches. CAROM_NULL_ARGUMENT, CAROM_NOT_PLACED and CAROM_OUT_OF_RANGE (an
 * index) refuse the whole batch, and nothing is written. Otherwise the call computes every pair. It leaves
 * the answer to a pair that is CAROM_NOT_CONVERGED unchanged. It returns the status of the first such pair,
 * or CAROM_OK. */
CAROM_API carom_status carom_collide_pairs(const carom_batch *batch, carom_manifold *out);

/* Computes carom_overlap for each pair, as carom_collide_pairs does. */
CAROM_API carom_status carom_overlap_pairs(const carom_batch *batch, bool *out);

/* Computes carom_distance for each pair, as carom_collide_pairs does. */
CAROM_API carom_status carom_distance_pairs(const carom_batch *batch, carom_distance_result *out);

/* Computes carom_signed_distance for each pair, as carom_collide_pairs does. */
CAROM_API carom_status carom_signed_distance_pairs(const carom_batch *batch, carom_distance_result *out);

#ifdef __cplusplus
}
#endif

#endif
