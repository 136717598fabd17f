/* obb2_overlap8.h: checks and overlap tests of eight boxes of the plane, in the form of lanes8.h that the
 * including file selects. */
#ifndef CAROM_BASE_OBB2_OVERLAP8_H
#define CAROM_BASE_OBB2_OVERLAP8_H

#include "obb2.h"
#include "obb2_sat8.h"

/* A lane a box; its centre goes into another place. */
CAROM__LANES8 static inline rectangle8 load_boxes2(const float *const rows[8], carom__lanes8 center[2]) {
  carom__lanes8 first[4], second[4];
  lanes8_load_columns(rows, 0, first);
  lanes8_load_columns(rows, 2, second);
  center[0] = first[0], center[1] = first[1];
  return (rectangle8){{first[2], first[3]}, {second[2], second[3]}, lanes8_splat(0)};
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
CAROM__LANES8 static bool fours_sound2(const carom_obb2 *boxes, size_t fours) {
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

/* How far the pairs are apart along the axes of one, times their length. */
CAROM__LANES8 static inline carom__lanes8 gap_along(const sight8 *s) {
  const rectangle8 *own = s->own;
  carom__lanes8 square = along8(own->axis, own->axis), gaps[2];
  const carom__lanes8 reach[2] = {lanes8_mul(own->half[0], square), lanes8_mul(own->half[1], square)};
  gaps8(s, reach, gaps);
  return lanes8_max(gaps[0], gaps[1]);
}

/* Bit k: are the boxes of pair k farther apart than the slack, or, with a sign of -1, deeper in each other?
 */
CAROM__LANES8 static inline unsigned beyond_slack(const rectangles8 *p, float sign) {
  carom__lanes8 cosine = along8(p->a.axis, p->b.axis), sine = left8(p->a.axis, p->b.axis);
  const sight8 of_a = sight8_of(&p->a, &p->b, p->offset, cosine, sine);
  const sight8 of_b = sight8_of(&p->b, &p->a, p->offset, cosine, sine); /* all but for signs */
  carom__lanes8 gap = lanes8_max(gap_along(&of_a), gap_along(&of_b));
  carom__lanes8 slack = lanes8_mul(lanes8_splat(CAROM__OBB2_TOLERANCE), extent8(p));
  return lanes8_bits(lanes8_gt(lanes8_mul(gap, lanes8_splat(sign)), slack));
}

CAROM__LANES8 static void overlap_pairs2(const carom_obb2 *boxes, const carom_index_pair *pairs,
                                         size_t blocks, carom_touching touching, bool *out) {
  bool overlaps = touching == CAROM_TOUCHING_OVERLAPS;
  unsigned flip = overlaps ? 0xff : 0;
  for (; blocks > 0; blocks--, pairs += 8, out += 8) {
    const float *rows_a[8], *rows_b[8];
    for (int k = 0; k < 8; k++) rows_a[k] = obb2_floats(&boxes[pairs[k].a]);
    for (int k = 0; k < 8; k++) rows_b[k] = obb2_floats(&boxes[pairs[k].b]);
    carom__lanes8 from[2], to[2];
    rectangles8 pair = {.a = load_boxes2(rows_a, from), .b = load_boxes2(rows_b, to)};
    for (int i = 0; i < 2; i++) pair.offset[i] = lanes8_sub(to[i], from[i]);
    unsigned bits = beyond_slack(&pair, overlaps ? 1.0f : -1.0f) ^ flip;
    for (int k = 0; k < 8; k++) out[k] = bits >> k & 1;
  }
}

#endif
