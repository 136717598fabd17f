/* obb2_kernel_bodies.h: the functions of obb2_kernels.h, in the form of lanes8.h that the including file asks
 * for.
 *
 * The axes of a box of the plane are one unit vector and the same turned by 90 degrees, so that the products
 * of two boxes' axes are one cosine and one sine, however they are rounded: near-parallel boxes need no care.
 */
#ifndef CAROM_BASE_OBB2_KERNEL_BODIES_H
#define CAROM_BASE_OBB2_KERNEL_BODIES_H

#include "lanes8.h"
#include "obb2_kernels.h"

/* Eight boxes, a lane each. */
typedef struct obb2_eight {
  carom__lanes8 x, y;         /* the centres */
  carom__lanes8 cosine, sine; /* the axes */
  carom__lanes8 half_x, half_y;
} obb2_eight;

CAROM__LANES8 static inline obb2_eight load_eight(const float *const rows[8]) {
  carom__lanes8 first[4], second[4];
  lanes8_load_columns(rows, 0, first);
  lanes8_load_columns(rows, 2, second);
  return (obb2_eight){first[0], first[1], first[2], first[3], second[2], second[3]};
}

/* All of |v| below a limit; false for what is no number. */
CAROM__LANES8 static inline carom__lanes8 both_below(carom__lanes8 v, carom__lanes8 w, float limit) {
  carom__lanes8 most = lanes8_splat(limit);
  return lanes8_and(lanes8_gt(most, lanes8_abs(v)), lanes8_gt(most, lanes8_abs(w)));
}

/* No is said to all that is just at a limit, and to a half extent of -0. */
CAROM__LANES8 static bool eight_sound(const carom_obb2 *boxes) {
  const float *rows[8];
  for (int k = 0; k < 8; k++) rows[k] = obb2_floats(&boxes[k]);
  obb2_eight e = load_eight(rows);
  carom__lanes8 squared = lanes8_add(lanes8_mul(e.cosine, e.cosine), lanes8_mul(e.sine, e.sine));
  carom__lanes8 excess = lanes8_sub(squared, lanes8_splat(1));
  carom__lanes8 sound = both_below(excess, excess, 2 * CAROM__OBB2_AXIS_TOLERANCE);
  sound = lanes8_and(sound, both_below(e.x, e.y, (float)CAROM_POSITION_MAX));
  sound = lanes8_and(sound, both_below(e.half_x, e.half_y, CAROM_SIZE_MAX));
  return (lanes8_bits(sound) & ~lanes8_bits(lanes8_or(e.half_x, e.half_y))) == 0xff;
}

/* How far the pairs are apart along the axes of `box`; (dx, dy) leads from one centre to the other, c and s
 * are the absolute products of the axes. */
CAROM__LANES8 static inline carom__lanes8 gap_along(const obb2_eight *box, const obb2_eight *other,
                                                    carom__lanes8 dx, carom__lanes8 dy, carom__lanes8 c,
                                                    carom__lanes8 s) {
  carom__lanes8 x = lanes8_add(lanes8_mul(dx, box->cosine), lanes8_mul(dy, box->sine));
  carom__lanes8 y = lanes8_sub(lanes8_mul(dy, box->cosine), lanes8_mul(dx, box->sine));
  carom__lanes8 reach_x = lanes8_add(lanes8_mul(c, other->half_x), lanes8_mul(s, other->half_y));
  carom__lanes8 reach_y = lanes8_add(lanes8_mul(s, other->half_x), lanes8_mul(c, other->half_y));
  return lanes8_max(lanes8_sub(lanes8_abs(x), lanes8_add(box->half_x, reach_x)),
                    lanes8_sub(lanes8_abs(y), lanes8_add(box->half_y, reach_y)));
}

CAROM__LANES8 static inline carom__lanes8 size_of(const obb2_eight *a, const obb2_eight *b, carom__lanes8 dx,
                                                  carom__lanes8 dy) {
  carom__lanes8 halves = lanes8_add(lanes8_add(a->half_x, a->half_y), lanes8_add(b->half_x, b->half_y));
  return lanes8_add(lanes8_add(lanes8_abs(dx), lanes8_abs(dy)), halves);
}

/* Bit k: are the boxes of pair k farther apart than the slack, or, with a sign of -1, deeper in each other?
 */
CAROM__LANES8 static inline unsigned beyond_slack(const obb2_eight *a, const obb2_eight *b, float sign) {
  carom__lanes8 dx = lanes8_sub(b->x, a->x), dy = lanes8_sub(b->y, a->y);
  carom__lanes8 c = lanes8_abs(lanes8_add(lanes8_mul(a->cosine, b->cosine), lanes8_mul(a->sine, b->sine)));
  carom__lanes8 s = lanes8_abs(lanes8_sub(lanes8_mul(a->cosine, b->sine), lanes8_mul(a->sine, b->cosine)));
  carom__lanes8 gap = lanes8_max(gap_along(a, b, dx, dy, c, s), gap_along(b, a, dx, dy, c, s));
  carom__lanes8 slack = lanes8_mul(lanes8_splat(CAROM__OBB2_TOLERANCE), size_of(a, b, dx, dy));
  return lanes8_bits(lanes8_gt(lanes8_mul(gap, lanes8_splat(sign)), slack));
}

CAROM__LANES8 static void overlap_pairs(const carom_obb2 *boxes, const carom_index_pair *pairs, size_t blocks,
                                        carom_touching touching, bool *out) {
  bool overlaps = touching == CAROM_TOUCHING_OVERLAPS;
  unsigned flip = overlaps ? 0xff : 0;
  for (; blocks > 0; blocks--, pairs += 8, out += 8) {
    const float *rows_a[8], *rows_b[8];
    for (int k = 0; k < 8; k++) rows_a[k] = obb2_floats(&boxes[pairs[k].a]);
    for (int k = 0; k < 8; k++) rows_b[k] = obb2_floats(&boxes[pairs[k].b]);
    obb2_eight a = load_eight(rows_a), b = load_eight(rows_b);
    unsigned bits = beyond_slack(&a, &b, overlaps ? 1.0f : -1.0f) ^ flip;
    for (int k = 0; k < 8; k++) out[k] = bits >> k & 1;
  }
}

#endif
