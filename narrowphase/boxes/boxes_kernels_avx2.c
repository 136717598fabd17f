/* boxes_kernels_avx2.c: eight pairs of boxes on AVX2. */
#include "on_avx2.h"

#include "boxes_kernels_body.h"
