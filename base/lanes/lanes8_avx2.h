/* lanes8_avx2.h: the eight lanes of lanes8.h on AVX2. */
#ifndef CAROM_BASE_LANES8_AVX2_H
#define CAROM_BASE_LANES8_AVX2_H

#include <immintrin.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define CAROM__LANES8 __attribute__((target("avx2")))
#else
#define CAROM__LANES8
#endif

typedef __m256 carom__lanes8;

CAROM__LANES8 static inline carom__lanes8 lanes8_load(const float *p) { return _mm256_loadu_ps(p); }
CAROM__LANES8 static inline void lanes8_store(float *p, carom__lanes8 a) { _mm256_storeu_ps(p, a); }
CAROM__LANES8 static inline carom__lanes8 lanes8_splat(float s) { return _mm256_set1_ps(s); }

#define CAROM__LANES8_UNARY(name, result)                                                                    \
  CAROM__LANES8 static inline carom__lanes8 lanes8_##name(carom__lanes8 a) { return result; }
#define CAROM__LANES8_BINARY(name, result)                                                                   \
  CAROM__LANES8 static inline carom__lanes8 lanes8_##name(carom__lanes8 a, carom__lanes8 b) { return result; }
CAROM__LANES8_BINARY(add, _mm256_add_ps(a, b))
CAROM__LANES8_BINARY(sub, _mm256_sub_ps(a, b))
CAROM__LANES8_BINARY(mul, _mm256_mul_ps(a, b))
CAROM__LANES8_BINARY(div, _mm256_div_ps(a, b))
CAROM__LANES8_UNARY(sqrt, _mm256_sqrt_ps(a))
CAROM__LANES8_BINARY(and, _mm256_and_ps(a, b))
CAROM__LANES8_BINARY(or, _mm256_or_ps(a, b))
CAROM__LANES8_UNARY(abs, _mm256_andnot_ps(_mm256_set1_ps(-0.0f), a))
CAROM__LANES8_BINARY(gt, _mm256_cmp_ps(a, b, _CMP_GT_OQ))
CAROM__LANES8_BINARY(ge, _mm256_cmp_ps(a, b, _CMP_GE_OQ))
CAROM__LANES8_BINARY(eq, _mm256_cmp_ps(a, b, _CMP_EQ_OQ))
CAROM__LANES8_BINARY(min, _mm256_min_ps(a, b))
CAROM__LANES8_BINARY(max, _mm256_max_ps(a, b))
CAROM__LANES8_UNARY(yxwz, _mm256_permute_ps(a, _MM_SHUFFLE(2, 3, 0, 1)))

CAROM__LANES8 static inline carom__lanes8 lanes8_select(carom__lanes8 mask, carom__lanes8 a,
                                                        carom__lanes8 b) {
  return _mm256_blendv_ps(b, a, mask);
}
CAROM__LANES8 static inline carom__lanes8 lanes8_copysign(carom__lanes8 a, carom__lanes8 b) {
  carom__lanes8 sign = _mm256_set1_ps(-0.0f);
  return _mm256_or_ps(_mm256_andnot_ps(sign, a), _mm256_and_ps(sign, b));
}
CAROM__LANES8 static inline unsigned lanes8_bits(carom__lanes8 a) { return (unsigned)_mm256_movemask_ps(a); }

CAROM__LANES8 static inline float lanes8_least(carom__lanes8 a) {
  __m128 four = _mm_min_ps(_mm256_castps256_ps128(a), _mm256_extractf128_ps(a, 1));
  __m128 two = _mm_min_ps(four, _mm_movehl_ps(four, four));
  return _mm_cvtss_f32(_mm_min_ss(two, _mm_movehdup_ps(two)));
}

CAROM__LANES8 static inline carom__lanes8 lanes8_take(carom__lanes8 a, const uint32_t from[8]) {
  return _mm256_permutevar8x32_ps(a, _mm256_loadu_si256((const __m256i *)from));
}

