/* tasks.c: runs the parts of a pass as tasks of the game's scheduler. */
#include "tasks.h"

#include <string.h>

/* What a task is called with: one part. */
typedef struct part_task {
  carom__part_fn *run;
  void *context;
  uint32_t part;
} part_task;

static void run_part(void *context) {
  const part_task *task = context;
  task->run(task->context, task->part);
}

uint32_t carom__tasks_threads(const carom_tasks *tasks) {
  if (!tasks || !tasks->enqueue || !tasks->wait || tasks->threads == 0) return 1;
  return tasks->threads < CAROM__PARTS_MAX ? tasks->threads : CAROM__PARTS_MAX;
}

static void run_here(uint32_t parts, carom__part_fn *run, void *context) {
  for (uint32_t part = 0; part < parts; part++) run(context, part);
}

static void run_there(const carom_tasks *tasks, uint32_t parts, carom__part_fn *run, void *context) {
  part_task calls[CAROM__PARTS_MAX];
  void *queued[CAROM__PARTS_MAX];
  for (uint32_t part = 1; part < parts; part++) {
    calls[part] = (part_task){run, context, part};
    queued[part] = tasks->enqueue(tasks->user, run_part, &calls[part]);
  }
  run(context, 0);
  for (uint32_t part = 1; part < parts; part++)
    if (queued[part]) tasks->wait(tasks->user, queued[part]);
}

carom_status carom__run_parts(const carom_tasks *tasks, uint32_t parts, carom__part_fn *run, void *context) {
  if (parts > CAROM__PARTS_MAX) return CAROM_LIMIT;
  if (parts <= 1 || carom__tasks_threads(tasks) == 1)
    run_here(parts, run, context);
  else
    run_there(tasks, parts, run, context);
  return CAROM_OK;
}

/* --- Passes over arrays --- */

enum { WORTH_A_PART = 256, LIGHT_FOR_ONE = 16, PARTS_A_THREAD = 4 };

typedef struct ranges {
  carom__range_fn *run;
  void *context;
  size_t count;
  uint32_t parts;
} ranges;

uint32_t carom__part_count(const carom_tasks *tasks, size_t count) {
  uint32_t threads = carom__tasks_threads(tasks);
  size_t most = count / WORTH_A_PART + 1, wanted = threads == 1 ? 1 : (size_t)threads * PARTS_A_THREAD;
  if (wanted > CAROM__PARTS_MAX) wanted = CAROM__PARTS_MAX;
  return (uint32_t)(wanted < most ? wanted : most);
}

uint32_t carom__part_count_light(const carom_tasks *tasks, size_t count) {
  return carom__part_count(tasks, count / LIGHT_FOR_ONE);
}

static void run_range(void *context, uint32_t part) {
  const ranges *r = context;
  r->run(r->context, part, carom__part_begin(r->count, r->parts, part),
         carom__part_begin(r->count, r->parts, part + 1));
}

void carom__run_ranges(const carom_tasks *tasks, uint32_t parts, size_t count, carom__range_fn *run,
                       void *context) {
  ranges r = {run, context, count, parts};
  carom__run_parts(tasks, parts, run_range, &r);
}

size_t carom__found_join(const carom__found *found, uint32_t parts, void *array, size_t size) {
  char *bytes = array;
  size_t total = 0;
  for (uint32_t part = 0; part < parts; total += found[part++].count)
    if (found[part].count > 0 && found[part].begin > total)
      memmove(bytes + total * size, bytes + found[part].begin * size, found[part].count * size);
  return total;
}
