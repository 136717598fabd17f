/* lanes.h: four floats at a time, on SSE2, in the vectors of gcc and clang, and in plain C. Every form does
 * the same operations in the same order, so that the bits are the same. Defining CAROM_LANES_PLAIN or
 * CAROM_LANES_VECTOR forces one of the last two.
 *
 * A comparison gives a mask: all bits of a lane set or clear. Everything is exact IEEE arithmetic: no
 * reciprocal estimates, no fused operations. */
#ifndef CAROM_BASE_LANES_H
#define CAROM_BASE_LANES_H

#include "carom/types.h"

#if defined(_MSC_VER)
#include <intrin.h>
#endif

/* Each header is named once, as the library in one file has it once. */
#if (defined(__SSE2__) || defined(_M_X64)) && !defined(CAROM_LANES_PLAIN) && !defined(CAROM_LANES_VECTOR)
#include "lanes_sse2.h"
#elif (defined(CAROM_LANES_VECTOR) || (defined(__GNUC__) && defined(__aarch64__)) ||                         \
       defined(__wasm_simd128__)) &&                                                                         \
    !defined(CAROM_LANES_PLAIN)
#include "lanes_vector.h" /* not on 32-bit ARM, whose NEON flushes subnormal numbers to zero */
#else
#include "lanes_plain.h"
#endif

/* The lanes of a by their numbers. */
#define CAROM__LANES_TURN(name, i, j, k, l)                                                                  \
  static inline carom__lanes lanes_##name(carom__lanes a) { return CAROM__LANES_TURNED(a, i, j, k, l); }
CAROM__LANES_TURN(x, 0, 0, 0, 0)
CAROM__LANES_TURN(y, 1, 1, 1, 1)
CAROM__LANES_TURN(z, 2, 2, 2, 2)
CAROM__LANES_TURN(yzx, 1, 2, 0, 3)
CAROM__LANES_TURN(zxy, 2, 0, 1, 3)
CAROM__LANES_TURN(yzwx, 1, 2, 3, 0)
CAROM__LANES_TURN(wxyz, 3, 0, 1, 2)
CAROM__LANES_TURN(zwxy, 2, 3, 0, 1)
CAROM__LANES_TURN(yxwz, 1, 0, 3, 2)
CAROM__LANES_TURN(xxzz, 0, 0, 2, 2)
CAROM__LANES_TURN(yyww, 1, 1, 3, 3)

static inline bool lanes_any(carom__lanes mask) { return lanes_bits(mask) != 0; }
/* Of the first three lanes. */
static inline bool lanes_any3(carom__lanes mask) { return (lanes_bits(mask) & 7) != 0; }
static inline bool lanes_all3(carom__lanes mask) { return (lanes_bits(mask) & 7) == 7; }

/* The greatest of the first three lanes, in the first three lanes. */
static inline carom__lanes lanes_max3(carom__lanes a) {
  return lanes_max(lanes_max(a, lanes_yzx(a)), lanes_zxy(a));
}
static inline carom__lanes lanes_min3(carom__lanes a) {
  return lanes_min(lanes_min(a, lanes_yzx(a)), lanes_zxy(a));
}

/* The number of the lowest bit that is set; some is. */
static inline int bits_lowest(uint64_t bits) {
#if defined(__GNUC__)
  return __builtin_ctzll(bits);
#elif defined(_MSC_VER) && defined(_WIN64)
  unsigned long i;
  _BitScanForward64(&i, bits);
  return (int)i;
#else
  int i = 0;
  while (!(bits >> i & 1)) i++;
  return i;
#endif
}

/* The same of the highest one. */
static inline int bits_highest(uint64_t bits) {
#if defined(__GNUC__)
  return 63 - __builtin_clzll(bits);
#elif defined(_MSC_VER) && defined(_WIN64)
  unsigned long i;
  _BitScanReverse64(&i, bits);
  return (int)i;
#else
  int i = 63;
  while (!(bits >> i & 1)) i--;
  return i;
#endif
}

/* The dot product of the first three lanes, in all lanes; summed from the left. */
static inline carom__lanes lanes_dot3(carom__lanes a, carom__lanes b) {
  carom__lanes products = lanes_mul(a, b);
  return lanes_add(lanes_add(lanes_x(products), lanes_y(products)), lanes_z(products));
}

/* The cross product of the first three lanes. */
static inline carom__lanes lanes_cross3(carom__lanes a, carom__lanes b) {
  return lanes_sub(lanes_mul(lanes_yzx(a), lanes_zxy(b)), lanes_mul(lanes_zxy(a), lanes_yzx(b)));
}

static inline carom__lanes lanes_neg(carom__lanes a) { return lanes_sub(lanes_splat(0), a); }

/* a, or the end of -limit..limit that it is beyond. */
static inline carom__lanes lanes_clamp(carom__lanes a, carom__lanes limit) {
  return lanes_max(lanes_min(a, limit), lanes_neg(limit));
}

/* The axis i of a frame, in itself. */
static inline carom__lanes lanes_unit3(int i) {
  static const float units[3][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}};
  return lanes_load(units[i]);
}

static inline carom_vec3 lanes_to_vec3(carom__lanes a) {
  float f[4];
  lanes_store(f, a);
  return (carom_vec3){f[0], f[1], f[2]};
}

/* m[0] v.x + m[1] v.y + m[2] v.z, summed from the left: a matrix of columns m times v. */
static inline carom__lanes lanes_combine(const carom__lanes m[3], carom__lanes v) {
  carom__lanes xy = lanes_add(lanes_mul(m[0], lanes_x(v)), lanes_mul(m[1], lanes_y(v)));
  return lanes_add(xy, lanes_mul(m[2], lanes_z(v)));
}

/* Exchanges the rows and columns of a 3x3 matrix; the fourth lanes become zero. */
static inline void lanes_transpose(const carom__lanes m[3], carom__lanes out[3]) {
  carom__lanes zero = lanes_splat(0);
  carom__lanes low01 = lanes_zip_low(m[0], m[1]), high01 = lanes_zip_high(m[0], m[1]);
  carom__lanes low2 = lanes_zip_low(m[2], zero), high2 = lanes_zip_high(m[2], zero);
  out[0] = lanes_join_low(low01, low2);
  out[1] = lanes_join_high(low01, low2);
  out[2] = lanes_join_low(high01, high2);
}

#endif
