/* rectangle_pair_portable.c: one pair of rectangles on what every machine has. */
#include "rectangle_pair_body.h"
