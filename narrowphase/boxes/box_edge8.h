/* box_edge8.h: the edges of collide_box.c for eight pairs, one per lane, with the same operations in the same
 * order, in the form of lanes8.h that the including file selects. */
#ifndef CAROM_NARROWPHASE_BOX_EDGE8_H
#define CAROM_NARROWPHASE_BOX_EDGE8_H

#include <float.h>

#include "feature.h"
#include "obb_sat8.h"
#include "point_set8.h"
#include "lanes8.h"

/* An edge of each box, in A's frame. */
typedef struct box_edges8 {
  carom__lanes8 is_a[3], is_b[3]; /* masks: the axis along which the box's edge lies */
  carom__lanes8 along_a[3], along_b[3];
  carom__lanes8 normal[3]; /* across both, from A to B, of any length */
  carom__lanes8 unit[3];   /* and of length 1 */
} box_edges8;

/* From the index of the edges' axis. */
CAROM__LANES8 static inline void find_edges8(carom__lanes8 index, box_edges8 *out) {
  carom__lanes8 none = lanes8_splat(0);
  for (int k = 0; k < 3; k++) out->is_a[k] = out->is_b[k] = none;
  for (int k = 0; k < 9; k++) {
    carom__lanes8 here = lanes8_eq(index, lanes8_splat((float)(6 + k)));
    out->is_a[k / 3] = lanes8_or(out->is_a[k / 3], here);
    out->is_b[k % 3] = lanes8_or(out->is_b[k % 3], here);
  }
}

CAROM__LANES8 static inline void box_edges8_of(const carom__sat8_pair *p, carom__lanes8 index,
                                               box_edges8 *out) {
  carom__lanes8 one = lanes8_splat(1), cross[3];
  find_edges8(index, out);
  for (int k = 0; k < 3; k++) out->along_a[k] = lanes8_and(out->is_a[k], one);
  for (int k = 0; k < 3; k++) out->along_b[k] = lanes8_pick3(out->is_b, p->rows[k]);
  lanes8_cross(out->along_a, out->along_b, cross);
  carom__lanes8 side = lanes8_copysign(one, lanes8_dot(cross, p->offset));
  for (int k = 0; k < 3; k++) out->normal[k] = lanes8_mul(cross[k], side);
  carom__lanes8 square = lanes8_dot(out->normal, out->normal); /* 0 where the axis is not one of edges */
  carom__lanes8 length = lanes8_sqrt(lanes8_max(square, lanes8_splat(FLT_MIN)));
  for (int k = 0; k < 3; k++) out->unit[k] = lanes8_div(out->normal[k], length);
}

/* The middle of the edge that reaches farthest in a direction, in the box's frame; returns its name. */
CAROM__LANES8 static inline carom__lanes8 support_edge8(const carom__lanes8 half[3],
                                                        const carom__lanes8 is[3],
                                                        const carom__lanes8 direction[3],
                                                        carom__lanes8 out[3]) {
  const carom__lanes8 strides[3] = {lanes8_splat(1), lanes8_splat(3), lanes8_splat(9)};
  carom__lanes8 signs[3], zero = lanes8_splat(0), one = lanes8_splat(1);
  for (int k = 0; k < 3; k++) {
    carom__lanes8 up = lanes8_gt(direction[k], zero);
    signs[k] = lanes8_mul(lanes8_select(up, one, lanes8_neg(one)), lanes8_select(is[k], zero, one));
    out[k] = lanes8_mul(signs[k], half[k]);
  }
  return lanes8_add(lanes8_splat(FEATURE_BOX_INSIDE), lanes8_dot(signs, strides));
}

/* The middles of both edges, in A's frame; returns the name of the pair of edges. */
CAROM__LANES8 static inline carom__lanes8 support_edges8(const carom__sat8_pair *p, const box_edges8 *edges,
                                                         carom__lanes8 a[3], carom__lanes8 b[3]) {
  carom__lanes8 back[3], into_b[3], in_b[3];
  for (int k = 0; k < 3; k++) back[k] = lanes8_neg(edges->normal[k]);
  for (int j = 0; j < 3; j++) {
    const carom__lanes8 column[3] = {p->rows[0][j], p->rows[1][j], p->rows[2][j]};
    into_b[j] = lanes8_dot(column, back);
  }
  carom__lanes8 name_a = support_edge8(p->half_a, edges->is_a, edges->normal, a);
  carom__lanes8 name_b = support_edge8(p->half_b, edges->is_b, into_b, in_b);
  for (int k = 0; k < 3; k++) b[k] = lanes8_add(lanes8_dot(p->rows[k], in_b), p->offset[k]);
  return lanes8_add(lanes8_mul(name_a, lanes8_splat(65536)), name_b);
}

/* meeting_point: the separation is left to the caller. */
CAROM__LANES8 static inline point8 box_edges8_meeting(const carom__sat8_pair *p, const box_edges8 *edges) {
  point8 point;
  carom__lanes8 a[3], b[3], across[3], d[3], on_a[3], on_b[3];
  const carom__lanes8 *along_a = edges->along_a, *along_b = edges->along_b;
  point.name = support_edges8(p, edges, a, b);
  carom__lanes8 half_a = lanes8_pick3(edges->is_a, p->half_a), half_b = lanes8_pick3(edges->is_b, p->half_b);
  lanes8_cross(along_b, edges->normal, across);
  lanes8_sub3(b, a, d);
  carom__lanes8 s = lanes8_div(lanes8_dot(d, across), lanes8_dot(along_a, across));
  lanes8_mad3(a, along_a, lanes8_clamp(s, half_a), on_a);
  lanes8_sub3(on_a, b, d);
  lanes8_mad3(b, along_b, lanes8_clamp(lanes8_dot(d, along_b), half_b), on_b);
  lanes8_mad3(a, along_a, lanes8_clamp(lanes8_dot(on_b, along_a), half_a), on_a);
  for (int k = 0; k < 3; k++) point.at[k] = lanes8_mul(lanes8_add(on_a[k], on_b[k]), lanes8_splat(0.5f));
  return point;
}

#endif
