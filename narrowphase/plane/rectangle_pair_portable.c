/* rectangle_pair_portable.c: one pair of rectangles on the machine's four lanes. */
#include "rectangle_pair.h"

#include "rectangle_pair_body.h"

const carom__rectangle_pair carom__rectangle_pair_portable = {touch_pair, overlap_pair};
