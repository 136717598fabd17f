/* triangles_kernels_avx2.c: many triangles on AVX2. */
#define CAROM_LANES8_AVX2

#include "triangles_kernels_body.h"
