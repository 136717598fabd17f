/* arena.h: scratch memory for one step. An allocation moves a pointer, and all memory is released at once.
 *
 * Memory comes in blocks that never move. carom__arena_reset keeps one block as large as all that the last
 * round used, so that after a warm-up a step allocates nothing. What many rounds have used less than half of
 * becomes smaller: the first step of a world often needs much that no other does. */
#ifndef CAROM_BASE_ARENA_H
#define CAROM_BASE_ARENA_H

#include "alloc.h"
#include "carom/status.h"

typedef struct carom__arena_block carom__arena_block;

typedef struct carom__arena {
  carom_allocator allocator;
  carom__arena_block *blocks; /* newest first */
  size_t used;                /* bytes handed out since the last reset, alignment included */
  size_t most, rounds;        /* the most of the latest rounds, and how many these are */
} carom__arena;

void carom__arena_init(carom__arena *arena, const carom_allocator *allocator);
/* Returns `count` elements of `element` bytes, uninitialised, aligned to 64; NULL when out of memory or when
 * the product overflows. A count of zero gives a valid pointer that must not be read. */
void *carom__arena_alloc(carom__arena *arena, size_t count, size_t element);
void carom__arena_reset(carom__arena *arena);
/* All that it holds, in bytes. */
size_t carom__arena_size(const carom__arena *arena);
void carom__arena_free(carom__arena *arena);

#endif
