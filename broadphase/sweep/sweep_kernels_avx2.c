/* sweep_kernels_avx2.c: the kernels on AVX2, where the compiler knows it; whether the processor does is asked
 * when they are used. */
#include "sweep_kernels.h"

#define CAROM_LANES8_AVX2
#include "lanes8.h"

#if CAROM__HAS_AVX2
#include "sweep_kernel_bodies.h"

static const carom__sweep_kernels kernels = {locate, fill, within, between};

const carom__sweep_kernels *carom__sweep_kernels_avx2(void) {
  return __builtin_cpu_supports("avx2") ? &kernels : NULL;
}
#else
const carom__sweep_kernels *carom__sweep_kernels_avx2(void) { return NULL; }
#endif
