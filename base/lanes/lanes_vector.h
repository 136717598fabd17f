/* lanes_vector.h: the four lanes of lanes.h in the vectors that gcc and clang have on all machines, for
 * 64-bit ARM and WebAssembly; lanes_plain.h says what each function does. */
#ifndef CAROM_BASE_LANES_VECTOR_H
#define CAROM_BASE_LANES_VECTOR_H

#include <math.h>
#include <string.h>

#include "carom/types.h"

typedef float carom__lanes __attribute__((vector_size(16)));
typedef uint32_t carom__lane_bits __attribute__((vector_size(16)));
typedef int32_t carom__lane_whole __attribute__((vector_size(16)));

static inline carom__lanes lanes_set(float x, float y, float z, float w) {
  return (carom__lanes){x, y, z, w};
}
static inline carom__lanes lanes_splat(float s) { return (carom__lanes){s, s, s, s}; }
static inline carom__lanes lanes_load(const float *p) {
  carom__lanes a;
  memcpy(&a, p, sizeof a);
  return a;
}
static inline void lanes_store(float *p, carom__lanes a) { memcpy(p, &a, sizeof a); }
static inline carom__lanes lanes_from_vec3(carom_vec3 v) { return (carom__lanes){v.x, v.y, v.z, 0}; }
static inline float lanes_first(carom__lanes a) { return a[0]; }

/* The bits of a and b as whole numbers, those of what `result` makes of them as lanes. */
#define CAROM__LANES_BY_BITS(name, result)                                                                   \
  static inline carom__lanes lanes_##name(carom__lanes lanes_a, carom__lanes lanes_b) {                      \
    carom__lane_bits a = (carom__lane_bits)lanes_a, b = (carom__lane_bits)lanes_b;                           \
    return (carom__lanes)(result);                                                                           \
  }
#define CAROM__LANES_BINARY(name, result)                                                                    \
  static inline carom__lanes lanes_##name(carom__lanes a, carom__lanes b) { return (carom__lanes)(result); }
CAROM__LANES_BINARY(add, a + b)
CAROM__LANES_BINARY(sub, a - b)
CAROM__LANES_BINARY(mul, a *b)
CAROM__LANES_BINARY(div, a / b)
CAROM__LANES_BINARY(gt, a > b)
CAROM__LANES_BINARY(ge, a >= b)
CAROM__LANES_BINARY(eq, a == b)
CAROM__LANES_BINARY(gt_bits, (carom__lane_whole)a > (carom__lane_whole)b)
CAROM__LANES_BY_BITS(and, a &b)
CAROM__LANES_BY_BITS(or, a | b)
CAROM__LANES_BY_BITS(copysign, (a & 0x7fffffffu) | (b & 0x80000000u))

static inline carom__lanes lanes_abs(carom__lanes a) {
  return (carom__lanes)((carom__lane_bits)a & 0x7fffffffu);
}
static inline carom__lanes lanes_select(carom__lanes mask, carom__lanes a, carom__lanes b) {
  carom__lane_bits m = (carom__lane_bits)mask;
  return (carom__lanes)(((carom__lane_bits)a & m) | ((carom__lane_bits)b & ~m));
}
/* Not by the instructions for it, which differ for zeros of two signs and for what is no number. */
CAROM__LANES_BINARY(min, lanes_select(lanes_gt(b, a), a, b))
CAROM__LANES_BINARY(max, lanes_select(lanes_gt(a, b), a, b))

#if defined(__aarch64__)
#include <arm_neon.h>

static inline carom__lanes lanes_sqrt(carom__lanes a) { return (carom__lanes)vsqrtq_f32((float32x4_t)a); }
static inline unsigned lanes_bits(carom__lanes a) {
  const carom__lane_bits weights = {1, 2, 4, 8};
  return vaddvq_u32((uint32x4_t)(((carom__lane_bits)a >> 31) * weights));
}
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>

static inline carom__lanes lanes_sqrt(carom__lanes a) { return (carom__lanes)wasm_f32x4_sqrt((v128_t)a); }
static inline unsigned lanes_bits(carom__lanes a) { return (unsigned)wasm_i32x4_bitmask((v128_t)a); }
#else
static inline carom__lanes lanes_sqrt(carom__lanes a) {
  return lanes_set(sqrtf(a[0]), sqrtf(a[1]), sqrtf(a[2]), sqrtf(a[3]));
}
static inline unsigned lanes_bits(carom__lanes a) {
  carom__lane_bits signs = (carom__lane_bits)a >> 31;
  return signs[0] | signs[1] << 1 | signs[2] << 2 | signs[3] << 3;
}
#endif

/* The lanes i, j, k and l of a, and of b from 4 on. */
#if defined(__clang__)
#define CAROM__LANES_PICK(a, b, i, j, k, l) __builtin_shufflevector(a, b, i, j, k, l)
#else
#define CAROM__LANES_PICK(a, b, i, j, k, l) __builtin_shuffle(a, b, (carom__lane_bits){i, j, k, l})
#endif
#define CAROM__LANES_TURNED(a, i, j, k, l) CAROM__LANES_PICK(a, a, i, j, k, l)
CAROM__LANES_BINARY(zip_low, CAROM__LANES_PICK(a, b, 0, 4, 1, 5))
CAROM__LANES_BINARY(zip_high, CAROM__LANES_PICK(a, b, 2, 6, 3, 7))
CAROM__LANES_BINARY(join_low, CAROM__LANES_PICK(a, b, 0, 1, 4, 5))
CAROM__LANES_BINARY(join_high, CAROM__LANES_PICK(a, b, 2, 3, 6, 7))

#endif
