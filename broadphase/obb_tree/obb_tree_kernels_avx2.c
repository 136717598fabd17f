/* obb_tree_kernels_avx2.c: the walks on AVX2, where the compiler knows it; whether the processor does is
 * asked when they are used. */
#include "obb_tree_kernels.h"

#define CAROM_LANES8_AVX2
#include "lanes8.h"

#if CAROM__HAS_AVX2
#include "obb_tree_cast8.h"
#include "obb_tree_near8.h"
#include "obb_tree_pairs8.h"

static const carom__tree_kernels kernels = {query_tree, pair_trees, cast_ray, cast_box, near_point};

const carom__tree_kernels *carom__tree_kernels_avx2(void) {
  return __builtin_cpu_supports("avx2") ? &kernels : NULL;
}
#else
const carom__tree_kernels *carom__tree_kernels_avx2(void) { return NULL; }
#endif
