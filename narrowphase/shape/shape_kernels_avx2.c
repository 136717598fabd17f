/* shape_kernels_avx2.c: bounds of eight boxes on AVX2. */
#include "on_avx2.h"

#include "shape_kernels_body.h"
