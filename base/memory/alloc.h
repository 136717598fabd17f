/* alloc.h: memory allocation through the user's function. */
#ifndef CAROM_BASE_ALLOC_H
#define CAROM_BASE_ALLOC_H

#include "carom/common.h"

/* All three take a const carom_allocator; a NULL one, or one with no function, is the C library's.
 * A size of zero gives NULL from carom__alloc, without a call. */
void *carom__alloc(const carom_allocator *allocator, size_t size);
void *carom__realloc(const carom_allocator *allocator, void *block, size_t old_size, size_t new_size);
void carom__free(const carom_allocator *allocator, void *block, size_t size);

#endif
