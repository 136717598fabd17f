/* pair_keys.h: pairs while they are collected, as 64-bit keys that sort into the order of the result. */
#ifndef CAROM_BROADPHASE_PAIR_KEYS_H
#define CAROM_BROADPHASE_PAIR_KEYS_H

#include "broadphase.h"

typedef struct carom__pair_keys {
  CAROM__ARRAY(uint64_t) keys;
  CAROM__ARRAY(uint64_t) scratch;
} carom__pair_keys;

/* Makes room for `more` keys beyond those that are there. */
static inline carom_status pair_keys_reserve(carom__pair_keys *pairs, const carom_allocator *allocator,
                                             size_t more) {
  if (pairs->keys.capacity - pairs->keys.count >= more) return CAROM_OK;
  return carom__array_reserve(allocator, &pairs->keys, pairs->keys.count + more);
}

/* Sorts the keys and writes them to `out` as pairs; on CAROM_OUT_OF_MEMORY `out` stays empty. */
carom_status carom__pair_keys_finish(carom__pair_keys *pairs, const carom_allocator *allocator,
                                     carom__pairs *out);
void carom__pair_keys_free(carom__pair_keys *pairs, const carom_allocator *allocator);

#endif
