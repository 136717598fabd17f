/* rectangle_pair_avx2.c: one pair of rectangles with the instructions of AVX2, where the compiler knows it:
 * they select in one step, and keep what they compute with. */
#include "rectangle_pair.h"

#define CAROM_LANES8_ONE
#define CAROM_LANES8_AVX2
#include "lanes8.h"

#if CAROM__HAS_AVX2
#include "rectangle_pair_body.h"

static const carom__rectangle_pair pair = {touch_pair, overlap_pair};

const carom__rectangle_pair *carom__rectangle_pair_avx2(void) {
  return __builtin_cpu_supports("avx2") ? &pair : NULL;
}
#else
const carom__rectangle_pair *carom__rectangle_pair_avx2(void) { return NULL; }
#endif
