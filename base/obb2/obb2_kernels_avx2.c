/* obb2_kernels_avx2.c: boxes and pairs of the plane on AVX2. */
#include "on_avx2.h"

#include "obb2_kernels_body.h"
