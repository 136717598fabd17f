/* pair_call.h: what the public functions on pairs compute, for shapes that have been placed. */
#ifndef CAROM_NARROWPHASE_PAIR_CALL_H
#define CAROM_NARROWPHASE_PAIR_CALL_H

#include "carom/batch.h"

/* Computes one answer about A and B, of the type that the function's name tells; *out stays as it is unless
 * CAROM_OK is returned. cache may be NULL. */
typedef carom_status carom__pair_call(const carom_placed *a, const carom_placed *b, carom_pair_cache *cache,
                                      void *out);

carom__pair_call carom__call_collide;         /* carom_manifold */
carom__pair_call carom__call_overlap;         /* bool */
carom__pair_call carom__call_distance;        /* carom_distance_result */
carom__pair_call carom__call_signed_distance; /* carom_distance_result */

/* Was this made by carom_place? */
bool carom__is_placed(const carom_placed *placed);

#endif
