/* task_ledger.h: runs tasks one after the other on the calling thread, and notes what each takes of its time.
 * From that follows what so many threads would take, none of which waits for memory because of another: they
 * take the tasks in their order, each when it is free. */
#ifndef CAROM_BENCH_STEP_TASK_LEDGER_H
#define CAROM_BENCH_STEP_TASK_LEDGER_H

#include <carom/tasks.h>
#include <stdbool.h>

enum { LEDGER_PASSES_MAX = 16, LEDGER_THREADS_MAX = 64 };

/* In seconds. */
typedef struct ledger_pass {
  double work;   /* in all */
  double serial; /* of it, outside of tasks */
} ledger_pass;

typedef struct task_ledger {
  ledger_pass passes[LEDGER_PASSES_MAX];
  double span; /* of all passes, on so many threads */
  uint32_t threads;
  uint32_t pass; /* the one that runs */

  double last;                      /* when something was noted last */
  double clock, readings;           /* what a look at the clock takes, and how many there were */
  bool has_tasks;                   /* some that the caller has not waited for yet */
  double loads[LEDGER_THREADS_MAX]; /* what each thread has of these; the caller is the first */
  double tasks;                     /* what they take in all */
} task_ledger;

void ledger_init(task_ledger *ledger, uint32_t threads);
/* The job table, which is valid while the ledger is. */
carom_tasks ledger_tasks(task_ledger *ledger);

/* Begins anew, in the first pass. */
void ledger_begin(task_ledger *ledger);
/* Ends the pass that runs. */
void ledger_next(task_ledger *ledger);

#endif
