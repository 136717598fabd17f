/* reuse.h: the reuse of a pair's last manifold, moved with the shapes while these have hardly moved. */
#ifndef CAROM_NARROWPHASE_REUSE_H
#define CAROM_NARROWPHASE_REUSE_H

#include "narrowphase.h"
#include "pair_cache.h"

/* Fills *out from the cache; false when what it holds is of no use any more, then a new manifold must be
 * computed. The answer to whether the shapes touch is exact. */
bool carom__reuse(carom__pair_cache *cache, const carom_shape *a, const carom_shape *b,
                  const carom__relative *b_in_a, carom__manifold *out);

/* Remembers a manifold that was computed for this pose. */
void carom__remember(carom__pair_cache *cache, const carom_shape *a, const carom_shape *b,
                     const carom__relative *b_in_a, const carom__manifold *found);

#endif
