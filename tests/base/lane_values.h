/* lane_values.h: what the tests of four and of eight lanes share: numbers of all kinds, and the operations on
 * one number that each lane must agree with. */
#ifndef CAROM_TEST_LANE_VALUES_H
#define CAROM_TEST_LANE_VALUES_H

#include <string.h>

#include "testing.h"

static inline uint32_t bits_of(float f) {
  uint32_t bits;
  memcpy(&bits, &f, sizeof bits);
  return bits;
}

static inline float float_of(uint32_t bits) {
  float f;
  memcpy(&f, &bits, sizeof f);
  return f;
}

/* Any number: ordinary, of any magnitude (subnormal too), a signed zero, infinite, or none. */
static inline float any_float(uint64_t *r) {
  static const float special[] = {0.0f, -0.0f, 1.0f, -1.0f, INFINITY, -INFINITY, 0x1p-149f, 0x1p-126f, NAN};
  uint32_t kind = test_below(r, 8);
  if (kind == 0) return special[test_below(r, 9)];
  return kind < 5 ? test_uniform(r, -4, 4) : float_of((uint32_t)test_random(r));
}

static inline void fill(uint64_t *r, float *out, int count) {
  for (int i = 0; i < count; i++) out[i] = any_float(r);
}

/* What is no number may differ in its bits. */
static inline bool same(float a, float b) { return bits_of(a) == bits_of(b) || (isnan(a) && isnan(b)); }

static inline bool all_same(const float *a, const float *b, int count) {
  bool all = true;
  for (int k = 0; k < count; k++) all = all && same(a[k], b[k]);
  return all;
}

static inline float scalar_add(float a, float b) { return a + b; }
static inline float scalar_sub(float a, float b) { return a - b; }
static inline float scalar_mul(float a, float b) { return a * b; }
static inline float scalar_div(float a, float b) { return a / b; }
static inline float scalar_sqrt(float a, float b) { return (void)b, sqrtf(a); }
static inline float scalar_neg(float a, float b) { return (void)b, 0 - a; }
static inline float scalar_copysign(float a, float b) { return copysignf(a, b); }
static inline float scalar_abs(float a, float b) { return (void)b, fabsf(a); }
static inline float scalar_min(float a, float b) { return a < b ? a : b; }
static inline float scalar_max(float a, float b) { return a > b ? a : b; }
static inline float scalar_gt(float a, float b) { return float_of(a > b ? UINT32_MAX : 0); }
static inline float scalar_ge(float a, float b) { return float_of(a >= b ? UINT32_MAX : 0); }
static inline float scalar_eq(float a, float b) { return float_of(a == b ? UINT32_MAX : 0); }
static inline float scalar_and(float a, float b) { return float_of(bits_of(a) & bits_of(b)); }
static inline float scalar_or(float a, float b) { return float_of(bits_of(a) | bits_of(b)); }

#endif
