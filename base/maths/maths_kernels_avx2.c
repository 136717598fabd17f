/* maths_kernels_avx2.c: eight rotations on AVX2. */
#include "on_avx2.h"

#include "maths_kernels_body.h"