/* The places of the bits of a byte in the low three bits of each lane, ascending, and then zeros. */
CAROM__LANES8 static inline __m256i lanes8_places(uint32_t byte) {
  const __m256i shifts = _mm256_setr_epi32(0, 3, 6, 9, 12, 15, 18, 21);
  return _mm256_srlv_epi32(_mm256_set1_epi32((int)carom__lane_orders[byte]), shifts);
}

CAROM__LANES8 static inline uint32_t lanes8_order(unsigned which, uint32_t out[8]) {
  _mm256_storeu_si256((__m256i *)out, _mm256_and_si256(lanes8_places(which), _mm256_set1_epi32(7)));
  return (uint32_t)_mm_popcnt_u32(which);
}

CAROM__LANES8 static inline __m256i lanes8_from_bytes(const uint8_t p[8]) {
  return _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)p));
}
CAROM__LANES8 static inline carom__lanes8 lanes8_load_bytes(const uint8_t p[8]) {
  return _mm256_cvtepi32_ps(lanes8_from_bytes(p));
}
CAROM__LANES8 static inline carom__lanes8 lanes8_load_words(const uint16_t p[8]) {
  return _mm256_cvtepi32_ps(_mm256_cvtepu16_epi32(_mm_loadu_si128((const __m128i *)(const void *)p)));
}

/* What lanes8_look_up is of tables that `load` reads eight numbers of. */
#define CAROM__LANES8_LOOK_UP(name, type, load)                                                              \
  CAROM__LANES8 static inline void name(const type *tables, size_t count, const uint16_t at[8],              \
                                        carom__lanes8 out[3][3]) {                                           \
    __m256i all = _mm256_cvtepu16_epi32(_mm_loadu_si128((const __m128i *)(const void *)at)), from[3];        \
    for (int j = 0; j < 3; j++)                                                                              \
      from[j] = _mm256_and_si256(_mm256_srli_epi32(all, 5 * j), _mm256_set1_epi32(31));                      \
    for (size_t i = 0; i < 3; i++) {                                                                         \
      __m256 table = load(tables + i * count);                                                               \
      for (int j = 0; j < 3; j++) out[j][i] = _mm256_permutevar8x32_ps(table, from[j]);                      \
    }                                                                                                        \
    for (size_t begin = 8; begin < count; begin += 8) {                                                      \
      __m256 beyond[3];                                                                                      \
      for (int j = 0; j < 3; j++)                                                                            \
        beyond[j] = _mm256_castsi256_ps(_mm256_cmpgt_epi32(from[j], _mm256_set1_epi32((int)begin - 1)));     \
      for (size_t i = 0; i < 3; i++) {                                                                       \
        __m256 table = load(tables + i * count + begin);                                                     \
        for (int j = 0; j < 3; j++)                                                                          \
          out[j][i] = _mm256_blendv_ps(out[j][i], _mm256_permutevar8x32_ps(table, from[j]), beyond[j]);      \
      }                                                                                                      \
    }                                                                                                        \
  }
CAROM__LANES8_LOOK_UP(lanes8_look_up, float, lanes8_load)
CAROM__LANES8_LOOK_UP(lanes8_look_up_words, uint16_t, lanes8_load_words)

CAROM__LANES8 static inline uint32_t lanes8_pack(uint32_t out[8], const uint32_t words[8], uint32_t which) {
  __m256i all = _mm256_loadu_si256((const __m256i *)words);
  _mm256_storeu_si256((__m256i *)out, _mm256_permutevar8x32_epi32(all, lanes8_places(which)));
  return (uint32_t)_mm_popcnt_u32(which);
}

