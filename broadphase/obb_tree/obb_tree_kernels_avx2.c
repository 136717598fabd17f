/* obb_tree_kernels_avx2.c: the walks through trees of OBBs on AVX2. */
#include "on_avx2.h"

#include "obb_tree_kernels_body.h"
