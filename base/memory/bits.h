/* bits.h: a set of small integers, one bit each. It marks slots and visits the marked ones. */
#ifndef CAROM_BASE_BITS_H
#define CAROM_BASE_BITS_H

#include "array.h"
#include "lanes.h"

/* All zero is an empty set with room for nothing. Number i is bit i % 64 of word i / 64. */
typedef struct carom__bits {
  CAROM__ARRAY(uint64_t) words;
} carom__bits;

/* Makes room for the numbers below `count`: CAROM_OK or CAROM_OUT_OF_MEMORY. The set is as long as it was, so
 * that of several sets that belong together none grows before there is room for all of them. */
carom_status carom__bits_reserve(carom__bits *bits, const carom_allocator *allocator, size_t count);
/* Makes the set long enough for the numbers below `count`, for which there is room; the new ones are not in
 * it. Does nothing to one that is as long. */
void carom__bits_extend(carom__bits *bits, size_t count);
void carom__bits_clear_all(carom__bits *bits);
/* How many numbers of words begin..end - 1 are in the set. */
size_t carom__bits_count(const carom__bits *bits, size_t begin, size_t end);
void carom__bits_free(carom__bits *bits, const carom_allocator *allocator);

static inline uint64_t bits_mask(uint32_t i) { return (uint64_t)1 << i % 64; }
static inline void bits_set(carom__bits *bits, uint32_t i) { bits->words.data[i / 64] |= bits_mask(i); }
static inline void bits_clear(carom__bits *bits, uint32_t i) { bits->words.data[i / 64] &= ~bits_mask(i); }
static inline bool bits_test(const carom__bits *bits, uint32_t i) {
  return bits->words.data[i / 64] & bits_mask(i);
}

/* The bits of a word, added up in pairs, fours, eights and then all bytes at once (Warren, Hacker's Delight,
 * 2002): not every processor that this is compiled for has an instruction for it. */
static inline size_t bits_count_word(uint64_t word) {
  word -= word >> 1 & 0x5555555555555555u;
  word = (word & 0x3333333333333333u) + (word >> 2 & 0x3333333333333333u);
  word = (word + (word >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
  return (size_t)(word * 0x0101010101010101u >> 56);
}

/* A walk over the numbers of some words, ascending: for (carom__bits_walk w = bits_walk_all(b); bits_next(&w,
 * &i);) A number that is set or cleared behind the word in hand is not seen any more. */
typedef struct carom__bits_walk {
  const uint64_t *words;
  size_t next, end; /* words */
  uint64_t left;    /* of the word before `next` */
} carom__bits_walk;

static inline carom__bits_walk bits_walk(const carom__bits *bits, size_t begin, size_t end) {
  return (carom__bits_walk){bits->words.data, begin, end, 0};
}
static inline carom__bits_walk bits_walk_all(const carom__bits *bits) {
  return bits_walk(bits, 0, bits->words.count);
}
static inline bool bits_next(carom__bits_walk *walk, uint32_t *out) {
  while (walk->left == 0) {
    if (walk->next == walk->end) return false;
    walk->left = walk->words[walk->next++];
  }
  *out = (uint32_t)(walk->next - 1) * 64 + (uint32_t)bits_lowest(walk->left);
  walk->left &= walk->left - 1;
  return true;
}

#endif
