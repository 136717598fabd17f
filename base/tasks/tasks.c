/* tasks.c: runs the parts of a pass as tasks of the game's scheduler. */
#include "tasks.h"

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
