/* alloc.c: allocates memory through the user's function, or through the C library when there is none. */
#include "alloc.h"

#include <stdlib.h>

void *carom__alloc(const carom_allocator *allocator, size_t size) {
  return carom__realloc(allocator, NULL, 0, size);
}

void *carom__realloc(const carom_allocator *allocator, void *block, size_t old_size, size_t new_size) {
  /* What realloc does with a size of zero differs between C libraries and allocators; free means one
   * thing. */
  if (new_size == 0) {
    carom__free(allocator, block, old_size);
    return NULL;
  }
  if (allocator && allocator->alloc) return allocator->alloc(allocator->user, block, old_size, new_size);
  return realloc(block, new_size);
}

void carom__free(const carom_allocator *allocator, void *block, size_t size) {
  if (!block) return;
  if (allocator && allocator->alloc)
    allocator->alloc(allocator->user, block, size, 0);
  else
    free(block);
}
