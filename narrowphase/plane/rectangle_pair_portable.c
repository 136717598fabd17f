/* rectangle_pair_portable.c: one pair of rectangles in the form that every machine has. */
#include "rectangle_pair_body.h"
