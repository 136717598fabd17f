/* boxes_kernels_avx2.c: eight pairs of boxes on AVX2. */
#define CAROM_LANES8_AVX2

#include "boxes_kernels_body.h"
