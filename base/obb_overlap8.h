/* obb_overlap8.h: the test of obb_overlap.c on eight pairs, a pair a lane: the same operations in the same
 * order, so that the answers are the same. obb_overlap.c says why they are these. */
#ifndef CAROM_BASE_OBB_OVERLAP8_H
#define CAROM_BASE_OBB_OVERLAP8_H

#include "obb_eight.h"
#include "obb_limits.h"
#include "obb_pairs.h"

typedef struct obb_eight {
  carom__lanes8 half_a[3], half_b[3];
  carom__lanes8 offset[3];  /* of B's centre, in A's frame */
  carom__lanes8 rows[3][3]; /* [i][j]: the dot product of A's axis i and B's axis j */
  carom__lanes8 abs_rows[3][3];
  carom__lanes8 tolerance;
} obb_eight;

CAROM__LANES8 static inline carom__lanes8 tolerance_of(const obb_eight *p) {
  carom__lanes8 sums[3];
  for (int k = 0; k < 3; k++)
    sums[k] = lanes8_add(lanes8_add(lanes8_abs(p->offset[k]), p->half_a[k]), p->half_b[k]);
  carom__lanes8 size = lanes8_add(lanes8_add(sums[0], sums[1]), sums[2]);
  return lanes8_mul(size, lanes8_splat(CAROM__OBB_OVERLAP_TOLERANCE));
}

CAROM__LANES8 static inline void load_eight(const carom__obb_lanes *a, const carom__obb_lanes *b,
                                            const carom__lanes8 offset[3], obb_eight *out) {
  for (int i = 0; i < 3; i++) {
    out->half_a[i] = a->half[i];
    out->half_b[i] = b->half[i];
    out->offset[i] = lanes8_dot(a->axes[i], offset);
    for (int j = 0; j < 3; j++) {
      out->rows[i][j] = lanes8_dot(b->axes[j], a->axes[i]);
      out->abs_rows[i][j] = lanes8_abs(out->rows[i][j]);
    }
  }
  out->tolerance = tolerance_of(out);
}

CAROM__LANES8 static inline carom__lanes8 apart_on_a(const obb_eight *p, int i) {
  carom__lanes8 radii = lanes8_add(p->half_a[i], lanes8_dot(p->abs_rows[i], p->half_b));
  return lanes8_gt(lanes8_abs(p->offset[i]), lanes8_add(radii, p->tolerance));
}

CAROM__LANES8 static inline carom__lanes8 apart_on_b(const obb_eight *p, int j) {
  const carom__lanes8 column[3] = {p->rows[0][j], p->rows[1][j], p->rows[2][j]};
  const carom__lanes8 abs_column[3] = {p->abs_rows[0][j], p->abs_rows[1][j], p->abs_rows[2][j]};
  carom__lanes8 radii = lanes8_add(p->half_b[j], lanes8_dot(abs_column, p->half_a));
  return lanes8_gt(lanes8_abs(lanes8_dot(column, p->offset)), lanes8_add(radii, p->tolerance));
}

/* The minor of the two rows after the i-th and the columns j and j + 1, in cyclic order. */
CAROM__LANES8 static inline carom__lanes8 abs_minor(const obb_eight *p, int i, int j) {
  const carom__lanes8 *row1 = p->rows[(i + 1) % 3], *row2 = p->rows[(i + 2) % 3];
  int next = (j + 1) % 3;
  return lanes8_abs(lanes8_sub(lanes8_mul(row1[j], row2[next]), lanes8_mul(row1[next], row2[j])));
}

/* Along the edge axis e_i x b_j; minors[j] is the abs_minor of i and j. */
CAROM__LANES8 static inline carom__lanes8 apart_on_edges(const obb_eight *p, const carom__lanes8 minors[3],
                                                         int i, int j) {
  int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
  carom__lanes8 abs1 = p->abs_rows[i1][j], abs2 = p->abs_rows[i2][j];
  carom__lanes8 radius_a = lanes8_add(lanes8_mul(p->half_a[i1], abs2), lanes8_mul(p->half_a[i2], abs1));
  carom__lanes8 radius_b =
      lanes8_add(lanes8_mul(p->half_b[j1], minors[j]), lanes8_mul(p->half_b[j2], minors[j2]));
  carom__lanes8 twice_length = lanes8_add(lanes8_add(abs1, abs2), lanes8_max(abs1, abs2));
  carom__lanes8 slack = lanes8_mul(lanes8_mul(p->tolerance, lanes8_splat(0.5f)), twice_length);
  carom__lanes8 distance =
      lanes8_sub(lanes8_mul(p->offset[i2], p->rows[i1][j]), lanes8_mul(p->offset[i1], p->rows[i2][j]));
  return lanes8_gt(lanes8_abs(distance), lanes8_add(lanes8_add(radius_a, radius_b), slack));
}

CAROM__LANES8 static inline carom__lanes8 apart_on_three_edges(const obb_eight *p, int i) {
  const carom__lanes8 minors[3] = {abs_minor(p, i, 0), abs_minor(p, i, 1), abs_minor(p, i, 2)};
  carom__lanes8 xy = lanes8_or(apart_on_edges(p, minors, i, 0), apart_on_edges(p, minors, i, 1));
  return lanes8_or(xy, apart_on_edges(p, minors, i, 2));
}

CAROM__LANES8 static inline carom__lanes8 apart_on_faces(const obb_eight *p, int k) {
  return lanes8_or(apart_on_a(p, k), apart_on_b(p, k));
}

CAROM__LANES8 static inline carom__lanes8 apart_on_any(const obb_eight *p) {
  carom__lanes8 faces = lanes8_or(apart_on_faces(p, 0), apart_on_faces(p, 1));
  carom__lanes8 edges = lanes8_or(apart_on_three_edges(p, 0), apart_on_three_edges(p, 1));
  faces = lanes8_or(faces, apart_on_faces(p, 2));
  edges = lanes8_or(edges, apart_on_three_edges(p, 2));
  return lanes8_or(faces, edges);
}

/* Bit k: a[k] and b[k], both as obb_floats, are apart when b is at lane k of offset from a. */
CAROM__LANES8 static inline unsigned apart_bits(const float *const a[8], const float *const b[8],
                                                const carom__lanes8 offset[3]) {
  carom__obb_lanes lanes_a, lanes_b;
  obb_eight eight;
  obb_lanes_load(a, &lanes_a);
  obb_lanes_load(b, &lanes_b);
  load_eight(&lanes_a, &lanes_b, offset, &eight);
  return lanes8_bits(apart_on_any(&eight));
}

#endif
