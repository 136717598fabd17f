/* idpool.h: stable ids over slots that are reused.
 *
 * An id is one word: 32 bits of slot index below, above it 24 bits of generation and 8 bits that tell pools
 * apart, the tag; 0 is never an id. A slot's generation grows when it is released, so an id of the last
 * occupant no longer resolves. A slot whose generation is used up is never handed out again. Slots are reused
 * last in, first out: the ids depend on the history of calls alone. */
#ifndef CAROM_BASE_IDPOOL_H
#define CAROM_BASE_IDPOOL_H

#include "array.h"

typedef struct carom__idpool {
  CAROM__ARRAY(uint32_t) generations; /* a slot, below the tag: odd while in use, even while free */
  CAROM__ARRAY(uint32_t) free_slots;
  uint32_t live; /* slots in use */
  uint32_t tag;  /* carom__idpool_tag, set before the first id is handed out */
} carom__idpool;

#define CAROM__NO_INDEX UINT32_MAX
/* The generations of a slot are those below this one; a slot that has reached it is used up. */
#define CAROM__GENERATIONS ((uint32_t)1 << 24)

static inline uint32_t carom__idpool_tag(uint8_t tag) { return tag * CAROM__GENERATIONS; }

static inline uint32_t carom__id_index(uint64_t bits) { return (uint32_t)bits; }
static inline uint64_t carom__id_make(uint32_t index, uint32_t generation) {
  return (uint64_t)generation << 32 | index;
}

/* Makes room for `count` more ids, so that as many calls of carom__idpool_acquire cannot fail; changes
 * nothing else, and no id that is handed out later. */
carom_status carom__idpool_reserve(carom__idpool *pool, const carom_allocator *allocator, size_t count);
/* Hands out an id. Makes room first for its own release too, so that a release cannot fail.
 * CAROM_OUT_OF_MEMORY or CAROM_LIMIT (2^32 - 1 slots) leave the pool as it was. */
carom_status carom__idpool_acquire(carom__idpool *pool, const carom_allocator *allocator, uint64_t *out);
/* Gives the slot of a live id back. */
void carom__idpool_release(carom__idpool *pool, uint64_t id);
/* Returns the id that lives in a slot, or 0. */
static inline uint64_t carom__idpool_at(const carom__idpool *pool, uint32_t index) {
  if (index >= pool->generations.count) return 0;
  uint32_t generation = pool->generations.data[index];
  return generation & 1 ? carom__id_make(index, generation) : 0;
}
/* Take the last acquire or release back, which was that of this slot: the pool is as it was before it. */
void carom__idpool_unacquire(carom__idpool *pool, uint32_t slot);
void carom__idpool_unrelease(carom__idpool *pool, uint32_t slot);
/* Returns the slot of a live id, or CAROM__NO_INDEX. */
static inline uint32_t carom__idpool_find(const carom__idpool *pool, uint64_t id) {
  uint32_t index = carom__id_index(id), generation = (uint32_t)(id >> 32);
  return index < pool->generations.count && generation & 1 && pool->generations.data[index] == generation
             ? index
             : CAROM__NO_INDEX;
}
/* How many slots there are, used and free: an upper bound of all indices. */
static inline uint32_t carom__idpool_slots(const carom__idpool *pool) {
  return (uint32_t)pool->generations.count;
}
void carom__idpool_free(carom__idpool *pool, const carom_allocator *allocator);

#endif
