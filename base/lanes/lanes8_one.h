/* lanes8_one.h: the operations of lanes8.h for one pair, in four lanes. Code written for eight lanes thus
 * also computes one pair, with the same bits: in the first lane, or with another part of the pair in each.
 * This header only has arithmetic; the including code loads and stores its pairs itself. */
#ifndef CAROM_BASE_LANES8_ONE_H
#define CAROM_BASE_LANES8_ONE_H

#include "lanes.h"

#define CAROM__LANES8

typedef carom__lanes carom__lanes8;

#define lanes8_splat lanes_splat
#define lanes8_add lanes_add
#define lanes8_sub lanes_sub
#define lanes8_mul lanes_mul
#define lanes8_div lanes_div
#define lanes8_and lanes_and
#define lanes8_or lanes_or
#define lanes8_abs lanes_abs
#define lanes8_gt lanes_gt
#define lanes8_ge lanes_ge
#define lanes8_min lanes_min
#define lanes8_max lanes_max
#define lanes8_copysign lanes_copysign
#define lanes8_select lanes_select

/* Of the first lane. */
static inline unsigned lanes8_bits(carom__lanes8 a) { return lanes_bits(a) & 1; }

#endif
