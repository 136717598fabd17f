/* array.c: grows untyped arrays geometrically. */
#include "array.h"

#include <string.h>

/* Arrays of elements that are not large start at this many rather than crawl through the first doublings. */
enum { FIRST_CAPACITY = 8, LARGE_ELEMENT = 512 };

/* Arrays begin on a cache line, so that an element that is as long takes one of them and not two. The
 * allocator aligns for standard types only: a block has room to shift what is in it. */
enum { LINE = 64 };

/* Arrays of more bytes than this grow by an eighth at least, others double: what is copied then is little
 * beside what else is done to an element, and the room that is not used is less. */
enum { DOUBLES_BELOW = 65536, SHARE = 8 };

static size_t grown_capacity(size_t capacity, size_t want, size_t element) {
  const size_t limit = (SIZE_MAX - LINE) / element;
  const size_t more = capacity < DOUBLES_BELOW / element ? capacity : capacity / SHARE;
  const size_t larger = more > limit - capacity ? limit : capacity + more;
  const size_t grown = want > larger ? want : larger;
  return grown < FIRST_CAPACITY && element < LARGE_ELEMENT ? FIRST_CAPACITY : grown;
}

/* How far behind the begin of its block an array is; the byte before it says so. */
static size_t shift_of(const void *data) { return data ? ((const uint8_t *)data)[-1] : 0; }

/* Moves `size` bytes that are `shift` bytes behind the begin of a block onto a line. */
static void *align(char *block, size_t shift, size_t size) {
  size_t aligned = LINE - (uintptr_t)block % LINE;
  uint8_t *data = (uint8_t *)block + aligned;
  if (aligned != shift) memmove(data, block + shift, size);
  data[-1] = (uint8_t)aligned;
  return data;
}

static carom_status grow(const carom_allocator *allocator, void **data, size_t *capacity, size_t element,
                         size_t grown) {
  /* The pointer behind data is of another type than void *, so it is read and written as bytes. */
  char *block;
  memcpy(&block, data, sizeof block);
  size_t shift = shift_of(block), size = *capacity * element;
  block = carom__realloc(allocator, block ? block - shift : NULL, block ? size + LINE : 0,
                         grown * element + LINE);
  if (!block) return CAROM_OUT_OF_MEMORY;
  block = align(block, shift, size);
  memcpy(data, &block, sizeof block);
  *capacity = grown;
  return CAROM_OK;
}

carom_status carom__array_reserve_bytes(const carom_allocator *allocator, void **data, size_t *capacity,
                                        size_t element, size_t want) {
  if (want <= *capacity) return CAROM_OK;
  if (want > (SIZE_MAX - LINE) / element) return CAROM_OUT_OF_MEMORY;
  return grow(allocator, data, capacity, element, grown_capacity(*capacity, want, element));
}

carom_status carom__array_reserve_lean_bytes(const carom_allocator *allocator, void **data, size_t *capacity,
                                             size_t element, size_t want) {
  const size_t limit = (SIZE_MAX - LINE) / element;
  if (want <= *capacity) return CAROM_OK;
  if (want > limit) return CAROM_OUT_OF_MEMORY;
  return grow(allocator, data, capacity, element, want + (want / 16 < limit - want ? want / 16 : 0));
}

void carom__array_free_bytes(const carom_allocator *allocator, void *data, size_t size) {
  if (data) carom__free(allocator, (char *)data - shift_of(data), size + LINE);
}
