/* pair_cache.h: the content of a carom_pair_cache: the last manifold of a pair and the last simplex of GJK.
 */
#ifndef CAROM_NARROWPHASE_PAIR_CACHE_H
#define CAROM_NARROWPHASE_PAIR_CACHE_H

#include "carom/batch.h"

/* A point of a manifold, on each of both shapes in its own frame. */
typedef struct carom__anchor {
  carom_vec3 on_a, on_b;
  uint32_t feature;
} carom__anchor;

/* A manifold and the bounds within which it stays valid (reuse.c). */
typedef struct carom__manifold_cache {
  uint32_t state; /* 0 empty, 1 apart, 2 touching */
  uint32_t count;
  carom_vec3 origin; /* of B in A's frame when the manifold was computed */
  carom_mat3 axes;
  carom_vec3 normal;
  float least;                  /* separation of all axes */
  carom_vec3 center;            /* of B, in its frame */
  float reach, limit, rounding; /* of B from its center; of the motion; of the sum */
  carom__anchor anchors[CAROM_MANIFOLD_POINTS];
} carom__manifold_cache;

/* The simplex at which GJK ended, by vertices of both shapes. Any content is safe, also of other shapes. */
typedef struct carom__simplex_cache {
  uint16_t count, a[4], b[4];
  carom_vec3 normal;
} carom__simplex_cache;

typedef struct carom__pair_cache {
  carom__manifold_cache manifold;
  carom__simplex_cache simplex;
} carom__pair_cache;

_Static_assert(sizeof(carom__pair_cache) == sizeof(carom_pair_cache), "the public bytes hold the content");
_Static_assert(_Alignof(carom__pair_cache) == _Alignof(carom_pair_cache), "and are aligned for it");

static inline carom__pair_cache *pair_cache_content(carom_pair_cache *cache) {
  return (carom__pair_cache *)(void *)cache;
}

#endif
