/* obb_kernels_avx2.c: eight boxes or pairs on AVX2. */
#define CAROM_LANES8_AVX2

#include "obb_kernels_body.h"
