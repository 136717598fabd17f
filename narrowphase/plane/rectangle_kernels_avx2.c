/* rectangle_kernels_avx2.c: eight pairs of rectangles on AVX2, where the compiler knows it. */
#include "rectangle_kernels.h"

#define CAROM_LANES8_AVX2
#include "lanes8.h"

#if CAROM__HAS_AVX2
#include "rectangle_kernel_bodies.h"

static const carom__rectangle_kernels kernels = {touch_eight, apart_eight};

const carom__rectangle_kernels *carom__rectangle_kernels_avx2(void) {
  return __builtin_cpu_supports("avx2") ? &kernels : NULL;
}
#else
const carom__rectangle_kernels *carom__rectangle_kernels_avx2(void) { return NULL; }
#endif
