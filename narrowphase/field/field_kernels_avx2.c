/* field_kernels_avx2.c: walks through fields on AVX2. */
#define CAROM_LANES8_AVX2

#include "field_kernels_body.h"
