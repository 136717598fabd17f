/* array.c: geometric growth of untyped arrays. */
#include "array.h"

#include <string.h>

/* Small arrays start at this many elements rather than crawl through the first doublings. */
enum { FIRST_CAPACITY = 8 };

static size_t grown_capacity(size_t capacity, size_t want, size_t element) {
  size_t limit = SIZE_MAX / element;
  size_t doubled = capacity > limit / 2 ? limit : capacity * 2;
  size_t grown = want > doubled ? want : doubled;
  return grown < FIRST_CAPACITY ? FIRST_CAPACITY : grown;
}

carom_status carom__array_reserve_bytes(const carom_allocator *allocator, void **data, size_t *capacity,
                                        size_t element, size_t want) {
  if (want <= *capacity) return CAROM_OK;
  if (want > SIZE_MAX / element) return CAROM_OUT_OF_MEMORY;
  size_t grown = grown_capacity(*capacity, want, element);
  /* The pointer behind data is of another type than void *, so it is read and written as bytes. */
  void *block;
  memcpy(&block, data, sizeof block);
  block = carom__realloc(allocator, block, *capacity * element, grown * element);
  if (!block) return CAROM_OUT_OF_MEMORY;
  memcpy(data, &block, sizeof block);
  *capacity = grown;
  return CAROM_OK;
}
