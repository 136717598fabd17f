/* lanes_neon.h: the four lanes of lanes.h on 64-bit ARM; lanes_plain.h says what each function does. */
#ifndef CAROM_BASE_LANES_NEON_H
#define CAROM_BASE_LANES_NEON_H

#include <arm_neon.h>

#include "carom/types.h"

typedef float32x4_t carom__lanes;

static inline carom__lanes lanes_load(const float *p) { return vld1q_f32(p); }
static inline void lanes_store(float *p, carom__lanes a) { vst1q_f32(p, a); }
static inline carom__lanes lanes_set(float x, float y, float z, float w) {
  float all[4] = {x, y, z, w};
  return vld1q_f32(all);
}
static inline carom__lanes lanes_splat(float s) { return vdupq_n_f32(s); }
static inline carom__lanes lanes_from_vec3(carom_vec3 v) { return lanes_set(v.x, v.y, v.z, 0); }

static inline carom__lanes lanes_add(carom__lanes a, carom__lanes b) { return vaddq_f32(a, b); }
static inline carom__lanes lanes_sub(carom__lanes a, carom__lanes b) { return vsubq_f32(a, b); }
static inline carom__lanes lanes_mul(carom__lanes a, carom__lanes b) { return vmulq_f32(a, b); }
static inline carom__lanes lanes_div(carom__lanes a, carom__lanes b) { return vdivq_f32(a, b); }
static inline carom__lanes lanes_sqrt(carom__lanes a) { return vsqrtq_f32(a); }
static inline carom__lanes lanes_and(carom__lanes a, carom__lanes b) {
  return vreinterpretq_f32_u32(vandq_u32(vreinterpretq_u32_f32(a), vreinterpretq_u32_f32(b)));
}
static inline carom__lanes lanes_or(carom__lanes a, carom__lanes b) {
  return vreinterpretq_f32_u32(vorrq_u32(vreinterpretq_u32_f32(a), vreinterpretq_u32_f32(b)));
}
static inline carom__lanes lanes_abs(carom__lanes a) { return vabsq_f32(a); }
static inline carom__lanes lanes_gt(carom__lanes a, carom__lanes b) {
  return vreinterpretq_f32_u32(vcgtq_f32(a, b));
}
static inline carom__lanes lanes_ge(carom__lanes a, carom__lanes b) {
  return vreinterpretq_f32_u32(vcgeq_f32(a, b));
}
static inline carom__lanes lanes_eq(carom__lanes a, carom__lanes b) {
  return vreinterpretq_f32_u32(vceqq_f32(a, b));
}
static inline carom__lanes lanes_select(carom__lanes mask, carom__lanes a, carom__lanes b) {
  return vbslq_f32(vreinterpretq_u32_f32(mask), a, b);
}
static inline carom__lanes lanes_copysign(carom__lanes a, carom__lanes b) {
  return vbslq_f32(vdupq_n_u32(0x80000000u), b, a);
}
/* Not vminq and vmaxq, which differ for zeros of two signs and for what is no number. */
static inline carom__lanes lanes_min(carom__lanes a, carom__lanes b) {
  return vbslq_f32(vcltq_f32(a, b), a, b);
}
static inline carom__lanes lanes_max(carom__lanes a, carom__lanes b) {
  return vbslq_f32(vcgtq_f32(a, b), a, b);
}
static inline unsigned lanes_bits(carom__lanes a) {
  uint32_t weights[4] = {1, 2, 4, 8};
  uint32x4_t signs = vshrq_n_u32(vreinterpretq_u32_f32(a), 31);
  return vaddvq_u32(vmulq_u32(signs, vld1q_u32(weights)));
}
static inline float lanes_first(carom__lanes a) { return vgetq_lane_f32(a, 0); }

static inline carom__lanes lanes_x(carom__lanes a) { return vdupq_laneq_f32(a, 0); }
static inline carom__lanes lanes_y(carom__lanes a) { return vdupq_laneq_f32(a, 1); }
static inline carom__lanes lanes_z(carom__lanes a) { return vdupq_laneq_f32(a, 2); }
/* y z w x, then the last two exchanged; below x y w z, then the last one first. */
static inline carom__lanes lanes_yzx(carom__lanes a) {
  float32x4_t turned = vextq_f32(a, a, 1);
  return vcombine_f32(vget_low_f32(turned), vrev64_f32(vget_high_f32(turned)));
}
static inline carom__lanes lanes_zxy(carom__lanes a) {
  float32x4_t swapped = vcombine_f32(vget_low_f32(a), vrev64_f32(vget_high_f32(a)));
  return vextq_f32(swapped, swapped, 3);
}
static inline carom__lanes lanes_yzwx(carom__lanes a) { return vextq_f32(a, a, 1); }
static inline carom__lanes lanes_zwxy(carom__lanes a) { return vextq_f32(a, a, 2); }
static inline carom__lanes lanes_yxwz(carom__lanes a) { return vrev64q_f32(a); }
static inline carom__lanes lanes_zip_low(carom__lanes a, carom__lanes b) { return vzip1q_f32(a, b); }
static inline carom__lanes lanes_zip_high(carom__lanes a, carom__lanes b) { return vzip2q_f32(a, b); }
static inline carom__lanes lanes_join_low(carom__lanes a, carom__lanes b) {
  return vcombine_f32(vget_low_f32(a), vget_low_f32(b));
}
static inline carom__lanes lanes_join_high(carom__lanes a, carom__lanes b) {
  return vcombine_f32(vget_high_f32(a), vget_high_f32(b));
}

#endif
