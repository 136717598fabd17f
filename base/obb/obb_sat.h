/* obb_sat.h: the separations of two boxes along their fifteen separating axes (Gottschalk, Lin and Manocha,
 * 1996), in four lanes. The overlap test and the choice of a contact's axis share this code, so that they
 * never disagree.
 *
 * Everything is in the frame of the first box. R = transpose(A) B, rounded, is taken as the geometry: A is
 * exactly an axis-aligned box and B the solid that the columns of R span. Along an edge axis e_i x b_j the
 * radius of B is then a sum of 2x2 minors of R, whereas the usual |R| is right only for an exactly
 * orthonormal R. So an axis of two almost parallel edges, whose length vanishes, is as sound as any other,
 * and of two parallel edges gives 0 > 0: no epsilon on |R|, no special case. What is left of the rounding is
 * covered by a tolerance in proportion to all sizes. */
#ifndef CAROM_BASE_OBB_SAT_H
#define CAROM_BASE_OBB_SAT_H

#include "lanes.h"

/* How far apart boxes may seem and yet count as touching, in sizes. Rounding costs about 2 u for boxes
 * whose axes are the rounded product of two rotations; tests/base/test_obb_exact.c has the bounds on both
 * sides. */
#define CAROM__OBB_OVERLAP_TOLERANCE (3 * 0x1p-24f)

/* A lane an axis of A for half_a, offset and the columns; a lane an axis of B for half_b and the rows. */
typedef struct carom__sat_pair {
  carom__lanes half_a, half_b;
  carom__lanes offset;      /* of B's centre, in A's frame */
  carom__lanes offset_in_b; /* the same in B's, or its opposite */
  carom__lanes rows[3];     /* of R: row i holds the dot products of A's axis i with B's axes */
  carom__lanes abs_rows[3], abs_columns[3];
  carom__lanes tolerance; /* the same in all lanes */
} carom__sat_pair;

/* Three axes, a lane each. What is measured along an axis is multiplied with its length. */
typedef struct carom__sat_axes {
  carom__lanes distance; /* of the centres, signed */
  carom__lanes radii;    /* of both boxes */
} carom__sat_axes;

/* The 1-norms of the offset and the half extents, summed, in all lanes: what rounding scales with. */
static inline carom__lanes sat_size(carom__lanes offset, carom__lanes half_a, carom__lanes half_b) {
  carom__lanes sums = lanes_add(lanes_add(lanes_abs(offset), half_a), half_b);
  return lanes_add(lanes_add(lanes_x(sums), lanes_y(sums)), lanes_z(sums));
}

static inline carom__lanes sat_tolerance(carom__lanes size) {
  return lanes_mul(size, lanes_splat(CAROM__OBB_OVERLAP_TOLERANCE));
}

/* Lane i: the axis is A's i-th. */
static inline carom__sat_axes sat_axes_of_a(const carom__sat_pair *pair) {
  return (carom__sat_axes){pair->offset,
                           lanes_add(pair->half_a, lanes_combine(pair->abs_columns, pair->half_b))};
}

/* Lane j: the axis is B's j-th. */
static inline carom__sat_axes sat_axes_of_b(const carom__sat_pair *pair) {
  return (carom__sat_axes){pair->offset_in_b,
                           lanes_add(pair->half_b, lanes_combine(pair->abs_rows, pair->half_a))};
}

/* Lane j: the axis is e_i x b_j for one i. The two rows are those after the i-th, in cyclic order, and offset
 * and half_a are turned so that their lanes y and z belong to these rows. */
static inline carom__sat_axes sat_axes_of_edges(carom__lanes offset, carom__lanes half_a, carom__lanes half_b,
                                                carom__lanes row1, carom__lanes row2) {
  carom__lanes minors = lanes_abs(lanes_sub(lanes_mul(row1, lanes_yzx(row2)),
                                            lanes_mul(lanes_yzx(row1), row2))); /* columns j and j + 1 */
  carom__lanes radius_a =
      lanes_add(lanes_mul(lanes_y(half_a), lanes_abs(row2)), lanes_mul(lanes_z(half_a), lanes_abs(row1)));
  carom__lanes radius_b =
      lanes_add(lanes_mul(lanes_yzx(half_b), minors), lanes_mul(lanes_zxy(half_b), lanes_zxy(minors)));
  carom__lanes distance = lanes_sub(lanes_mul(lanes_z(offset), row1), lanes_mul(lanes_y(offset), row2));
  return (carom__sat_axes){distance, lanes_add(radius_a, radius_b)};
}

/* The nine edge axes; out[i]: those of A's axis i. */
static inline void sat_axes_of_all_edges(const carom__sat_pair *p, carom__sat_axes out[3]) {
  const carom__lanes *rows = p->rows;
  out[0] = sat_axes_of_edges(p->offset, p->half_a, p->half_b, rows[1], rows[2]);
  out[1] = sat_axes_of_edges(lanes_yzx(p->offset), lanes_yzx(p->half_a), p->half_b, rows[2], rows[0]);
  out[2] = sat_axes_of_edges(lanes_zxy(p->offset), lanes_zxy(p->half_a), p->half_b, rows[0], rows[1]);
}

/* The mask of the axes along which the boxes are apart by more than the slack. */
static inline carom__lanes sat_axes_apart(const carom__sat_axes *axes, carom__lanes slack) {
  return lanes_gt(lanes_abs(axes->distance), lanes_add(axes->radii, slack));
}

/* The tolerance times the length of an edge axis, which is that of (row1, row2): the greater plus half the
 * smaller is a bound from above, too great by 12 % at most. */
static inline carom__lanes sat_edge_slack(const carom__sat_pair *pair, carom__lanes abs1, carom__lanes abs2) {
  carom__lanes twice_length = lanes_add(lanes_add(abs1, abs2), lanes_max(abs1, abs2));
  return lanes_mul(lanes_mul(pair->tolerance, lanes_splat(0.5f)), twice_length);
}

/* The mask of the edge axes of some i, by lanes j, along which the boxes are apart. */
static inline carom__lanes sat_edges_apart(const carom__sat_pair *p, const carom__sat_axes edges[3]) {
  const carom__lanes *rows = p->abs_rows;
  carom__lanes x = sat_axes_apart(&edges[0], sat_edge_slack(p, rows[1], rows[2]));
  carom__lanes y = sat_axes_apart(&edges[1], sat_edge_slack(p, rows[2], rows[0]));
  carom__lanes z = sat_axes_apart(&edges[2], sat_edge_slack(p, rows[0], rows[1]));
  return lanes_or(lanes_or(x, y), z);
}

/* The mask of the faces, by lanes, along whose normals the boxes are apart. */
static inline carom__lanes sat_faces_apart(const carom__sat_pair *pair, const carom__sat_axes *a,
                                           const carom__sat_axes *b) {
  return lanes_or(sat_axes_apart(a, pair->tolerance), sat_axes_apart(b, pair->tolerance));
}

#endif
