/* pool_alone.c: the pool on platforms without threads, which uses the calling thread alone. */
#include "pool.h"

#if !CAROM__HAS_THREADS
#include "alloc.h"

struct carom_pool {
  carom_allocator allocator;
};

carom_status carom_pool_create(const carom_allocator *allocator, uint32_t threads, carom_pool **out) {
  if (!out) return CAROM_NULL_ARGUMENT;
  if (threads > CAROM_POOL_THREADS_MAX) return CAROM_OUT_OF_RANGE;
  carom_pool *pool = carom__alloc(allocator, sizeof *pool);
  if (!pool) return CAROM_OUT_OF_MEMORY;
  pool->allocator = allocator ? *allocator : (carom_allocator){0};
  *out = pool;
  return CAROM_OK;
}

void carom_pool_destroy(carom_pool *pool) {
  if (!pool) return;
  carom_allocator allocator = pool->allocator;
  carom__free(&allocator, pool, sizeof *pool);
}

static void *run_now(void *user, carom_task_fn run, void *context) {
  (void)user;
  run(context);
  return NULL;
}

static void nothing_to_wait_for(void *user, void *task) { (void)user, (void)task; }

carom_tasks carom_pool_get_tasks(carom_pool *pool) {
  if (!pool) return (carom_tasks){0};
  return (carom_tasks){pool, 1, run_now, nothing_to_wait_for};
}
#endif
