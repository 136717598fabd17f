/* lanes_plain.h: the four lanes of lanes.h in plain C, for machines without vectors and as the reference. */
#ifndef CAROM_BASE_LANES_PLAIN_H
#define CAROM_BASE_LANES_PLAIN_H

#include <math.h>

#include "carom/types.h"

typedef union carom__lanes {
  float f[4];
  uint32_t u[4];
} carom__lanes;

static inline carom__lanes lanes_set(float x, float y, float z, float w) {
  return (carom__lanes){{x, y, z, w}};
}
static inline carom__lanes lanes_splat(float s) { return lanes_set(s, s, s, s); }
static inline carom__lanes lanes_load(const float *p) { return lanes_set(p[0], p[1], p[2], p[3]); }
static inline void lanes_store(float *p, carom__lanes a) {
  for (int i = 0; i < 4; i++) p[i] = a.f[i];
}
/* The fourth lane becomes zero. */
static inline carom__lanes lanes_from_vec3(carom_vec3 v) { return lanes_set(v.x, v.y, v.z, 0); }

/* An operation on each lane i of a and b, whose result is a float, f, or bits, u. */
#define CAROM__LANES_BINARY(name, as, result)                                                                \
  static inline carom__lanes lanes_##name(carom__lanes a, carom__lanes b) {                                  \
    for (int i = 0; i < 4; i++) a.as[i] = result;                                                            \
    return a;                                                                                                \
  }
CAROM__LANES_BINARY(add, f, a.f[i] + b.f[i])
CAROM__LANES_BINARY(sub, f, a.f[i] - b.f[i])
CAROM__LANES_BINARY(mul, f, a.f[i] * b.f[i])
CAROM__LANES_BINARY(div, f, a.f[i] / b.f[i])
CAROM__LANES_BINARY(and, u, a.u[i] & b.u[i])
CAROM__LANES_BINARY(or, u, a.u[i] | b.u[i])
/* Masks: a > b, a >= b, a == b. */
CAROM__LANES_BINARY(gt, u, a.f[i] > b.f[i] ? UINT32_MAX : 0)
CAROM__LANES_BINARY(ge, u, a.f[i] >= b.f[i] ? UINT32_MAX : 0)
CAROM__LANES_BINARY(eq, u, a.f[i] == b.f[i] ? UINT32_MAX : 0)
/* a > b as whole numbers, which for floats above zero is the same, and raises no exception for what is none.
 */
CAROM__LANES_BINARY(gt_bits, u, (int32_t)a.u[i] > (int32_t)b.u[i] ? UINT32_MAX : 0)
/* And so b when either is no number. */
CAROM__LANES_BINARY(min, f, a.f[i] < b.f[i] ? a.f[i] : b.f[i])
CAROM__LANES_BINARY(max, f, a.f[i] > b.f[i] ? a.f[i] : b.f[i])
/* The size of a with the sign of b. */
CAROM__LANES_BINARY(copysign, u, (a.u[i] & 0x7fffffffu) | (b.u[i] & 0x80000000u))

static inline carom__lanes lanes_sqrt(carom__lanes a) {
  return lanes_set(sqrtf(a.f[0]), sqrtf(a.f[1]), sqrtf(a.f[2]), sqrtf(a.f[3]));
}
static inline carom__lanes lanes_abs(carom__lanes a) {
  for (int i = 0; i < 4; i++) a.u[i] &= 0x7fffffffu;
  return a;
}
/* a where the mask is set, else b */
static inline carom__lanes lanes_select(carom__lanes mask, carom__lanes a, carom__lanes b) {
  for (int i = 0; i < 4; i++) a.u[i] = (a.u[i] & mask.u[i]) | (b.u[i] & ~mask.u[i]);
  return a;
}
/* The sign bits, lane 0 lowest. */
static inline unsigned lanes_bits(carom__lanes a) {
  return a.u[0] >> 31 | a.u[1] >> 31 << 1 | a.u[2] >> 31 << 2 | a.u[3] >> 31 << 3;
}
static inline float lanes_first(carom__lanes a) { return a.f[0]; }

#define CAROM__LANES_TURNED(a, i, j, k, l) lanes_set(a.f[i], a.f[j], a.f[k], a.f[l])
static inline carom__lanes lanes_zip_low(carom__lanes a, carom__lanes b) {
  return lanes_set(a.f[0], b.f[0], a.f[1], b.f[1]);
}
static inline carom__lanes lanes_zip_high(carom__lanes a, carom__lanes b) {
  return lanes_set(a.f[2], b.f[2], a.f[3], b.f[3]);
}
static inline carom__lanes lanes_join_low(carom__lanes a, carom__lanes b) {
  return lanes_set(a.f[0], a.f[1], b.f[0], b.f[1]);
}
static inline carom__lanes lanes_join_high(carom__lanes a, carom__lanes b) {
  return lanes_set(a.f[2], a.f[3], b.f[2], b.f[3]);
}

#endif
