/* flat_edges_avx2.c: the edges of two cores on AVX2, where the compiler knows it. */
#include "flat_edges_kernels.h"

#define CAROM_LANES8_AVX2
#include "lanes8.h"

#if CAROM__HAS_AVX2
#include "flat_edges_body.h"

static const carom__flat_edges_kernels kernels = {find, lowest};

const carom__flat_edges_kernels *carom__flat_edges_kernels_avx2(void) {
  return __builtin_cpu_supports("avx2") ? &kernels : NULL;
}
#else
const carom__flat_edges_kernels *carom__flat_edges_kernels_avx2(void) { return NULL; }
#endif
