/* parts.h: passes over arrays, split into ranges over the threads that the game lends. */
#ifndef CAROM_BASE_PARTS_H
#define CAROM_BASE_PARTS_H

#include "tasks.h"

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

#endif
