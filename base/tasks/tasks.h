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

/* --- Passes over arrays --- */

/* Does one part of the work, on things begin..end - 1. */
typedef void carom__range_fn(void *context, uint32_t part, size_t begin, size_t end);

/* Returns into how many parts `count` things are split: more than there are threads, so that one that takes
 * long does not hold up the rest, but none that is not worth being handed over. */
uint32_t carom__part_count(const carom_tasks *tasks, size_t count);
/* The same when a thing is little more than read. */
uint32_t carom__part_count_light(const carom_tasks *tasks, size_t count);

/* Runs all parts; see carom__run_parts. */
void carom__run_ranges(const carom_tasks *tasks, uint32_t parts, size_t count, carom__range_fn *run,
                       void *context);

/* What a part has found lies, in an array for all parts, where its things begin in theirs. */
typedef struct carom__found {
  size_t begin, count;
} carom__found;

/* Moves what the parts have found down to the front of the array, in the order of the parts, and returns how
 * many elements, of `size` bytes each, there are. */
size_t carom__found_join(const carom__found *found, uint32_t parts, void *array, size_t size);

/* --- The same on all threads --- */

/* An array that parts have filled, with elements of so many bytes, and room for some of them besides. */
typedef struct carom__filled {
  void *array;
  size_t size;
  void *room;
} carom__filled;

/* For how many elements there has to be room besides. */
size_t carom__found_overlap(const carom__found *found, uint32_t parts);

/* Moves down what the parts have found, in some arrays alike. Each part moves its own: what is in the way of
 * others waits in the room meanwhile. */
size_t carom__found_join_shared(const carom_tasks *tasks, const carom__found *found, uint32_t parts,
                                const carom__filled *arrays, size_t count);

#endif
