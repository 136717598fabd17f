/* testing.h: what all test programs share: the entry point and a random source of our own, so that a failing
 * seed fails everywhere. */
#ifndef CAROM_TESTING_H
#define CAROM_TESTING_H

#include <check.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "carom/types.h"
#include "traps.h"

/* Check would write a record of each assertion that holds, by a system call, to tell the last one before a
 * crash. There are millions of them, and they took a fifth of the time of all tests. */
#define _mark_point(file, line) ((void)0)

/* Each test file defines this one function: the suite of its module. */
Suite *carom_test_suite(void);

/* How many cases to run of `full`: fewer or more by the environment's CAROM_TEST_SCALE, 1 unless set. */
static inline int test_scaled(int full) {
  const char *scale = getenv("CAROM_TEST_SCALE");
  int count = (int)((double)full * (scale ? atof(scale) : 1.0));
  return count > 0 ? count : 1;
}

/* The same, but never fewer than `least`. */
static inline int test_scaled_from(int least, int full) {
  int count = test_scaled(full);
  return count > least ? count : least;
}

/* splitmix64 (Steele, Lea and Flood, 2014). */
static inline uint64_t test_random(uint64_t *state) {
  uint64_t z = (*state += 0x9E3779B97F4A7C15u);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}
/* Uniform in low..high. */
static inline float test_uniform(uint64_t *state, float low, float high) {
  return low + (high - low) * (float)(test_random(state) >> 40) * 0x1p-24f;
}
/* Log-uniform in low..high, both positive: sizes of all magnitudes. */
static inline float test_log_uniform(uint64_t *state, float low, float high) {
  return expf(test_uniform(state, logf(low), logf(high)));
}
static inline uint32_t test_below(uint64_t *state, uint32_t bound) {
  return (uint32_t)(test_random(state) >> 32) % bound;
}
static inline carom_vec3 test_vec3(uint64_t *state, float low, float high) {
  float x = test_uniform(state, low, high), y = test_uniform(state, low, high);
  return (carom_vec3){x, y, test_uniform(state, low, high)};
}
/* Uniform on the rotations (rejection from the 4-ball). */
static inline carom_quat test_quat(uint64_t *state) {
  for (;;) {
    float q[4], n = 0;
    for (int i = 0; i < 4; i++) {
      q[i] = test_uniform(state, -1, 1);
      n += q[i] * q[i];
    }
    if (n > 0.01f && n < 1) {
      n = 1 / sqrtf(n);
      return (carom_quat){q[0] * n, q[1] * n, q[2] * n, q[3] * n};
    }
  }
}

static inline void test_fill_frame(double value) {
  volatile double filled[4096];
  for (size_t i = 0; i < sizeof filled / sizeof *filled; i++) filled[i] = value;
}
/* Leaves a number where functions that are called next have their variables, which must not read it. */
static inline void test_fill_stack(double value) {
  void (*volatile fill)(double) = test_fill_frame; /* a frame of its own, below that of the caller */
  fill(value);
}

#endif
