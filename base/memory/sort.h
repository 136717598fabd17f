/* sort.h: stable LSD radix sort, by 8 or 11 bits per pass. It skips passes in which all keys agree. */
#ifndef CAROM_BASE_SORT_H
#define CAROM_BASE_SORT_H

#include "carom/common.h"

/* A 64-bit key with a 32-bit value that follows it; two words, also where a word needs no more than the
 * alignment of half of it (i386). */
typedef struct carom__keyed {
  _Alignas(8) uint64_t key;
  uint32_t value;
} carom__keyed;

/* Sort ascending by key, equal keys in their old order. scratch has room for count elements, and the sorted
 * sequence ends in items. */
void carom__sort_keyed(carom__keyed *items, carom__keyed *scratch, size_t count);
void carom__sort_u64(uint64_t *items, uint64_t *scratch, size_t count);

/* Returns how many of some ascending values are below a limit. */
size_t carom__count_below(const uint32_t *values, size_t count, uint32_t limit);

/* Counting sorts: turns how many items of each value there are into the places where they go, and returns how
 * many there are in all. Several parts may have counted, each into counts of its own, one part after another:
 * of one value, the items of earlier parts come first. */
static inline uint32_t carom__counts_to_starts(uint32_t *counts, size_t values, size_t parts) {
  uint32_t start = 0;
  for (size_t value = 0; value < values; value++) {
    for (size_t part = 0; part < parts; part++) {
      uint32_t *at = &counts[part * values + value], count = *at;
      *at = start;
      start += count;
    }
  }
  return start;
}

/* A finite float as an unsigned key of the same order; -0 and 0 get the same key. */
static inline uint32_t carom__float_key(float value) {
  union {
    float f;
    uint32_t u;
  } bits = {value + 0.0f};
  return bits.u & 0x80000000u ? ~bits.u : bits.u | 0x80000000u;
}

#endif
