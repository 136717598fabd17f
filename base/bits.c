/* bits.c: a set of small numbers. */
#include "bits.h"

#include <string.h>

carom_status carom__bits_reserve(carom__bits *bits, const carom_allocator *allocator, size_t count) {
  size_t words = count / 64 + (count % 64 > 0), old = bits->words.count;
  if (words <= old) return CAROM_OK;
  carom_status status = carom__array_reserve(allocator, &bits->words, words);
  if (status) return status;
  memset(bits->words.data + old, 0, (words - old) * sizeof *bits->words.data);
  bits->words.count = words;
  return CAROM_OK;
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
