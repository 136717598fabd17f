/* lanes8_one.h: the operations of lanes8.h for one pair, in the first of four lanes. Code written for eight
 * lanes thus also computes one pair, with the same bits. Without AVX2 the other lanes compute as well, and
 * may hold other parts of the pair. This header only has arithmetic; the including code loads and stores its
 * pairs itself. */
#ifndef CAROM_BASE_LANES8_ONE_H
#define CAROM_BASE_LANES8_ONE_H

#include "lanes.h"

typedef carom__lanes carom__lanes8;

/* With AVX2 the compiler has more of the same at hand: a choice in one instruction, operations that keep what
 * they compute with. */
#if defined(CAROM_LANES8_AVX2) && CAROM__HAS_AVX2
#include <immintrin.h>
#define CAROM__LANES8 __attribute__((target("avx2")))
CAROM__LANES8 static inline carom__lanes8 lanes8_splat(float s) { return _mm_set_ss(s); }
/* Of the first lane alone: the others are zero, mostly. */
CAROM__LANES8 static inline carom__lanes8 lanes8_div(carom__lanes8 a, carom__lanes8 b) {
  return _mm_div_ss(a, b);
}
CAROM__LANES8 static inline carom__lanes8 lanes8_select(carom__lanes8 mask, carom__lanes8 a,
                                                        carom__lanes8 b) {
  return _mm_blendv_ps(b, a, mask);
}
#else
#define CAROM__LANES8
static inline carom__lanes8 lanes8_splat(float s) { return lanes_splat(s); }
static inline carom__lanes8 lanes8_div(carom__lanes8 a, carom__lanes8 b) { return lanes_div(a, b); }
static inline carom__lanes8 lanes8_select(carom__lanes8 mask, carom__lanes8 a, carom__lanes8 b) {
  return lanes_select(mask, a, b);
}
#endif

#define CAROM__LANES8_BINARY(name)                                                                           \
  CAROM__LANES8 static inline carom__lanes8 lanes8_##name(carom__lanes8 a, carom__lanes8 b) {                \
    return lanes_##name(a, b);                                                                               \
  }
CAROM__LANES8_BINARY(add)
CAROM__LANES8_BINARY(sub)
CAROM__LANES8_BINARY(mul)
CAROM__LANES8_BINARY(and)
CAROM__LANES8_BINARY(or)
CAROM__LANES8_BINARY(gt)
CAROM__LANES8_BINARY(ge)
CAROM__LANES8_BINARY(copysign)
CAROM__LANES8_BINARY(min)
CAROM__LANES8_BINARY(max)

CAROM__LANES8 static inline carom__lanes8 lanes8_abs(carom__lanes8 a) { return lanes_abs(a); }
/* Of the one pair. */
CAROM__LANES8 static inline unsigned lanes8_bits(carom__lanes8 a) { return lanes_bits(a) & 1; }

#endif
