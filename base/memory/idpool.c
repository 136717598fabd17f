/* idpool.c: slots with generations, which make stable ids. */
#include "idpool.h"

#include <assert.h>

carom_status carom__idpool_reserve(carom__idpool *pool, const carom_allocator *allocator, size_t count) {
  size_t slots = pool->generations.count;
  if (count > CAROM__NO_INDEX - slots) return CAROM_LIMIT;
  carom_status status = carom__array_reserve(allocator, &pool->generations, slots + count);
  /* Room for every slot to be free at once, so that a release never needs memory. */
  if (!status) status = carom__array_reserve(allocator, &pool->free_slots, slots + count);
  return status;
}

static carom_status add_slot(carom__idpool *pool, const carom_allocator *allocator) {
  carom_status status = carom__idpool_reserve(pool, allocator, 1);
  if (status) return status;
  carom__array_push(&pool->free_slots, (uint32_t)pool->generations.count);
  carom__array_push(&pool->generations, pool->tag);
  return CAROM_OK;
}

carom_status carom__idpool_acquire(carom__idpool *pool, const carom_allocator *allocator, uint64_t *out) {
  if (pool->free_slots.count == 0) {
    carom_status status = add_slot(pool, allocator);
    if (status) return status;
  }
  uint32_t index = pool->free_slots.data[--pool->free_slots.count];
  uint32_t generation = ++pool->generations.data[index];
  pool->live++;
  *out = carom__id_make(index, generation);
  return CAROM_OK;
}

void carom__idpool_release(carom__idpool *pool, uint64_t id) {
  uint32_t index = carom__idpool_find(pool, id);
  assert(index != CAROM__NO_INDEX);
  /* Another turn of a slot that is used up would bring ids of other tags to life. */
  if (++pool->generations.data[index] - pool->tag < CAROM__GENERATIONS)
    carom__array_push(&pool->free_slots, index);
  pool->live--;
}

/* A slot that no id has ever had came with that acquire, and is the last. */
void carom__idpool_unacquire(carom__idpool *pool, uint32_t slot) {
  if (--pool->generations.data[slot] == pool->tag)
    pool->generations.count--;
  else
    carom__array_push(&pool->free_slots, slot);
  pool->live--;
}

void carom__idpool_unrelease(carom__idpool *pool, uint32_t slot) {
  if (pool->generations.data[slot]-- - pool->tag < CAROM__GENERATIONS) pool->free_slots.count--;
  pool->live++;
}

void carom__idpool_free(carom__idpool *pool, const carom_allocator *allocator) {
  carom__array_free(allocator, &pool->generations);
  carom__array_free(allocator, &pool->free_slots);
  pool->live = 0;
}
