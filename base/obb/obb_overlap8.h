/* obb_overlap8.h: the test of obb_overlap.c for eight pairs. */
#ifndef CAROM_BASE_OBB_OVERLAP8_H
#define CAROM_BASE_OBB_OVERLAP8_H

#include "carom/obb.h"
#include "obb_sat8.h"

_Static_assert(sizeof(carom_obb) == 15 * sizeof(float), "centre, axes and half extents lie side by side");

/* A box as its fifteen floats. */
static inline const float *obb_floats(const carom_obb *box) { return (const float *)box; }

/* A lane a box; axes[i][k] is coordinate k of axis i. The last load begins at float 11, so that nothing
 * behind a box is read. */
CAROM__LANES8 static inline void obb_lanes_load(const float *const boxes[8], carom__lanes8 axes[3][3],
                                                carom__lanes8 half[3]) {
  carom__lanes8 c[12];
  lanes8_load_columns(boxes, 3, c);
  lanes8_load_columns(boxes, 7, c + 4);
  lanes8_load_columns(boxes, 11, c + 8);
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 3; k++) axes[i][k] = c[3 * i + k];
    half[i] = c[9 + i];
  }
}

/* The fourth is not a part of the centre. */
CAROM__LANES8 static inline void obb_lanes_load_centers(const float *const boxes[8], carom__lanes8 out[4]) {
  lanes8_load_columns(boxes, 0, out);
}

/* The masks of the pairs that are apart along A's axis k or B's, or along an edge axis of A's axis k. */
CAROM__LANES8 static inline carom__lanes8 apart_on_axes(const carom__sat8_pair *p, int k) {
  carom__sat8_axis of_a = sat8_axis_of_a(p, k), of_b = sat8_axis_of_b(p, k), edges[3];
  carom__lanes8 faces = lanes8_or(sat8_apart(&of_a, p->tolerance), sat8_apart(&of_b, p->tolerance));
  sat8_axes_of_edges(p, k, edges);
  carom__lanes8 xy = lanes8_or(sat8_edge_apart(p, &edges[0], k, 0), sat8_edge_apart(p, &edges[1], k, 1));
  return lanes8_or(faces, lanes8_or(xy, sat8_edge_apart(p, &edges[2], k, 2)));
}

/* Bit k: pair k is apart. */
CAROM__LANES8 static inline unsigned sat8_apart_bits(const carom__sat8_pair *pair) {
  carom__lanes8 xy = lanes8_or(apart_on_axes(pair, 0), apart_on_axes(pair, 1));
  return lanes8_bits(lanes8_or(xy, apart_on_axes(pair, 2)));
}

/* Bit k: a[k] and b[k], both as obb_floats, are apart when b is at lane k of offset from a. */
CAROM__LANES8 static inline unsigned apart_bits(const float *const a[8], const float *const b[8],
                                                const carom__lanes8 offset[3]) {
  carom__lanes8 axes_a[3][3], axes_b[3][3];
  carom__sat8_pair pair;
  obb_lanes_load(a, axes_a, pair.half_a);
  obb_lanes_load(b, axes_b, pair.half_b);
  sat8_relate(&pair, axes_a, axes_b, offset);
  return sat8_apart_bits(&pair);
}

#endif
