/* pool.c: a pool of threads with one queue. On platforms without threads it uses the calling thread alone.
 *
 * Threads without work sleep on a condition variable and never spin: on a processor that is shared, a
 * spinning thread takes the time of the one it waits for. */
#define _POSIX_C_SOURCE 200809L

#include "pool.h"

#include "alloc.h"

#if CAROM__HAS_THREADS
#include "thread.h"

/* Jobs that are enqueued and not yet waited for; when all are in use, a task runs at once. */
enum { JOB_COUNT = 256 };

typedef struct job {
  carom_task_fn run;
  void *context;
  struct job *next; /* in the queue, or among the free ones */
  bool done;
} job;

struct carom_pool {
  carom_allocator allocator;
  uint32_t worker_count;
  carom__lock lock;   /* over all that follows */
  carom__signal work; /* the queue is not empty, or the pool is closing */
  carom__signal done; /* a job is done */
  bool closing;
  job *first, **end; /* the queue: its first job, and where the next is to be linked */
  job *free;
  job jobs[JOB_COUNT];
  carom__thread workers[CAROM_POOL_THREADS_MAX - 1];
};

static job *take_first(carom_pool *pool) {
  job *taken = pool->first;
  pool->first = taken->next;
  if (!pool->first) pool->end = &pool->first;
  return taken;
}

/* Runs the first job of the queue; the lock is taken before and after. */
static void run_first(carom_pool *pool) {
  job *taken = take_first(pool);
  carom__lock_leave(&pool->lock);
  taken->run(taken->context);
  carom__lock_take(&pool->lock);
  taken->done = true;
  carom__signal_all(&pool->done);
}

static void work(void *context) {
  carom_pool *pool = context;
  carom__lock_take(&pool->lock);
  while (pool->first || !pool->closing) {
    if (pool->first)
      run_first(pool);
    else
      carom__signal_wait(&pool->work, &pool->lock);
  }
  carom__lock_leave(&pool->lock);
}

/* Takes a free job and appends it to the queue; NULL when there is none. */
static job *append(carom_pool *pool, carom_task_fn run, void *context) {
  job *added = pool->free;
  if (!added) return NULL;
  pool->free = added->next;
  *added = (job){run, context, NULL, false};
  *pool->end = added;
  pool->end = &added->next;
  return added;
}

static void *enqueue(void *user, carom_task_fn run, void *context) {
  carom_pool *pool = user;
  carom__lock_take(&pool->lock);
  job *added = append(pool, run, context);
  carom__lock_leave(&pool->lock);
  if (added)
    carom__signal_one(&pool->work);
  else
    run(context);
  return added;
}

/* Who waits works on whatever comes first in the queue. It sleeps only when all jobs are being run, its own
 * among them. */
static void wait_for(void *user, void *task) {
  carom_pool *pool = user;
  job *awaited = task;
  carom__lock_take(&pool->lock);
  while (!awaited->done) {
    if (pool->first)
      run_first(pool);
    else
      carom__signal_wait(&pool->done, &pool->lock);
  }
  awaited->next = pool->free;
  pool->free = awaited;
  carom__lock_leave(&pool->lock);
}

static bool make_locks(carom_pool *pool) {
  if (!carom__lock_init(&pool->lock)) return false;
  if (carom__signal_init(&pool->work)) {
    if (carom__signal_init(&pool->done)) return true;
    carom__signal_destroy(&pool->work);
  }
  carom__lock_destroy(&pool->lock);
  return false;
}

static void link_jobs(carom_pool *pool) {
  pool->end = &pool->first;
  for (size_t i = 0; i < JOB_COUNT; i++) {
    pool->jobs[i].next = pool->free;
    pool->free = &pool->jobs[i];
  }
}

/* Starts workers until there are as many as wanted, or the system refuses one. */
static void start_workers(carom_pool *pool, uint32_t wanted) {
  while (pool->worker_count < wanted && carom__thread_start(&pool->workers[pool->worker_count], work, pool))
    pool->worker_count++;
}

static bool open_up(carom_pool *pool, uint32_t workers) {
  if (!make_locks(pool)) return false;
  link_jobs(pool);
  start_workers(pool, workers);
  return true;
}

/* The calling thread works, too, until the queue is empty; it may be the only one. */
static void close_down(carom_pool *pool) {
  carom__lock_take(&pool->lock);
  pool->closing = true;
  carom__lock_leave(&pool->lock);
  carom__signal_all(&pool->work);
  work(pool);
  for (uint32_t i = 0; i < pool->worker_count; i++) carom__thread_join(&pool->workers[i]);
  carom__signal_destroy(&pool->done);
  carom__signal_destroy(&pool->work);
  carom__lock_destroy(&pool->lock);
}

#else

struct carom_pool {
  carom_allocator allocator;
  uint32_t worker_count;
};

static void *enqueue(void *user, carom_task_fn run, void *context) {
  (void)user;
  run(context);
  return NULL;
}

static void wait_for(void *user, void *task) { (void)user, (void)task; }

static bool open_up(carom_pool *pool, uint32_t workers) {
  (void)pool, (void)workers;
  return true;
}

static void close_down(carom_pool *pool) { (void)pool; }
#endif

carom_status carom_pool_create(const carom_allocator *allocator, uint32_t threads, carom_pool **out) {
  if (!out) return CAROM_NULL_ARGUMENT;
  if (threads > CAROM_POOL_THREADS_MAX) return CAROM_OUT_OF_RANGE;
  carom_pool *pool = carom__alloc(allocator, sizeof *pool);
  if (!pool) return CAROM_OUT_OF_MEMORY;
  *pool = (carom_pool){.allocator = allocator ? *allocator : (carom_allocator){0}};
  if (!open_up(pool, threads > 1 ? threads - 1 : 0)) {
    carom__free(allocator, pool, sizeof *pool);
    return CAROM_OUT_OF_MEMORY;
  }
  *out = pool;
  return CAROM_OK;
}

void carom_pool_destroy(carom_pool *pool) {
  if (!pool) return;
  close_down(pool);
  carom_allocator allocator = pool->allocator;
  carom__free(&allocator, pool, sizeof *pool);
}

carom_tasks carom_pool_get_tasks(carom_pool *pool) {
  if (!pool) return (carom_tasks){0};
  return (carom_tasks){pool, 1 + pool->worker_count, enqueue, wait_for};
}
