/* obb2_kernels_avx2.c: boxes and pairs of the plane on AVX2. */
#define CAROM_LANES8_AVX2

#include "obb2_kernels_body.h"
