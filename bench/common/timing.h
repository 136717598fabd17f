/* timing.h: repeated measurements of one thing. */
#ifndef CAROM_BENCH_TIMING_H
#define CAROM_BENCH_TIMING_H

#include <stdbool.h>
#include <stddef.h>

/* The processor time of this thread: what others do to the machine counts as little as possible. */
double bench_seconds(void);

/* The clock on the wall: for what several threads do, it alone counts what one waits for another. */
double bench_wall_seconds(void);

#define BENCH_SAMPLES_MIN 5
#define BENCH_SAMPLES_MAX 999

typedef struct bench_samples {
  double *times;
  size_t count;
  double sum;
} bench_samples;

/* Whether there should be another one: five at least, then until the sum reaches so many seconds. */
bool bench_samples_wanted(const bench_samples *samples, double seconds);
void bench_samples_add(bench_samples *samples, double time);
double bench_samples_median(bench_samples *samples);
void bench_samples_free(bench_samples *samples);

#endif
