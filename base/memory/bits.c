/* bits.c: a set of small integers, one bit each. */
#include "bits.h"

#include <string.h>

static size_t words_for(size_t count) { return count / 64 + (count % 64 > 0); }

carom_status carom__bits_reserve(carom__bits *bits, const carom_allocator *allocator, size_t count) {
  return carom__array_reserve(allocator, &bits->words, words_for(count));
}

void carom__bits_extend(carom__bits *bits, size_t count) {
  for (size_t words = words_for(count); bits->words.count < words;) carom__array_push(&bits->words, 0);
}

void carom__bits_clear_all(carom__bits *bits) {
  if (bits->words.count) memset(bits->words.data, 0, bits->words.count * sizeof *bits->words.data);
}

size_t carom__bits_count(const carom__bits *bits, size_t begin, size_t end) {
  size_t count = 0;
  for (size_t i = begin; i < end; i++) count += bits_count_word(bits->words.data[i]);
  return count;
}

void carom__bits_free(carom__bits *bits, const carom_allocator *allocator) {
  carom__array_free(allocator, &bits->words);
}
