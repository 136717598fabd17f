/* carom/tasks.h: threads, as the game lends them.
 *
 * carom starts no thread of its own accord. Whoever wants it to use several hands it a carom_tasks: functions
 * by which it gives pieces of its work to the game's own scheduler and waits for them; or those of a
 * carom_pool, a small pool of threads for games that have no scheduler. On how many threads the work is done
 * changes the time it takes and no result. */
#ifndef CAROM_TASKS_H
#define CAROM_TASKS_H

#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A piece of work: to be called once, on any thread. */
typedef void (*carom_task_fn)(void *context);

/* A scheduler. carom calls enqueue and wait on the thread that called carom, and returns to its caller only
 * when all it enqueued has run. All zero is no scheduler: everything runs on the calling thread. */
typedef struct carom_tasks {
  void *user;       /* handed to both functions as it is */
  uint32_t threads; /* on how many threads tasks may run at once, the caller's included; 0 and 1: all here */
  /* Takes a piece of work: run(context) is to be called. Returns what wait is called with, or NULL when it
   * has run already, and then no wait follows. carom enqueues fewer than 64 at once. */
  void *(*enqueue)(void *user, carom_task_fn run, void *context);
  /* Blocks until the work has run; what it wrote is visible to the calling thread then. Called once for each
   * enqueue that did not return NULL. */
  void (*wait)(void *user, void *task);
} carom_tasks;

/* Some threads that sleep until there is work. A pool may serve several worlds and several threads at once,
 * and the game's own tasks besides; tasks may enqueue tasks and wait for them. Who waits runs whatever comes
 * first in the queue: while a world steps, hold no lock that a task of the game's wants. */
typedef struct carom_pool carom_pool;

/* The most threads of a pool. */
#define CAROM_POOL_THREADS_MAX 64

/* Creates a pool that runs tasks on `threads` threads at once: one less are started, since whoever waits
 * works, too. 0 and 1: none. When the system refuses some of them, or has no threads (WebAssembly, or a
 * library built with CAROM_NO_THREADS), the pool has fewer; carom_pool_get_tasks tells how many. NULL
 * allocator: the C library's. CAROM_NULL_ARGUMENT (out), CAROM_OUT_OF_RANGE (threads), CAROM_OUT_OF_MEMORY.
 */
CAROM_API carom_status carom_pool_create(const carom_allocator *allocator, uint32_t threads,
                                         carom_pool **out);

/* Runs what is still enqueued, ends the threads and frees the pool; no other thread may be using it. NULL
 * does nothing. */
CAROM_API void carom_pool_destroy(carom_pool *pool);

/* Returns the pool as a scheduler, valid until the pool is destroyed. NULL: no scheduler. */
CAROM_API carom_tasks carom_pool_get_tasks(carom_pool *pool);

#ifdef __cplusplus
}
#endif

#endif
