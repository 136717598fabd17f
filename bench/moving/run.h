/* run.h: one engine in one scene, in a process of its own: so its memory is its own, and when it crashes or
 * takes too long only its own row is missing. */
#ifndef CAROM_BENCH_RUN_H
#define CAROM_BENCH_RUN_H

#include <sys/types.h>

#include "common/timing.h"
#include "engine.h"

typedef struct moving_plan {
  bool contacts;
  size_t kind, count;
  uint32_t threads;
  double seconds; /* what the measured frames of an engine may take in all */
} moving_plan;

typedef struct moving_run {
  const moving_engine *engine;
  pid_t process;
  int ask, answer;      /* pipes; -1 when the process is gone */
  moving_counts counts; /* after the warm-up, which is the same frame for all */
  double megabytes;     /* that the engine took, at its peak */
  bench_samples samples;
  const char *failure; /* NULL, or why it takes no part */
} moving_run;

/* How many frames all engines run before anything is measured. */
uint32_t moving_warm_up(const moving_plan *plan);

/* Starts the engine and waits for the end of its warm-up. */
void moving_run_start(const moving_engine *engine, const moving_plan *plan, moving_run *out);
/* Lets it run some frames, and adds their times to the samples. */
void moving_run_turn(moving_run *run);
void moving_run_end(moving_run *run);

#endif
