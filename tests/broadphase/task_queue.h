/* task_queue.h: tasks that run on one thread, and at their most inconvenient: backwards, all at the wait for
 * the first. */
#ifndef CAROM_TEST_TASK_QUEUE_H
#define CAROM_TEST_TASK_QUEUE_H

#include "carom/tasks.h"
#include "testing.h"

enum { QUEUE_MAX = 64 };
typedef struct task_queue {
  carom_task_fn run[QUEUE_MAX];
  void *context[QUEUE_MAX];
  size_t count;
} task_queue;

static inline void *task_queue_add(void *user, carom_task_fn run, void *context) {
  task_queue *queue = user;
  queue->run[queue->count] = run;
  queue->context[queue->count++] = context;
  return queue;
}
static inline void task_queue_wait(void *user, void *task) {
  task_queue *queue = user;
  ck_assert_ptr_eq(task, queue);
  while (queue->count > 0) {
    queue->count--;
    queue->run[queue->count](queue->context[queue->count]);
  }
}

static inline carom_tasks task_queue_tasks(task_queue *queue, uint32_t threads) {
  return (carom_tasks){queue, threads, task_queue_add, task_queue_wait};
}

#endif
