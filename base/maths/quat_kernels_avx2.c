/* quat_kernels_avx2.c: the kernels on AVX2, where the compiler knows it; whether the processor does is asked
 * when they are used. */
#include "quat_kernels.h"

#define CAROM_LANES8_AVX2
#include "lanes8.h"

#if CAROM__HAS_AVX2
#include "quat_kernel_bodies.h"

static const carom__quat_kernels kernels = {eight_near_unit, eight_to_unit};

const carom__quat_kernels *carom__quat_kernels_avx2(void) {
  return __builtin_cpu_supports("avx2") ? &kernels : NULL;
}
#else
const carom__quat_kernels *carom__quat_kernels_avx2(void) { return NULL; }
#endif
