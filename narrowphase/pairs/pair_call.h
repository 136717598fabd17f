/* pair_call.h: what the public functions on pairs and the engine compute: two shapes at their places in, an
 * answer in the world out. */
#ifndef CAROM_NARROWPHASE_PAIR_CALL_H
#define CAROM_NARROWPHASE_PAIR_CALL_H

#include "carom/batch.h"

/* A valid shape where it is. */
typedef struct carom__site {
  const carom_shape *shape;
  const carom_frame *frame;
} carom__site;

static inline carom__site site_of(const carom_placed *placed) {
  return (carom__site){&placed->shape, &placed->frame};
}

/* Computes one answer about A and B, of the type that the function's name tells; *out stays as it is unless
 * CAROM_OK is returned, the other status being CAROM_NOT_CONVERGED. cache may be NULL. */
typedef carom_status carom__pair_call(carom__site a, carom__site b, carom_pair_cache *cache, void *out);

carom__pair_call carom__call_collide;         /* carom_manifold */
carom__pair_call carom__call_overlap;         /* bool */
carom__pair_call carom__call_penetrate;       /* bool: do they overlap by more than any rounding? */
carom__pair_call carom__call_distance;        /* carom_distance_result */
carom__pair_call carom__call_signed_distance; /* carom_distance_result */

/* Does carom__call_overlap cost no more than comparing two boxes? */
bool carom__overlap_is_cheap(const carom_shape *a, const carom_shape *b);

/* Calls for two shapes of a family; CAROM_WRONG_FAMILY when they are not. */
carom_status carom__call_pair(carom__pair_call *call, const carom_placed *a, const carom_placed *b,
                              carom_pair_cache *cache, void *out);

/* Was this made by carom_place? */
bool carom__is_placed(const carom_placed *placed);

#endif
