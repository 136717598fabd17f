/* memory.h: memory for the program around the engine. A sample has nothing better to do without memory than
 * to say so and leave; the engine itself returns a status. */
#ifndef LEVEL_MEMORY_H
#define LEVEL_MEMORY_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static inline void *memory_or_exit(void *block) {
  if (block) return block;
  fputs("Out of memory.\n", stderr);
  exit(EXIT_FAILURE);
}

/* Resizes a block to count elements; never returns NULL. */
static inline void *memory_resize(void *block, size_t count, size_t size) {
  bool fits = count <= PTRDIFF_MAX / size;
  return memory_or_exit(fits ? realloc(block, count ? count * size : 1) : NULL);
}

/* A new block of zeros. */
static inline void *memory_zeroed(size_t count, size_t size) {
  return memory_or_exit(calloc(count ? count : 1, size));
}

/* Makes room for one more element: doubles when the array is full. */
static inline void *memory_grow(void *block, size_t count, size_t *capacity, size_t size) {
  if (count < *capacity) return block;
  *capacity = *capacity ? 2 * *capacity : 64;
  return memory_resize(block, *capacity, size);
}

#endif
