/* obb2_kernels_body.h: the functions of obb2_kernels.h in the form of lanes8.h that the including file
 * selects.
 *
 * The axes of a box of the plane are one unit vector and the same turned by 90 degrees, so that the products
 * of two boxes' axes are one cosine and one sine, however they are rounded: near-parallel boxes need no care.
 */
#ifndef CAROM_BASE_OBB2_KERNELS_BODY_H
#define CAROM_BASE_OBB2_KERNELS_BODY_H

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

/* The floats of four boxes, as they lie in memory, are three vectors: centres c, axes a and halves h are at
 * ccaahhcc, aahhccaa, hhccaahh. */
typedef struct four_boxes {
  carom__lanes8 floats[3];
} four_boxes;

/* The same numbers for each of four boxes. */
CAROM__LANES8 static inline four_boxes repeat(float center, float axis, float half) {
  float f[24];
  four_boxes out;
  for (int k = 0; k < 24; k++) f[k] = k % 6 < 2 ? center : k % 6 < 4 ? axis : half;
  for (int i = 0; i < 3; i++) out.floats[i] = lanes8_load(f + 8 * i);
  return out;
}

/* The axes of four boxes, in some order. */
CAROM__LANES8 static inline carom__lanes8 axes_of(const four_boxes *boxes, const four_boxes *is_axis) {
  carom__lanes8 others = lanes8_select(is_axis->floats[0], boxes->floats[0], boxes->floats[1]);
  return lanes8_select(is_axis->floats[2], boxes->floats[2], others);
}

/* No number is in no range. */
CAROM__LANES8 static bool all_sound(const carom_obb2 *boxes, size_t fours) {
  const float *p = (const float *)boxes;
  const four_boxes least = repeat(-(float)CAROM_POSITION_MAX, -2, 0);
  const four_boxes most = repeat((float)CAROM_POSITION_MAX, 2, CAROM_SIZE_MAX);
  four_boxes is_axis = repeat(0, 1, 0);
  carom__lanes8 one = lanes8_splat(1), zero = lanes8_splat(0), sound = lanes8_ge(one, zero);
  for (int i = 0; i < 3; i++) is_axis.floats[i] = lanes8_gt(is_axis.floats[i], zero);
  for (; fours > 0; fours--, p += 24) {
    four_boxes four = {{lanes8_load(p), lanes8_load(p + 8), lanes8_load(p + 16)}};
    for (int i = 0; i < 3; i++) {
      carom__lanes8 v = four.floats[i];
      carom__lanes8 within = lanes8_and(lanes8_ge(v, least.floats[i]), lanes8_ge(most.floats[i], v));
      sound = lanes8_and(sound, within);
    }
    carom__lanes8 axes = axes_of(&four, &is_axis), squares = lanes8_mul(axes, axes);
    carom__lanes8 excess = lanes8_sub(lanes8_add(squares, lanes8_yxwz(squares)), one);
    sound = lanes8_and(sound, lanes8_ge(lanes8_splat(2 * CAROM__OBB2_AXIS_TOLERANCE), lanes8_abs(excess)));
  }
  return lanes8_bits(sound) == 0xff;
}

/* How far the pairs are apart along the axes of `box`, times their length; (dx, dy) leads from one centre to
 * the other, c and s are the absolute products of the axes. */
CAROM__LANES8 static inline carom__lanes8 gap_along(const obb2_eight *box, const obb2_eight *other,
                                                    carom__lanes8 dx, carom__lanes8 dy, carom__lanes8 c,
                                                    carom__lanes8 s) {
  carom__lanes8 x = lanes8_add(lanes8_mul(dx, box->cosine), lanes8_mul(dy, box->sine));
  carom__lanes8 y = lanes8_sub(lanes8_mul(dy, box->cosine), lanes8_mul(dx, box->sine));
  carom__lanes8 reach_x = lanes8_add(lanes8_mul(c, other->half_x), lanes8_mul(s, other->half_y));
  carom__lanes8 reach_y = lanes8_add(lanes8_mul(s, other->half_x), lanes8_mul(c, other->half_y));
  carom__lanes8 square = lanes8_add(lanes8_mul(box->cosine, box->cosine), lanes8_mul(box->sine, box->sine));
  carom__lanes8 own_x = lanes8_mul(box->half_x, square), own_y = lanes8_mul(box->half_y, square);
  return lanes8_max(lanes8_sub(lanes8_abs(x), lanes8_add(own_x, reach_x)),
                    lanes8_sub(lanes8_abs(y), lanes8_add(own_y, reach_y)));
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

CAROM__DEFINE_KERNELS(carom__obb2_kernels, all_sound, overlap_pairs);

#endif
