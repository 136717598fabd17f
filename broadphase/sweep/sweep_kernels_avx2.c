/* sweep_kernels_avx2.c: the inner loops of the sweep on AVX2. */
#include "on_avx2.h"

#include "sweep_kernels_body.h"
