/* shape_kernels_avx2.c: bounds of eight boxes on AVX2. */
#define CAROM_LANES8_AVX2

#include "shape_kernels_body.h"
