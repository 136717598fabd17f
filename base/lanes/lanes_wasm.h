/* lanes_wasm.h: the four lanes of lanes.h on WebAssembly's simd128; lanes_plain.h says what each function
 * does. */
#ifndef CAROM_BASE_LANES_WASM_H
#define CAROM_BASE_LANES_WASM_H

#include <wasm_simd128.h>

#include "carom/types.h"

typedef v128_t carom__lanes;

static inline carom__lanes lanes_set(float x, float y, float z, float w) {
  return wasm_f32x4_make(x, y, z, w);
}
static inline carom__lanes lanes_splat(float s) { return wasm_f32x4_splat(s); }
static inline carom__lanes lanes_load(const float *p) { return wasm_v128_load(p); }
static inline void lanes_store(float *p, carom__lanes a) { wasm_v128_store(p, a); }
static inline carom__lanes lanes_from_vec3(carom_vec3 v) { return wasm_f32x4_make(v.x, v.y, v.z, 0); }

static inline carom__lanes lanes_add(carom__lanes a, carom__lanes b) { return wasm_f32x4_add(a, b); }
static inline carom__lanes lanes_sub(carom__lanes a, carom__lanes b) { return wasm_f32x4_sub(a, b); }
static inline carom__lanes lanes_mul(carom__lanes a, carom__lanes b) { return wasm_f32x4_mul(a, b); }
static inline carom__lanes lanes_div(carom__lanes a, carom__lanes b) { return wasm_f32x4_div(a, b); }
static inline carom__lanes lanes_sqrt(carom__lanes a) { return wasm_f32x4_sqrt(a); }
static inline carom__lanes lanes_and(carom__lanes a, carom__lanes b) { return wasm_v128_and(a, b); }
static inline carom__lanes lanes_or(carom__lanes a, carom__lanes b) { return wasm_v128_or(a, b); }
static inline carom__lanes lanes_abs(carom__lanes a) { return wasm_f32x4_abs(a); }
static inline carom__lanes lanes_gt(carom__lanes a, carom__lanes b) { return wasm_f32x4_gt(a, b); }
static inline carom__lanes lanes_ge(carom__lanes a, carom__lanes b) { return wasm_f32x4_ge(a, b); }
static inline carom__lanes lanes_eq(carom__lanes a, carom__lanes b) { return wasm_f32x4_eq(a, b); }
static inline carom__lanes lanes_select(carom__lanes mask, carom__lanes a, carom__lanes b) {
  return wasm_v128_bitselect(a, b, mask);
}
static inline carom__lanes lanes_copysign(carom__lanes a, carom__lanes b) {
  return wasm_v128_bitselect(b, a, wasm_f32x4_splat(-0.0f));
}
/* pmin(b, a) is a < b ? a : b, and pmax(b, a) is b < a ? a : b. */
static inline carom__lanes lanes_min(carom__lanes a, carom__lanes b) { return wasm_f32x4_pmin(b, a); }
static inline carom__lanes lanes_max(carom__lanes a, carom__lanes b) { return wasm_f32x4_pmax(b, a); }
static inline unsigned lanes_bits(carom__lanes a) { return (unsigned)wasm_i32x4_bitmask(a); }
static inline float lanes_first(carom__lanes a) { return wasm_f32x4_extract_lane(a, 0); }

static inline carom__lanes lanes_x(carom__lanes a) { return wasm_i32x4_shuffle(a, a, 0, 0, 0, 0); }
static inline carom__lanes lanes_y(carom__lanes a) { return wasm_i32x4_shuffle(a, a, 1, 1, 1, 1); }
static inline carom__lanes lanes_z(carom__lanes a) { return wasm_i32x4_shuffle(a, a, 2, 2, 2, 2); }
static inline carom__lanes lanes_yzx(carom__lanes a) { return wasm_i32x4_shuffle(a, a, 1, 2, 0, 3); }
static inline carom__lanes lanes_zxy(carom__lanes a) { return wasm_i32x4_shuffle(a, a, 2, 0, 1, 3); }
static inline carom__lanes lanes_yzwx(carom__lanes a) { return wasm_i32x4_shuffle(a, a, 1, 2, 3, 0); }
static inline carom__lanes lanes_zwxy(carom__lanes a) { return wasm_i32x4_shuffle(a, a, 2, 3, 0, 1); }
static inline carom__lanes lanes_yxwz(carom__lanes a) { return wasm_i32x4_shuffle(a, a, 1, 0, 3, 2); }
static inline carom__lanes lanes_zip_low(carom__lanes a, carom__lanes b) {
  return wasm_i32x4_shuffle(a, b, 0, 4, 1, 5);
}
static inline carom__lanes lanes_zip_high(carom__lanes a, carom__lanes b) {
  return wasm_i32x4_shuffle(a, b, 2, 6, 3, 7);
}
static inline carom__lanes lanes_join_low(carom__lanes a, carom__lanes b) {
  return wasm_i32x4_shuffle(a, b, 0, 1, 4, 5);
}
static inline carom__lanes lanes_join_high(carom__lanes a, carom__lanes b) {
  return wasm_i32x4_shuffle(a, b, 2, 3, 6, 7);
}

#endif
