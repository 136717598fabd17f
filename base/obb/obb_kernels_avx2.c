/* obb_kernels_avx2.c: eight boxes or pairs on AVX2. */
#include "on_avx2.h"

#include "obb_kernels_body.h"
