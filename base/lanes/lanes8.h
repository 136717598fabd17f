/* lanes8.h: eight floats at a time, on AVX2 or as two of lanes.h. Both forms do the same operations in the
 * same order, so that the bits are the same.
 *
 * No build flag is needed, but for MSVC (/arch:AVX2 for such files alone): a file that defines
 * CAROM_LANES8_AVX2 before this header gets the form of AVX2, where CAROM__HAS_AVX2 says that the compiler
 * knows it, and its functions carry the mark CAROM__LANES8, which lets the compiler use AVX2 in them and in
 * nothing else. Whoever calls them asks the processor first. A file that defines CAROM_LANES8_ONE gets one
 * lane instead of eight (lanes8_one.h). Fused operations are not part of AVX2. Defining CAROM_NO_AVX2 leaves
 * this form out of a build; gcc for Windows leaves it out, since it does not align the stack for it (gcc bug
 * 54412). */
#ifndef CAROM_BASE_LANES8_H
#define CAROM_BASE_LANES8_H

#include "lanes.h"

#if defined(__GNUC__) && defined(__x86_64__) && !defined(CAROM_NO_AVX2) &&                                   \
    (defined(__clang__) || !defined(_WIN32))
#define CAROM__HAS_AVX2 1
#define CAROM__PROCESSOR_HAS_AVX2 __builtin_cpu_supports("avx2")
#elif defined(_MSC_VER) && defined(_M_X64) && defined(__AVX2__) && !defined(CAROM_NO_AVX2)
#define CAROM__HAS_AVX2 1
#define CAROM__PROCESSOR_HAS_AVX2 IsProcessorFeaturePresent(40) /* PF_AVX2_INSTRUCTIONS_AVAILABLE */
__declspec(dllimport) int __stdcall IsProcessorFeaturePresent(unsigned long feature);
#else
#define CAROM__HAS_AVX2 0
#define CAROM__PROCESSOR_HAS_AVX2 0
#endif

/* For each byte the places of its bits that are set, ascending, as octal digits, the first one lowest. */
extern const uint32_t carom__lane_orders[256];

#if defined(CAROM_LANES8_ONE)
#include "lanes8_one.h"
#elif defined(CAROM_LANES8_AVX2) && CAROM__HAS_AVX2
#include "lanes8_avx2.h"
#else
#include "lanes8_portable.h"
#endif

/* a0 b0 + a1 b1 + a2 b2, summed from the left. */
CAROM__LANES8 static inline carom__lanes8 lanes8_dot(const carom__lanes8 a[3], const carom__lanes8 b[3]) {
  carom__lanes8 xy = lanes8_add(lanes8_mul(a[0], b[0]), lanes8_mul(a[1], b[1]));
  return lanes8_add(xy, lanes8_mul(a[2], b[2]));
}

CAROM__LANES8 static inline carom__lanes8 lanes8_neg(carom__lanes8 a) {
  return lanes8_sub(lanes8_splat(0), a);
}

/* a, or the end of -limit..limit that it is beyond. */
CAROM__LANES8 static inline carom__lanes8 lanes8_clamp(carom__lanes8 a, carom__lanes8 limit) {
  return lanes8_max(lanes8_min(a, limit), lanes8_neg(limit));
}

/* --- Vectors, with one set of lanes for each coordinate --- */

/* The one of three whose mask is set; the first when none is. */
CAROM__LANES8 static inline carom__lanes8 lanes8_pick3(const carom__lanes8 masks[3],
                                                       const carom__lanes8 v[3]) {
  return lanes8_select(masks[1], v[1], lanes8_select(masks[2], v[2], v[0]));
}

/* Turns the coordinates in cyclic order, so that the one whose mask is set comes last. */
CAROM__LANES8 static inline void lanes8_turn3(const carom__lanes8 masks[3], const carom__lanes8 v[3],
                                              carom__lanes8 out[3]) {
  for (int i = 0; i < 3; i++) {
    const carom__lanes8 of_axis[3] = {v[(i + 1) % 3], v[(i + 2) % 3], v[i]};
    out[i] = lanes8_pick3(masks, of_axis);
  }
}

CAROM__LANES8 static inline void lanes8_sub3(const carom__lanes8 a[3], const carom__lanes8 b[3],
                                             carom__lanes8 out[3]) {
  for (int k = 0; k < 3; k++) out[k] = lanes8_sub(a[k], b[k]);
}

/* a + b t */
CAROM__LANES8 static inline void lanes8_mad3(const carom__lanes8 a[3], const carom__lanes8 b[3],
                                             carom__lanes8 t, carom__lanes8 out[3]) {
  for (int k = 0; k < 3; k++) out[k] = lanes8_add(a[k], lanes8_mul(b[k], t));
}

CAROM__LANES8 static inline void lanes8_cross(const carom__lanes8 a[3], const carom__lanes8 b[3],
                                              carom__lanes8 out[3]) {
  for (int k = 0; k < 3; k++) {
    int u = (k + 1) % 3, v = (k + 2) % 3;
    out[k] = lanes8_sub(lanes8_mul(a[u], b[v]), lanes8_mul(a[v], b[u]));
  }
}

#endif
