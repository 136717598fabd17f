/* test_memory.h: an allocator that counts what it hands out, fails where it is told to, and checks that the
 * library returns every block with the size it was given. */
#ifndef CAROM_TEST_MEMORY_H
#define CAROM_TEST_MEMORY_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "carom/common.h"
#include "testing.h"

/* All zero is ready for use. */
typedef struct test_memory {
  size_t live_bytes, live_blocks;
  size_t requests; /* calls that asked for memory, refused ones included */
  size_t fail_at;  /* the request of this number (the first is 1) is refused; 0: none */
  bool fail_after; /* so are all that follow it */
  uint32_t one_in; /* besides, one request of so many is refused at random; 0: none */
  uint64_t random;
  size_t refused;     /* requests, in all */
  size_t wrong_sizes; /* calls whose old size was not the block's */
} test_memory;

/* Stands before each block; as large as the strictest alignment, so that the block keeps it. */
typedef union test_memory_header {
  size_t size;
  max_align_t align;
} test_memory_header;

static inline bool test_memory_refuses(test_memory *memory) {
  bool at_random = memory->one_in > 0 && test_below(&memory->random, memory->one_in) == 0;
  memory->requests++;
  bool told = memory->fail_at > 0 && (memory->fail_after ? memory->requests >= memory->fail_at
                                                         : memory->requests == memory->fail_at);
  memory->refused += at_random || told;
  return at_random || told;
}

static inline void test_memory_give_back(test_memory *memory, test_memory_header *header) {
  memory->live_bytes -= header->size;
  memory->live_blocks--;
  memset(header, 0xDD, sizeof *header + header->size);
  free(header);
}

/* Every new size gives a new place and the rest is filled with garbage, so that whoever keeps an old pointer
 * or trusts fresh memory is found out. */
static inline void *test_memory_alloc(void *user, void *block, size_t old_size, size_t new_size) {
  test_memory *memory = user;
  test_memory_header *old = block ? (test_memory_header *)block - 1 : NULL;
  if ((old ? old->size : 0) != old_size) memory->wrong_sizes++;
  test_memory_header *fresh = NULL;
  if (new_size > 0) {
    if (test_memory_refuses(memory) || new_size > SIZE_MAX - sizeof *fresh) return NULL;
    fresh = malloc(sizeof *fresh + new_size);
    if (!fresh) return NULL;
    fresh->size = new_size;
    memset(fresh + 1, 0xCD, new_size);
    if (old) memcpy(fresh + 1, old + 1, old->size < new_size ? old->size : new_size);
    memory->live_bytes += new_size;
    memory->live_blocks++;
  }
  if (old) test_memory_give_back(memory, old);
  return fresh ? fresh + 1 : NULL;
}

static inline carom_allocator test_memory_allocator(test_memory *memory) {
  return (carom_allocator){test_memory_alloc, memory};
}

/* From now on the k-th request fails (k >= 1), or with k = 0 none does. */
static inline void test_memory_fail_at(test_memory *memory, size_t k) {
  memory->fail_at = k ? memory->requests + k : 0;
  memory->fail_after = false;
}

/* From now on every request fails, until test_memory_fail_at(memory, 0). */
static inline void test_memory_fail_all(test_memory *memory) {
  memory->fail_at = memory->requests + 1;
  memory->fail_after = true;
}

/* Nothing is live, and every size was right. */
static inline bool test_memory_is_clean(const test_memory *memory) {
  return memory->live_blocks == 0 && memory->live_bytes == 0 && memory->wrong_sizes == 0;
}

#endif
