/* sweep_kernels_avx2.c: the inner loops of the sweep on AVX2. */
#define CAROM_LANES8_AVX2

#include "sweep_kernels_body.h"
