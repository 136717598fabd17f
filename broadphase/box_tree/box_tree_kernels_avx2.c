/* box_tree_kernels_avx2.c: the traversals of trees of AABBs on AVX2. */
#define CAROM_LANES8_AVX2

#include "box_tree_kernels_body.h"
