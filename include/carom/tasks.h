/* carom/tasks.h: threads that the game lends to carom.
 *
 * carom starts no thread on its own. A game that wants carom to use several threads passes a carom_tasks. It
 * holds two functions by which carom gives tasks to the game's scheduler and waits for them. A game without a
 * scheduler can use a carom_pool, which is a small thread pool. The number of threads changes the time that
 * the work takes, and no result. */
#ifndef CAROM_TASKS_H
#define CAROM_TASKS_H

#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A task. The scheduler calls it once, on any thread. */
typedef void (*carom_task_fn)(void *context);

/* A scheduler. carom calls enqueue and wait on the thread that called carom. It returns to its caller only
 * when all tasks it enqueued have run. A thread or fiber that runs tasks must have 512 kB of stack. All zero
 * means no scheduler, so that everything runs on the calling thread. */
typedef struct carom_tasks {
  void *user; /* passed to both functions unchanged */
  uint32_t
      threads; /* how many threads may run tasks at once, including the caller; 0 and 1: the caller alone */
  /* Takes a task: the scheduler must call run(context). Returns the handle to pass to wait. Returns NULL if
   * the task has already run, and then carom does not call wait. carom has fewer than 64 tasks enqueued at
   * once. */
  void *(*enqueue)(void *user, carom_task_fn run, void *context);
  /* Blocks until the task has run. Everything the task wrote is then visible to the calling thread. carom
   * calls it once for each enqueue that did not return NULL. */
  void (*wait)(void *user, void *task);
} carom_tasks;

/* A pool of threads that sleep until there are tasks. One pool may serve several worlds and several threads
 * at once, as well as the game's own tasks. Tasks may enqueue tasks and wait for them. A thread that waits
 * runs whatever task is first in the queue. While a world steps, the game must therefore hold no lock that
 * one of its own tasks needs. */
typedef struct carom_pool carom_pool;

/* A pool has at most this many threads. */
#define CAROM_POOL_THREADS_MAX 64

/* Creates a pool that runs tasks on `threads` threads at once. It starts one thread less, because the thread
 * that waits works as well. With 0 and 1 it starts none. The pool has fewer threads when the system refuses
 * some of them. The same holds when the system has none (WebAssembly, or a library built with
 * CAROM_NO_THREADS). carom_pool_get_tasks tells the number. A NULL allocator uses the C library. Errors:
 * CAROM_NULL_ARGUMENT (out), CAROM_OUT_OF_RANGE (threads above CAROM_POOL_THREADS_MAX), CAROM_OUT_OF_MEMORY.
 */
CAROM_API carom_status carom_pool_create(const carom_allocator *allocator, uint32_t threads,
                                         carom_pool **out);

/* Runs all tasks that are still enqueued, ends the threads and frees the pool. No other thread may use the
 * pool during the call. NULL does nothing. */
CAROM_API void carom_pool_destroy(carom_pool *pool);

/* Returns the pool as a scheduler, which is valid until the pool is destroyed. NULL returns an empty
 * scheduler. */
CAROM_API carom_tasks carom_pool_get_tasks(carom_pool *pool);

#ifdef __cplusplus
}
#endif

#endif
