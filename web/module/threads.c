/* threads.c: the tasks of carom on workers of JavaScript, which are instances of one module over one memory.
 *
 * carom allocates on the thread that calls it alone, so the C library needs to know of no threads. A task is
 * in one of 64 slots, which is more than carom enqueues at once. A module without shared memory has no
 * threads. */
#include "carom.h"

#include <stdatomic.h>
#include <stdlib.h>

#define EXPORT(name) __attribute__((export_name("carom_web_" #name)))

enum { SLOTS = 64, STACK = 1 << 20 };

typedef enum slot_state { FREE, READY, RUNS, DONE } slot_state;

typedef struct task_slot {
  carom_task_fn run;
  void *context;
  _Atomic uint32_t state;
} task_slot;

static task_slot slots[SLOTS];
static _Atomic uint32_t posted; /* tasks so far, modulo 2^32: workers sleep on it */

/* Runs a task that is ready, and tells whether there was one. */
static bool run_one(void) {
  for (int i = 0; i < SLOTS; i++) {
    uint32_t ready = READY;
    if (atomic_load(&slots[i].state) != READY ||
        !atomic_compare_exchange_strong(&slots[i].state, &ready, RUNS))
      continue;
    slots[i].run(slots[i].context);
    atomic_store(&slots[i].state, DONE);
    return true;
  }
  return false;
}

static void *enqueue(void *user, carom_task_fn run, void *context) {
  (void)user;
  for (int i = 0; i < SLOTS; i++) {
    if (atomic_load(&slots[i].state) != FREE) continue;
    slots[i].run = run;
    slots[i].context = context;
    atomic_store(&slots[i].state, READY);
    atomic_fetch_add(&posted, 1);
    __builtin_wasm_memory_atomic_notify((int *)&posted, 1);
    return &slots[i];
  }
  run(context);
  return NULL;
}

/* The main thread of a page may not sleep: it works, and then asks again and again. */
static void wait_for(void *user, void *task) {
  (void)user;
  task_slot *slot = task;
  while (atomic_load(&slot->state) != DONE) run_one();
  atomic_store(&slot->state, FREE);
}

static carom_tasks tasks = {.threads = 1, .enqueue = enqueue, .wait = wait_for};

/* The scheduler of all worlds, for so many threads. */
EXPORT(tasks) const carom_tasks *tasks_of(uint32_t threads) {
  tasks.threads = threads;
  return &tasks;
}

/* The top of a new stack for a worker, or 0 when there is no memory. */
EXPORT(stack) char *new_stack(void) {
  char *stack = malloc(STACK);
  return stack ? stack + STACK : NULL;
}

/* What a worker does until it is terminated. */
EXPORT(work) _Noreturn void work(void) {
  for (;;) {
    const uint32_t seen = atomic_load(&posted);
    while (run_one()) continue;
    __builtin_wasm_memory_atomic_wait32((int *)&posted, (int)seen, -1);
  }
}
