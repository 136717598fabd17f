/* arithmetic.h: checks that the compiler and its library can give the same bits everywhere, as far as a
 * header can. */
#ifndef CAROM_BASE_ARITHMETIC_H
#define CAROM_BASE_ARITHMETIC_H

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#if FLT_EVAL_METHOD != 0
#error "carom needs floats that are not widened: -msse2 -mfpmath=sse, or -fexcess-precision=fast"
#endif
#if defined(__FAST_MATH__) || defined(_M_FP_FAST)
#error "carom needs the arithmetic of IEEE 754: compile it without -ffast-math or /fp:fast"
#endif
/* Before Visual Studio 2022, MSVC fused products with sums by default. */
#if defined(_M_FP_CONTRACT) || (defined(_MSC_VER) && !defined(__clang__) && _MSC_VER < 1930)
#error "carom needs operations that are not fused: Visual Studio 2022 or later, without /fp:contract"
#endif

/* The square root, rounded once. The sqrt of mingw-w64's library is the x87's, rounded a second time (wrong
 * for 1 of 5,000 numbers), and gcc calls it where it does not optimise. A sqrtf that is rounded twice comes
 * out right (Figueroa, 1995). */
#if defined(__MINGW32__) && defined(__SSE2__)
#include <emmintrin.h>

static inline double square_root(double x) {
  __m128d lanes = _mm_set_sd(x);
  return _mm_cvtsd_f64(_mm_sqrt_sd(lanes, lanes));
}
#else
static inline double square_root(double x) { return sqrt(x); }
#endif

static inline uint32_t float_bits(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}
static inline uint64_t double_bits(double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

/* x, or zero: by the bits, because compilers make a branch of it otherwise, which costs much where no
 * processor can guess it. */
static inline double double_where(bool keep, double x) {
  uint64_t bits = double_bits(x) & (0 - (uint64_t)keep);
  memcpy(&x, &bits, sizeof x);
  return x;
}

/* By the bits, as a comparison with what is no number raises an exception. */
static inline bool float_is_finite(float x) { return ~float_bits(x) & 0x7f800000u; }
static inline bool double_is_finite(double x) { return ~double_bits(x) & 0x7ff0000000000000u; }

#endif
