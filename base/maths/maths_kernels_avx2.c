/* maths_kernels_avx2.c: eight rotations on AVX2. */
#define CAROM_LANES8_AVX2

#include "maths_kernels_body.h"
