/* obb_tree_kernels_avx2.c: the traversals of OBB trees on AVX2. */
#define CAROM_LANES8_AVX2

#include "obb_tree_kernels_body.h"
