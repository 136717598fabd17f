/* plane_kernels_avx2.c: edges of flats and eight pairs of rectangles on AVX2. */
#define CAROM_LANES8_AVX2

#include "plane_kernels_body.h"
