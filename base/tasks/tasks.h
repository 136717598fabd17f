/* tasks.h: splits work over the threads that the game lends.
 *
 * Work is split into parts by ranges. Which thread runs a part is chance, so a part writes where no other
 * part reads or writes, and the results are merged in the order of the parts. Parts allocate nothing: the
 * allocator may be called on the caller's thread alone. */
#ifndef CAROM_BASE_TASKS_H
#define CAROM_BASE_TASKS_H

#include "carom/tasks.h"

/* The most parts of one run. */
enum { CAROM__PARTS_MAX = 64 };

typedef void carom__part_fn(void *context, uint32_t part);

/* Returns on how many threads work can be done, 1..CAROM__PARTS_MAX; 1 for NULL and for tasks that lack a
 * function. */
uint32_t carom__tasks_threads(const carom_tasks *tasks);

/* Runs run(context, part) once for each part 0..parts - 1, part 0 on the calling thread, and returns when all
 * have run. On one thread they run here and in order. Allocates nothing. CAROM_LIMIT, and nothing has run,
 * for more than CAROM__PARTS_MAX parts; otherwise CAROM_OK. */
carom_status carom__run_parts(const carom_tasks *tasks, uint32_t parts, carom__part_fn *run, void *context);

/* Returns where the part begins when `count` things are split evenly: part p is from the begin of p to that
 * of p + 1. The first parts are longer by one where it does not come out even. part <= parts, parts > 0. */
static inline size_t carom__part_begin(size_t count, uint32_t parts, uint32_t part) {
  size_t rest = count % parts;
  return count / parts * part + (part < rest ? part : rest);
}

#endif
