/* lanes8_portable.h: the eight lanes of lanes8.h as two of lanes.h; lanes_plain.h says what each operation
 * does. */
#ifndef CAROM_BASE_LANES8_PORTABLE_H
#define CAROM_BASE_LANES8_PORTABLE_H

#include <stddef.h>
#include <stdint.h>

#include "arithmetic.h"
#include "lanes.h"

#define CAROM__LANES8

typedef struct carom__lanes8 {
  carom__lanes low, high;
} carom__lanes8;

static inline carom__lanes8 lanes8_load(const float *p) {
  return (carom__lanes8){lanes_load(p), lanes_load(p + 4)};
}
static inline void lanes8_store(float *p, carom__lanes8 a) {
  lanes_store(p, a.low);
  lanes_store(p + 4, a.high);
}
static inline carom__lanes8 lanes8_splat(float s) { return (carom__lanes8){lanes_splat(s), lanes_splat(s)}; }

/* An operation of one or two vectors, on both halves. */
#define CAROM__LANES8_UNARY(name)                                                                            \
  static inline carom__lanes8 lanes8_##name(carom__lanes8 a) {                                               \
    return (carom__lanes8){lanes_##name(a.low), lanes_##name(a.high)};                                       \
  }
#define CAROM__LANES8_BINARY(name)                                                                           \
  static inline carom__lanes8 lanes8_##name(carom__lanes8 a, carom__lanes8 b) {                              \
    return (carom__lanes8){lanes_##name(a.low, b.low), lanes_##name(a.high, b.high)};                        \
  }
CAROM__LANES8_BINARY(add)
CAROM__LANES8_BINARY(sub)
CAROM__LANES8_BINARY(mul)
CAROM__LANES8_BINARY(div)
CAROM__LANES8_UNARY(sqrt)
CAROM__LANES8_BINARY(and)
CAROM__LANES8_BINARY(or)
CAROM__LANES8_UNARY(abs)
CAROM__LANES8_BINARY(gt)
CAROM__LANES8_BINARY(ge)
CAROM__LANES8_BINARY(eq)
CAROM__LANES8_BINARY(copysign)
CAROM__LANES8_BINARY(min)
CAROM__LANES8_BINARY(max)
/* Exchanges each two neighbours. */
CAROM__LANES8_UNARY(yxwz)

static inline carom__lanes8 lanes8_select(carom__lanes8 mask, carom__lanes8 a, carom__lanes8 b) {
  return (carom__lanes8){lanes_select(mask.low, a.low, b.low), lanes_select(mask.high, a.high, b.high)};
}
/* The sign bits, lane 0 lowest. */
static inline unsigned lanes8_bits(carom__lanes8 a) { return lanes_bits(a.low) | lanes_bits(a.high) << 4; }

/* The least of eight numbers, of which none is zero. */
static inline float lanes8_least(carom__lanes8 a) {
  carom__lanes four = lanes_min(a.low, a.high), two = lanes_min(four, lanes_zwxy(four));
  return lanes_first(lanes_min(two, lanes_y(two)));
}

/* Lane k is lane from[k] of a, which is below 8. */
static inline carom__lanes8 lanes8_take(carom__lanes8 a, const uint32_t from[8]) {
  float given[8], taken[8];
  lanes8_store(given, a);
  for (int k = 0; k < 8; k++) taken[k] = given[from[k]];
  return lanes8_load(taken);
}

/* Writes which of eight lanes have their bit set, ascending, then zeros; returns how many. */
static inline uint32_t lanes8_order(unsigned which, uint32_t out[8]) {
  uint32_t count = 0;
  for (int i = 0; i < 8; i++) out[i] = 0;
  for (; which; which &= which - 1) out[count++] = (uint32_t)bits_lowest(which);
  return count;
}

static inline carom__lanes8 lanes8_load_bytes(const uint8_t p[8]) {
  float f[8];
  for (int k = 0; k < 8; k++) f[k] = (float)p[k];
  return lanes8_load(f);
}
static inline carom__lanes8 lanes8_load_words(const uint16_t p[8]) {
  float f[8];
  for (int k = 0; k < 8; k++) f[k] = (float)p[k];
  return lanes8_load(f);
}

/* Reads from three tables of `count` numbers, which lie one behind the other and are at most 32: lane k of
 * out[j][i] is a number of table i. The five bits of at[k] above 5 j say which. Eight numbers can be read
 * from anywhere in the tables. */
