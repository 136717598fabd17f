/* composite.h: pairs of shapes of which one is composite, as a column of the table of pairs. */
#ifndef CAROM_NARROWPHASE_COMPOSITE_H
#define CAROM_NARROWPHASE_COMPOSITE_H

#include "pair_call.h"
#include "patches.h"

extern const carom__pair_calls carom__composite_calls;

/* The deepest point of a manifold, which is its first, as a signed distance. */
carom_distance_result carom__distance_of_manifold(const carom_manifold *manifold);

/* Tells all patches of two shapes: those that are still open in the end from the deepest on. */
carom_status carom__patches_find(carom__site a, carom__site b, carom__patch_fn *tell, void *context);

#endif
