/* rectangle_pair_avx2.c: one pair of rectangles on AVX2. */
#include "on_avx2.h"

#include "rectangle_pair_body.h"
