#include "step/task_ledger.h"

#include <string.h>

#include "common/timing.h"

/* The time of this thread, less what the looks at its clock have taken. */
static double now(task_ledger *ledger) { return bench_seconds() - ledger->clock * ledger->readings++; }

static double price_of_clock(void) {
  enum { LOOKS = 1000 };
  const double start = bench_seconds();
  for (int i = 1; i < LOOKS; i++) bench_seconds();
  return (bench_seconds() - start) / LOOKS;
}

void ledger_init(task_ledger *ledger, uint32_t threads) {
  *ledger = (task_ledger){.threads = threads, .clock = price_of_clock()};
}

/* What was done since something was noted last was no task. */
static double note_serial(task_ledger *ledger) {
  const double at = now(ledger), taken = at - ledger->last;
  ledger->passes[ledger->pass].work += taken;
  ledger->passes[ledger->pass].serial += taken;
  ledger->span += taken;
  return ledger->last = at;
}

static void give_task(task_ledger *ledger, double taken) {
  double *free = ledger->loads;
  for (uint32_t i = 1; i < ledger->threads; i++)
    if (ledger->loads[i] < *free) free = &ledger->loads[i];
  *free += taken;
  ledger->tasks += taken;
}

/* Handing one task over after the other takes less than the looks at the clock, and is left out. */
static void *enqueue(void *user, carom_task_fn run, void *context) {
  task_ledger *ledger = user;
  const double start = ledger->has_tasks ? now(ledger) : note_serial(ledger);
  run(context);
  ledger->last = now(ledger);
  give_task(ledger, ledger->last - start);
  ledger->has_tasks = true;
  return ledger;
}

/* Since the last task was enqueued the caller has run one itself, beside the others. */
static void wait(void *user, void *task) {
  task_ledger *ledger = user;
  double longest = 0;
  (void)task;
  if (!ledger->has_tasks) return;
  const double own = now(ledger) - ledger->last;
  ledger->last += own;
  give_task(ledger, own);
  for (uint32_t i = 0; i < ledger->threads; i++)
    if (ledger->loads[i] > longest) longest = ledger->loads[i];
  ledger->passes[ledger->pass].work += ledger->tasks;
  ledger->span += longest;
  memset(ledger->loads, 0, sizeof ledger->loads);
  ledger->tasks = 0;
  ledger->has_tasks = false;
}

carom_tasks ledger_tasks(task_ledger *ledger) {
  return (carom_tasks){ledger, ledger->threads, enqueue, wait};
}

void ledger_begin(task_ledger *ledger) {
  memset(ledger->passes, 0, sizeof ledger->passes);
  ledger->span = ledger->readings = 0;
  ledger->pass = 0;
  ledger->last = now(ledger);
}

void ledger_next(task_ledger *ledger) {
  note_serial(ledger);
  if (ledger->pass + 1 < LEDGER_PASSES_MAX) ledger->pass++;
}