/* Eight words are written for each of `ones`, without a branch: how many it will be cannot be predicted. */
CAROM__LANES8 static inline size_t lanes8_join(uint64_t *out, const float *ones, size_t one_count,
                                               const float many[8], uint32_t which) {
  size_t count = 0;
  for (size_t i = 0; i < one_count; i++) {
    uint32_t lanes = which >> 8 * i & 0xff;
    __m256i other =
        _mm256_castps_si256(_mm256_permutevar8x32_ps(_mm256_loadu_ps(many), lanes8_places(lanes)));
    __m256i one = _mm256_castps_si256(_mm256_set1_ps(ones[i]));
    __m256i above = _mm256_min_epu32(one, other), below = _mm256_max_epu32(one, other);
    __m256i low = _mm256_unpacklo_epi32(below, above), high = _mm256_unpackhi_epi32(below, above);
    _mm256_storeu_si256((__m256i *)(out + count), _mm256_permute2x128_si256(low, high, 0x20));
    _mm256_storeu_si256((__m256i *)(out + count + 4), _mm256_permute2x128_si256(low, high, 0x31));
    count += (size_t)_mm_popcnt_u32(lanes);
  }
  return count;
}

CAROM__LANES8 static inline carom__lanes8 lanes8_load_halves(const float *low, const float *high) {
  return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(low)), _mm_loadu_ps(high), 1);
}

/* Exchanges rows and columns in each half. */
CAROM__LANES8 static inline void lanes8_transpose4(const carom__lanes8 r[4], carom__lanes8 out[4]) {
  carom__lanes8 low01 = _mm256_unpacklo_ps(r[0], r[1]), high01 = _mm256_unpackhi_ps(r[0], r[1]);
  carom__lanes8 low23 = _mm256_unpacklo_ps(r[2], r[3]), high23 = _mm256_unpackhi_ps(r[2], r[3]);
  out[0] = _mm256_shuffle_ps(low01, low23, _MM_SHUFFLE(1, 0, 1, 0));
  out[1] = _mm256_shuffle_ps(low01, low23, _MM_SHUFFLE(3, 2, 3, 2));
  out[2] = _mm256_shuffle_ps(high01, high23, _MM_SHUFFLE(1, 0, 1, 0));
  out[3] = _mm256_shuffle_ps(high01, high23, _MM_SHUFFLE(3, 2, 3, 2));
}

CAROM__LANES8 static inline void lanes8_load_columns(const float *const rows[8], size_t from,
                                                     carom__lanes8 out[4]) {
  carom__lanes8 r[4];
  for (int k = 0; k < 4; k++) r[k] = lanes8_load_halves(rows[k] + from, rows[k + 4] + from);
  lanes8_transpose4(r, out);
}

/* A fourth number, which may be anything, is not loaded. */
CAROM__LANES8 static inline __m128 lanes8_offset(const double *from, const double *to) {
  __m256i three = _mm256_setr_epi64x(-1, -1, -1, 0);
  return _mm256_cvtpd_ps(_mm256_sub_pd(_mm256_maskload_pd(to, three), _mm256_maskload_pd(from, three)));
}

CAROM__LANES8 static inline void lanes8_offsets(const double *const from[8], const double *const to[8],
                                                carom__lanes8 out[3]) {
  carom__lanes8 r[4], columns[4];
  for (int k = 0; k < 4; k++)
    r[k] = _mm256_insertf128_ps(_mm256_castps128_ps256(lanes8_offset(from[k], to[k])),
                                lanes8_offset(from[k + 4], to[k + 4]), 1);
  lanes8_transpose4(r, columns);
  for (int i = 0; i < 3; i++) out[i] = columns[i];
}

CAROM__LANES8 static inline void lanes8_store_columns(const carom__lanes8 columns[4], float out[8][4]) {
  carom__lanes8 r[4];
  lanes8_transpose4(columns, r);
  for (int k = 0; k < 4; k++) {
    _mm_storeu_ps(out[k], _mm256_castps256_ps128(r[k]));
    _mm_storeu_ps(out[k + 4], _mm256_extractf128_ps(r[k], 1));
  }
}

#endif
