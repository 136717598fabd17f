/* box_tree_kernels_avx2.c: the traversals of trees of AABBs on AVX2. */
#include "on_avx2.h"

#include "box_tree_kernels_body.h"
