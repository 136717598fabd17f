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

static inline carom__lanes lanes_add(carom__lanes a, carom__lanes b) {
  return lanes_set(a.f[0] + b.f[0], a.f[1] + b.f[1], a.f[2] + b.f[2], a.f[3] + b.f[3]);
}
static inline carom__lanes lanes_sub(carom__lanes a, carom__lanes b) {
  return lanes_set(a.f[0] - b.f[0], a.f[1] - b.f[1], a.f[2] - b.f[2], a.f[3] - b.f[3]);
}
static inline carom__lanes lanes_mul(carom__lanes a, carom__lanes b) {
  return lanes_set(a.f[0] * b.f[0], a.f[1] * b.f[1], a.f[2] * b.f[2], a.f[3] * b.f[3]);
}
static inline carom__lanes lanes_div(carom__lanes a, carom__lanes b) {
  return lanes_set(a.f[0] / b.f[0], a.f[1] / b.f[1], a.f[2] / b.f[2], a.f[3] / b.f[3]);
}
static inline carom__lanes lanes_sqrt(carom__lanes a) {
  return lanes_set(sqrtf(a.f[0]), sqrtf(a.f[1]), sqrtf(a.f[2]), sqrtf(a.f[3]));
}
static inline carom__lanes lanes_and(carom__lanes a, carom__lanes b) {
  for (int i = 0; i < 4; i++) a.u[i] &= b.u[i];
  return a;
}
static inline carom__lanes lanes_or(carom__lanes a, carom__lanes b) {
  for (int i = 0; i < 4; i++) a.u[i] |= b.u[i];
  return a;
}
static inline carom__lanes lanes_abs(carom__lanes a) {
  for (int i = 0; i < 4; i++) a.u[i] &= 0x7fffffffu;
  return a;
}
/* a > b */
static inline carom__lanes lanes_gt(carom__lanes a, carom__lanes b) {
  for (int i = 0; i < 4; i++) a.u[i] = a.f[i] > b.f[i] ? UINT32_MAX : 0;
  return a;
}
static inline carom__lanes lanes_ge(carom__lanes a, carom__lanes b) {
  for (int i = 0; i < 4; i++) a.u[i] = a.f[i] >= b.f[i] ? UINT32_MAX : 0;
  return a;
}
static inline carom__lanes lanes_eq(carom__lanes a, carom__lanes b) {
  for (int i = 0; i < 4; i++) a.u[i] = a.f[i] == b.f[i] ? UINT32_MAX : 0;
  return a;
}
/* a where the mask is set, else b */
static inline carom__lanes lanes_select(carom__lanes mask, carom__lanes a, carom__lanes b) {
  for (int i = 0; i < 4; i++) a.u[i] = (a.u[i] & mask.u[i]) | (b.u[i] & ~mask.u[i]);
  return a;
}
/* The size of a with the sign of b. */
static inline carom__lanes lanes_copysign(carom__lanes a, carom__lanes b) {
  for (int i = 0; i < 4; i++) a.u[i] = (a.u[i] & 0x7fffffffu) | (b.u[i] & 0x80000000u);
  return a;
}
/* a < b ? a : b, and so b when either is no number */
static inline carom__lanes lanes_min(carom__lanes a, carom__lanes b) {
  for (int i = 0; i < 4; i++) a.f[i] = a.f[i] < b.f[i] ? a.f[i] : b.f[i];
  return a;
}
/* a > b ? a : b, and so b when either is no number */
static inline carom__lanes lanes_max(carom__lanes a, carom__lanes b) {
  for (int i = 0; i < 4; i++) a.f[i] = a.f[i] > b.f[i] ? a.f[i] : b.f[i];
  return a;
}
/* The sign bits, lane 0 lowest. */
static inline unsigned lanes_bits(carom__lanes a) {
  return a.u[0] >> 31 | a.u[1] >> 31 << 1 | a.u[2] >> 31 << 2 | a.u[3] >> 31 << 3;
}
static inline float lanes_first(carom__lanes a) { return a.f[0]; }

static inline carom__lanes lanes_x(carom__lanes a) { return lanes_splat(a.f[0]); }
static inline carom__lanes lanes_y(carom__lanes a) { return lanes_splat(a.f[1]); }
static inline carom__lanes lanes_z(carom__lanes a) { return lanes_splat(a.f[2]); }
static inline carom__lanes lanes_yzx(carom__lanes a) { return lanes_set(a.f[1], a.f[2], a.f[0], a.f[3]); }
static inline carom__lanes lanes_zxy(carom__lanes a) { return lanes_set(a.f[2], a.f[0], a.f[1], a.f[3]); }
static inline carom__lanes lanes_yzwx(carom__lanes a) { return lanes_set(a.f[1], a.f[2], a.f[3], a.f[0]); }
static inline carom__lanes lanes_zwxy(carom__lanes a) { return lanes_set(a.f[2], a.f[3], a.f[0], a.f[1]); }
static inline carom__lanes lanes_yxwz(carom__lanes a) { return lanes_set(a.f[1], a.f[0], a.f[3], a.f[2]); }
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