#define CAROM__LANES8_LOOK_UP(name, type)                                                                    \
  static inline void name(const type *tables, size_t count, const uint16_t at[8], carom__lanes8 out[3][3]) { \
    for (int j = 0; j < 3; j++) {                                                                            \
      for (size_t i = 0; i < 3; i++) {                                                                       \
        float f[8];                                                                                          \
        for (int k = 0; k < 8; k++) f[k] = (float)tables[i * count + (at[k] >> 5 * j & 31)];                 \
        out[j][i] = lanes8_load(f);                                                                          \
      }                                                                                                      \
    }                                                                                                        \
  }
CAROM__LANES8_LOOK_UP(lanes8_look_up, float)
CAROM__LANES8_LOOK_UP(lanes8_look_up_words, uint16_t)

/* Writes those of eight words whose bits are set, in order, and fills eight with the first word; returns how
 * many they are. */
static inline uint32_t lanes8_pack(uint32_t out[8], const uint32_t words[8], uint32_t which) {
  uint32_t order = carom__lane_orders[which], pairs = which - (which >> 1 & 0x55);
  uint32_t fours = (pairs & 0x33) + (pairs >> 2 & 0x33);
  for (int k = 0; k < 8; k++) out[k] = words[order >> 3 * k & 7];
  return (fours + (fours >> 4)) & 15;
}

/* Joins numbers, at most four, to eight others, all given by their bits: `which` has a bit for each pair,
 * eight for each of `ones`. The lesser of two is the upper half of a word. Returns how many they are; eight
 * words for each of `ones` may be written. The first few are written whether there are so many or not, and
 * kept by the count: how many there are cannot be predicted, and a branch on it would cost more. */
static inline size_t lanes8_join(uint64_t *out, const float *ones, size_t one_count, const float many[8],
                                 uint32_t which) {
  enum { ALWAYS = 3 };
  size_t count = 0;
  const uint32_t last = 1u << (8 * one_count - 1);
  for (int k = 0; k < ALWAYS || which; k++) {
    int bit = bits_lowest(which | last);
    uint32_t one = float_bits(ones[bit >> 3]), other = float_bits(many[bit & 7]);
    uint32_t lesser = one < other ? one : other;
    out[count] = (uint64_t)lesser << 32 | (one ^ other ^ lesser);
    count += which != 0;
    which &= which - 1;
  }
  return count;
}

/* Exchanges rows and columns: column i gets the element i of each row. */
static inline void lanes_transpose4(const carom__lanes r[4], carom__lanes out[4]) {
  carom__lanes low01 = lanes_zip_low(r[0], r[1]), high01 = lanes_zip_high(r[0], r[1]);
  carom__lanes low23 = lanes_zip_low(r[2], r[3]), high23 = lanes_zip_high(r[2], r[3]);
  out[0] = lanes_join_low(low01, low23);
  out[1] = lanes_join_high(low01, low23);
  out[2] = lanes_join_low(high01, high23);
  out[3] = lanes_join_high(high01, high23);
}

/* Reads the four floats at `from` of each of eight places: lane k of out[i] is rows[k][from + i]. */
static inline void lanes8_load_columns(const float *const rows[8], size_t from, carom__lanes8 out[4]) {
  carom__lanes low[4], high[4];
  for (int k = 0; k < 4; k++) low[k] = lanes_load(rows[k] + from);
  for (int k = 0; k < 4; k++) high[k] = lanes_load(rows[k + 4] + from);
  lanes_transpose4(low, low);
  lanes_transpose4(high, high);
  for (int i = 0; i < 4; i++) out[i] = (carom__lanes8){low[i], high[i]};
}

/* Subtracts places in double: lane k of out[i] is (float)(to[k][i] - from[k][i]). */
static inline void lanes8_offsets(const double *const from[8], const double *const to[8],
                                  carom__lanes8 out[3]) {
  for (int i = 0; i < 3; i++) {
    float offsets[8];
    for (int k = 0; k < 8; k++) offsets[k] = (float)(to[k][i] - from[k][i]);
    out[i] = lanes8_load(offsets);
  }
}

/* The reverse of lanes8_load_columns: out[k][i] is lane k of columns[i]. */
static inline void lanes8_store_columns(const carom__lanes8 columns[4], float out[8][4]) {
  carom__lanes low[4], high[4];
  for (int i = 0; i < 4; i++) low[i] = columns[i].low;
  for (int i = 0; i < 4; i++) high[i] = columns[i].high;
  lanes_transpose4(low, low);
  lanes_transpose4(high, high);
  for (int k = 0; k < 4; k++) lanes_store(out[k], low[k]);
  for (int k = 0; k < 4; k++) lanes_store(out[k + 4], high[k]);
}

#endif
