/* lanes8_one.h: one pair instead of eight: in the first of four lanes, so that what is written for eight of
 * lanes8.h also does one alone, with the same bits. Only what such code computes with is here: how pairs come
 * and go is its own affair. */
#ifndef CAROM_BASE_LANES8_ONE_H
#define CAROM_BASE_LANES8_ONE_H

#include "lanes.h"

#define CAROM__LANES8

typedef carom__lanes carom__lanes8;

static inline carom__lanes8 lanes8_splat(float s) { return lanes_splat(s); }
static inline carom__lanes8 lanes8_add(carom__lanes8 a, carom__lanes8 b) { return lanes_add(a, b); }
static inline carom__lanes8 lanes8_sub(carom__lanes8 a, carom__lanes8 b) { return lanes_sub(a, b); }
static inline carom__lanes8 lanes8_mul(carom__lanes8 a, carom__lanes8 b) { return lanes_mul(a, b); }
static inline carom__lanes8 lanes8_div(carom__lanes8 a, carom__lanes8 b) { return lanes_div(a, b); }
static inline carom__lanes8 lanes8_and(carom__lanes8 a, carom__lanes8 b) { return lanes_and(a, b); }
static inline carom__lanes8 lanes8_or(carom__lanes8 a, carom__lanes8 b) { return lanes_or(a, b); }
static inline carom__lanes8 lanes8_abs(carom__lanes8 a) { return lanes_abs(a); }
static inline carom__lanes8 lanes8_gt(carom__lanes8 a, carom__lanes8 b) { return lanes_gt(a, b); }
static inline carom__lanes8 lanes8_ge(carom__lanes8 a, carom__lanes8 b) { return lanes_ge(a, b); }
static inline carom__lanes8 lanes8_select(carom__lanes8 mask, carom__lanes8 a, carom__lanes8 b) {
  return lanes_select(mask, a, b);
}
static inline carom__lanes8 lanes8_copysign(carom__lanes8 a, carom__lanes8 b) { return lanes_copysign(a, b); }
static inline carom__lanes8 lanes8_min(carom__lanes8 a, carom__lanes8 b) { return lanes_min(a, b); }
static inline carom__lanes8 lanes8_max(carom__lanes8 a, carom__lanes8 b) { return lanes_max(a, b); }
/* Of the one pair. */
static inline unsigned lanes8_bits(carom__lanes8 a) { return lanes_bits(a) & 1; }

#endif
