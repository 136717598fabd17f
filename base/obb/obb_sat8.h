/* obb_sat8.h: the separations of eight pairs of boxes along their fifteen separating axes, one pair per lane.
 * The operations are those of obb_sat.h in the same order, so that the answers are the same. That header
 * gives the reasons for them. */
#ifndef CAROM_BASE_OBB_SAT8_H
#define CAROM_BASE_OBB_SAT8_H

#include "carom/obb.h"
#include "lanes8.h"
#include "obb_sat.h"

typedef struct carom__sat8_pair {
  carom__lanes8 half_a[3], half_b[3];
  carom__lanes8 offset[3];  /* of B's centre, in A's frame */
  carom__lanes8 rows[3][3]; /* [i][j]: the dot product of A's axis i and B's axis j */
  carom__lanes8 size;
  carom__lanes8 abs_rows[3][3], tolerance; /* from here on for the axes alone */
} carom__sat8_pair;

/* An axis. What is measured along it is multiplied with its length. */
typedef struct carom__sat8_axis {
  carom__lanes8 distance; /* of B's centre, signed */
  carom__lanes8 radii;    /* of both boxes */
} carom__sat8_axis;

CAROM__LANES8 static inline carom__lanes8 sat8_size(const carom__sat8_pair *p) {
  carom__lanes8 sums[3];
  for (int k = 0; k < 3; k++)
    sums[k] = lanes8_add(lanes8_add(lanes8_abs(p->offset[k]), p->half_a[k]), p->half_b[k]);
  return lanes8_add(lanes8_add(sums[0], sums[1]), sums[2]);
}

/* Fills in all but the half extents, which are there; the axes and the offset are in one frame. */
CAROM__LANES8 static inline void sat8_relate(carom__sat8_pair *p, carom__lanes8 axes_a[3][3],
                                             carom__lanes8 axes_b[3][3], const carom__lanes8 offset[3]) {
  for (int i = 0; i < 3; i++) {
    p->offset[i] = lanes8_dot(axes_a[i], offset);
    for (int j = 0; j < 3; j++) {
      p->rows[i][j] = lanes8_dot(axes_b[j], axes_a[i]);
      p->abs_rows[i][j] = lanes8_abs(p->rows[i][j]);
    }
  }
  p->size = sat8_size(p);
  p->tolerance = lanes8_mul(p->size, lanes8_splat(CAROM__OBB_OVERLAP_TOLERANCE));
}

CAROM__LANES8 static inline carom__sat8_axis sat8_axis_of_a(const carom__sat8_pair *p, int i) {
  return (carom__sat8_axis){p->offset[i], lanes8_add(p->half_a[i], lanes8_dot(p->abs_rows[i], p->half_b))};
}

CAROM__LANES8 static inline carom__sat8_axis sat8_axis_of_b(const carom__sat8_pair *p, int j) {
  const carom__lanes8 column[3] = {p->rows[0][j], p->rows[1][j], p->rows[2][j]};
  const carom__lanes8 abs_column[3] = {p->abs_rows[0][j], p->abs_rows[1][j], p->abs_rows[2][j]};
  return (carom__sat8_axis){lanes8_dot(column, p->offset),
                            lanes8_add(p->half_b[j], lanes8_dot(abs_column, p->half_a))};
}

/* The minor of the two rows after the i-th and the columns j and j + 1, in cyclic order. */
CAROM__LANES8 static inline carom__lanes8 sat8_abs_minor(const carom__sat8_pair *p, int i, int j) {
  const carom__lanes8 *row1 = p->rows[(i + 1) % 3], *row2 = p->rows[(i + 2) % 3];
  int next = (j + 1) % 3;
  return lanes8_abs(lanes8_sub(lanes8_mul(row1[j], row2[next]), lanes8_mul(row1[next], row2[j])));
}

/* The edge axis e_i x b_j; minors[j] is the sat8_abs_minor of i and j. */
CAROM__LANES8 static inline carom__sat8_axis sat8_axis_of_edges(const carom__sat8_pair *p,
                                                                const carom__lanes8 minors[3], int i, int j) {
  int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
  carom__lanes8 radius_a = lanes8_add(lanes8_mul(p->half_a[i1], p->abs_rows[i2][j]),
                                      lanes8_mul(p->half_a[i2], p->abs_rows[i1][j]));
  carom__lanes8 radius_b =
      lanes8_add(lanes8_mul(p->half_b[j1], minors[j]), lanes8_mul(p->half_b[j2], minors[j2]));
  carom__lanes8 distance =
      lanes8_sub(lanes8_mul(p->offset[i2], p->rows[i1][j]), lanes8_mul(p->offset[i1], p->rows[i2][j]));
  return (carom__sat8_axis){distance, lanes8_add(radius_a, radius_b)};
}

/* Those of A's axis i. */
CAROM__LANES8 static inline void sat8_axes_of_edges(const carom__sat8_pair *p, int i,
                                                    carom__sat8_axis out[3]) {
  const carom__lanes8 minors[3] = {sat8_abs_minor(p, i, 0), sat8_abs_minor(p, i, 1), sat8_abs_minor(p, i, 2)};
  for (int j = 0; j < 3; j++) out[j] = sat8_axis_of_edges(p, minors, i, j);
}

/* The mask of the pairs that are apart along the axis by more than the slack. */
CAROM__LANES8 static inline carom__lanes8 sat8_apart(const carom__sat8_axis *axis, carom__lanes8 slack) {
  return lanes8_gt(lanes8_abs(axis->distance), lanes8_add(axis->radii, slack));
}

/* Along an edge axis. */
CAROM__LANES8 static inline carom__lanes8 sat8_edge_apart(const carom__sat8_pair *p,
                                                          const carom__sat8_axis *axis, int i, int j) {
  carom__lanes8 abs1 = p->abs_rows[(i + 1) % 3][j], abs2 = p->abs_rows[(i + 2) % 3][j];
  carom__lanes8 twice_length = lanes8_add(lanes8_add(abs1, abs2), lanes8_max(abs1, abs2));
  return sat8_apart(axis, lanes8_mul(lanes8_mul(p->tolerance, lanes8_splat(0.5f)), twice_length));
}

/* --- Eight pairs of boxes in memory --- */

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
