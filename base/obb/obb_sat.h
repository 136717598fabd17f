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

#include "obb.h"

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

/* --- One box in four lanes: its check, and the overlap test of a pair --- */

_Static_assert(sizeof(carom_obb) == 15 * sizeof(float), "centre, axes and half extents lie side by side");

/* The fourth lanes of the rows are zero, all others mean nothing. */
typedef struct carom__obb_lanes {
  carom__lanes axes[3];
  carom__lanes rows[3]; /* of the axes: a lane an axis */
  carom__lanes half;
} carom__obb_lanes;

/* Each load of four floats also takes one that lies beside the three. */
static inline void obb_load_lanes(const carom_obb *box, carom__obb_lanes *out) {
  const float *floats = (const float *)box;
  for (int i = 0; i < 3; i++) out->axes[i] = lanes_load(floats + 3 + (ptrdiff_t)3 * i);
  lanes_transpose(out->axes, out->rows);
  out->half = lanes_yzwx(lanes_load(floats + 11));
}

static inline void obb_lanes_of(const carom_mat3 *axes, carom_vec3 half, carom__obb_lanes *out) {
  mat3_load_lanes(axes, out->axes);
  lanes_transpose(out->axes, out->rows);
  out->half = lanes_from_vec3(half);
}

/* The mask of the axes that are of unit length and at a right angle to the next, given their rows. */
static inline carom__lanes rows_are_orthonormal(const carom__lanes rows[3], float most_cosine,
                                                float most_excess) {
  carom__lanes squares = lanes_mul(rows[0], rows[0]), cosines = lanes_mul(rows[0], lanes_yzx(rows[0]));
  for (int k = 1; k < 3; k++) {
    squares = lanes_add(squares, lanes_mul(rows[k], rows[k]));
    cosines = lanes_add(cosines, lanes_mul(rows[k], lanes_yzx(rows[k])));
  }
  carom__lanes excess = lanes_abs(lanes_sub(squares, lanes_splat(1))), cosine = lanes_abs(cosines);
  return lanes_and(lanes_ge(lanes_splat(most_excess), excess), lanes_ge(lanes_splat(most_cosine), cosine));
}

/* The first three lanes are set when the box is one that the public functions accept, but for limits of its
 * axes. No comparison holds for what is no number or infinite. */
static inline carom__lanes obb_within(const carom_obb *box, float most_cosine, float most_excess) {
  carom__obb_lanes lanes;
  obb_load_lanes(box, &lanes);
  carom__lanes near = lanes_ge(lanes_splat((float)CAROM_POSITION_MAX), lanes_abs(obb_load_center(box)));
  carom__lanes extent =
      lanes_and(lanes_ge(lanes.half, lanes_splat(0)), lanes_ge(lanes_splat(CAROM_SIZE_MAX), lanes.half));
  return lanes_and(lanes_and(near, extent), rows_are_orthonormal(lanes.rows, most_cosine, most_excess));
}

/* As the public functions accept it; and with axes that are orthonormal but for rounding. */
static inline carom__lanes obb_sound(const carom_obb *box) {
  return obb_within(box, CAROM__OBB_MOST_COSINE, CAROM__OBB_MOST_EXCESS);
}
static inline carom__lanes obb_straight(const carom_obb *box) {
  return obb_within(box, CAROM__OBB_ROUNDED, CAROM__OBB_ROUNDED);
}

static inline void obb_lanes_relate(const carom__obb_lanes *a, const carom__obb_lanes *b, carom__lanes offset,
                                    carom__sat_pair *pair) {
  pair->half_a = a->half;
  pair->half_b = b->half;
  pair->offset = lanes_combine(a->rows, offset);
  for (int i = 0; i < 3; i++) {
    pair->rows[i] = lanes_combine(b->rows, a->axes[i]);
    pair->abs_rows[i] = lanes_abs(pair->rows[i]);
  }
  pair->offset_in_b = lanes_combine(pair->rows, pair->offset);
  lanes_transpose(pair->abs_rows, pair->abs_columns);
  pair->tolerance = sat_tolerance(sat_size(pair->offset, pair->half_a, pair->half_b));
}

/* Do the boxes overlap, b at an offset from a? Without a branch. */
static inline bool obb_lanes_overlap(const carom__obb_lanes *a, const carom__obb_lanes *b,
                                     carom__lanes offset) {
  carom__sat_pair pair;
  carom__sat_axes edges[3];
  obb_lanes_relate(a, b, offset, &pair);
  carom__sat_axes of_a = sat_axes_of_a(&pair), of_b = sat_axes_of_b(&pair);
  sat_axes_of_all_edges(&pair, edges);
  return !lanes_any3(lanes_or(sat_faces_apart(&pair, &of_a, &of_b), sat_edges_apart(&pair, edges)));
}

#endif
