/* obb_overlap8.h: the test of obb_overlap.c for eight pairs. */
#ifndef CAROM_BASE_OBB_OVERLAP8_H
#define CAROM_BASE_OBB_OVERLAP8_H

#include "obb_eight.h"
#include "obb_sat8.h"

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
