/* rectangle_pair_avx2.c: one pair of rectangles on AVX2. */
#define CAROM_LANES8_AVX2

#include "rectangle_pair_body.h"
