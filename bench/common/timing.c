#define _POSIX_C_SOURCE 199309L

#include "timing.h"

#include <stdlib.h>
#include <time.h>

static double seconds_of(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

double bench_seconds(void) { return seconds_of(CLOCK_THREAD_CPUTIME_ID); }

double bench_wall_seconds(void) { return seconds_of(CLOCK_MONOTONIC); }

bool bench_samples_wanted(const bench_samples *samples, double seconds) {
  if (samples->count < BENCH_SAMPLES_MIN) return true;
  return samples->count < BENCH_SAMPLES_MAX && samples->sum < seconds;
}

void bench_samples_add(bench_samples *samples, double time) {
  if (!samples->times) samples->times = calloc(BENCH_SAMPLES_MAX, sizeof *samples->times);
  if (!samples->times) exit(EXIT_FAILURE);
  samples->times[samples->count++] = time;
  samples->sum += time;
}

static int by_value(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

double bench_samples_median(bench_samples *samples) {
  qsort(samples->times, samples->count, sizeof *samples->times, by_value);
  return samples->times[samples->count / 2];
}

void bench_samples_free(bench_samples *samples) {
  free(samples->times);
  *samples = (bench_samples){0};
}
