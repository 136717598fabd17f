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

/* --- The same on all threads --- */

/* Where a part moves what it has found, in three pieces: the first ends before the places of other parts
 * begin; the second lies in these, and has to make room; the third lies behind all places. */
typedef struct part_move {
  size_t from, to, room;       /* the second waits there */
  size_t first, second, third; /* elements */
} part_move;

typedef struct join_pass {
  part_move moves[CAROM__PARTS_MAX];
  const carom__filled *arrays;
  size_t count;
} join_pass;

static size_t lesser_size(size_t a, size_t b) { return a < b ? a : b; }

/* Returns for how many elements there has to be room. */
static size_t plan_join(const carom__found *found, uint32_t parts, part_move *out) {
  size_t total = 0, to = 0, room = 0;
  for (uint32_t part = 0; part < parts; part++) total += found[part].count;
  for (uint32_t part = 0; part < parts; part++) {
    const size_t from = found[part].begin, count = found[part].count, end = to + count;
    const size_t first = from < end ? lesser_size(end - from, count) : 0, next = from + first;
    const size_t second = next < total ? lesser_size(total - next, count - first) : 0;
    out[part] = (part_move){from, to, room, first, second, count - first - second};
    room += second;
    to = end;
  }
  return room;
}

static void copy(char *to, const char *from, size_t size) {
  if (size > 0) memcpy(to, from, size);
}

static void make_room(void *context, uint32_t part) {
  const join_pass *pass = context;
  const part_move *m = &pass->moves[part];
  for (size_t i = 0; i < pass->count; i++) {
    const carom__filled *f = &pass->arrays[i];
    copy((char *)f->room + m->room * f->size, (char *)f->array + (m->from + m->first) * f->size,
         m->second * f->size);
  }
}

/* Writes to the part's own place alone, where no other part reads: what lies there is the first piece. */
static void move_part(void *context, uint32_t part) {
  const join_pass *pass = context;
  const part_move *m = &pass->moves[part];
  if (m->from == m->to) return;
  for (size_t i = 0; i < pass->count; i++) {
    const carom__filled *f = &pass->arrays[i];
    char *to = (char *)f->array + m->to * f->size;
    const char *from = (char *)f->array + m->from * f->size;
    const size_t first = m->first * f->size, second = m->second * f->size;
    if (first > 0) memmove(to, from, first);
    copy(to + first, (char *)f->room + m->room * f->size, second);
    copy(to + first + second, from + first + second, m->third * f->size);
  }
}

size_t carom__found_overlap(const carom__found *found, uint32_t parts) {
  part_move moves[CAROM__PARTS_MAX];
  return plan_join(found, parts, moves);
}

size_t carom__found_join_shared(const carom_tasks *tasks, const carom__found *found, uint32_t parts,
                                const carom__filled *arrays, size_t count) {
  join_pass pass = {.arrays = arrays, .count = count};
  if (plan_join(found, parts, pass.moves) > 0) carom__run_parts(tasks, parts, make_room, &pass);
  carom__run_parts(tasks, parts, move_part, &pass);
  const part_move *last = &pass.moves[parts - 1];
  return last->to + last->first + last->second + last->third;
}
