/* plane_kernels_avx2.c: edges of flats and eight pairs of rectangles on AVX2. */
#include "on_avx2.h"

#include "plane_kernels_body.h"
