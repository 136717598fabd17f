/* box_collide8_avx2.c: eight pairs of boxes on AVX2, where the compiler knows it. */
#include "box_collide8.h"

#define CAROM_LANES8_AVX2
#include "lanes8.h"

#if CAROM__HAS_AVX2
#include "box_collide8_body.h"

static const carom__box_kernels kernels = {box_collide8, box_apart8};

const carom__box_kernels *carom__box_kernels_avx2(void) {
  return __builtin_cpu_supports("avx2") ? &kernels : NULL;
}
#else
const carom__box_kernels *carom__box_kernels_avx2(void) { return NULL; }
#endif
