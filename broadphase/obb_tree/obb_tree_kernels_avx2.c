/* obb_tree_kernels_avx2.c: the traversals of OBB trees on AVX2. */
#include "on_avx2.h"

#include "obb_tree_kernels_body.h"
