/* mesh_kernels_avx2.c: walks through meshes on AVX2. */
#define CAROM_LANES8_AVX2

#include "mesh_kernels_body.h"
