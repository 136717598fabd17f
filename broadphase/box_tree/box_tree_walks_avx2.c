/* box_tree_walks_avx2.c: the walks on AVX2, where the compiler knows it; whether the processor does is
 * asked when they are used. */
#include "box_tree_walks.h"

#define CAROM_LANES8_AVX2
#include "lanes8.h"

#if CAROM__HAS_AVX2
#include "box_tree_walk8.h"

static const carom__box_walks walks = {query_boxes, cast_box, cast_boxes, near_point};

const carom__box_walks *carom__box_walks_avx2(void) { return __builtin_cpu_supports("avx2") ? &walks : NULL; }
#else
const carom__box_walks *carom__box_walks_avx2(void) { return NULL; }
#endif
