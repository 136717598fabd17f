/* box_bounds_avx2.c: eight boxes on AVX2, where the compiler knows it; whether the processor does is asked
 * when they are used. */
#define CAROM_LANES8_AVX2
#include "box_bounds_body.h"

carom__bounds_eight_fn *carom__bounds_eight_avx2(void) {
#if CAROM__HAS_AVX2
  return __builtin_cpu_supports("avx2") ? bounds_of_eight : NULL;
#else
  return NULL;
#endif
}
