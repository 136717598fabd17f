/* lanes_sse2.h: the four lanes of lanes.h on SSE2; lanes_plain.h says what each function does. */
#ifndef CAROM_BASE_LANES_SSE2_H
#define CAROM_BASE_LANES_SSE2_H

#include <emmintrin.h>

#include "carom/types.h"

typedef __m128 carom__lanes;

static inline carom__lanes lanes_set(float x, float y, float z, float w) { return _mm_setr_ps(x, y, z, w); }
static inline carom__lanes lanes_splat(float s) { return _mm_set1_ps(s); }
static inline carom__lanes lanes_load(const float *p) { return _mm_loadu_ps(p); }
static inline void lanes_store(float *p, carom__lanes a) { _mm_storeu_ps(p, a); }
static inline carom__lanes lanes_from_vec3(carom_vec3 v) { return _mm_setr_ps(v.x, v.y, v.z, 0); }

static inline carom__lanes lanes_add(carom__lanes a, carom__lanes b) { return _mm_add_ps(a, b); }
static inline carom__lanes lanes_sub(carom__lanes a, carom__lanes b) { return _mm_sub_ps(a, b); }
static inline carom__lanes lanes_mul(carom__lanes a, carom__lanes b) { return _mm_mul_ps(a, b); }
static inline carom__lanes lanes_div(carom__lanes a, carom__lanes b) { return _mm_div_ps(a, b); }
static inline carom__lanes lanes_sqrt(carom__lanes a) { return _mm_sqrt_ps(a); }
static inline carom__lanes lanes_and(carom__lanes a, carom__lanes b) { return _mm_and_ps(a, b); }
static inline carom__lanes lanes_or(carom__lanes a, carom__lanes b) { return _mm_or_ps(a, b); }
static inline carom__lanes lanes_abs(carom__lanes a) { return _mm_andnot_ps(_mm_set1_ps(-0.0f), a); }
static inline carom__lanes lanes_gt(carom__lanes a, carom__lanes b) { return _mm_cmpgt_ps(a, b); }
static inline carom__lanes lanes_ge(carom__lanes a, carom__lanes b) { return _mm_cmpge_ps(a, b); }
static inline carom__lanes lanes_eq(carom__lanes a, carom__lanes b) { return _mm_cmpeq_ps(a, b); }
static inline carom__lanes lanes_gt_bits(carom__lanes a, carom__lanes b) {
  return _mm_castsi128_ps(_mm_cmpgt_epi32(_mm_castps_si128(a), _mm_castps_si128(b)));
}
static inline carom__lanes lanes_select(carom__lanes mask, carom__lanes a, carom__lanes b) {
  return _mm_or_ps(_mm_and_ps(mask, a), _mm_andnot_ps(mask, b));
}
static inline carom__lanes lanes_copysign(carom__lanes a, carom__lanes b) {
  return lanes_select(_mm_set1_ps(-0.0f), b, a);
}
static inline carom__lanes lanes_min(carom__lanes a, carom__lanes b) { return _mm_min_ps(a, b); }
static inline carom__lanes lanes_max(carom__lanes a, carom__lanes b) { return _mm_max_ps(a, b); }
static inline unsigned lanes_bits(carom__lanes a) { return (unsigned)_mm_movemask_ps(a); }
static inline float lanes_first(carom__lanes a) { return _mm_cvtss_f32(a); }

#define CAROM__LANES_TURNED(a, i, j, k, l) _mm_shuffle_ps(a, a, _MM_SHUFFLE(l, k, j, i))
static inline carom__lanes lanes_zip_low(carom__lanes a, carom__lanes b) { return _mm_unpacklo_ps(a, b); }
static inline carom__lanes lanes_zip_high(carom__lanes a, carom__lanes b) { return _mm_unpackhi_ps(a, b); }
static inline carom__lanes lanes_join_low(carom__lanes a, carom__lanes b) { return _mm_movelh_ps(a, b); }
static inline carom__lanes lanes_join_high(carom__lanes a, carom__lanes b) { return _mm_movehl_ps(b, a); }

#endif
