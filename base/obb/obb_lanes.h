/* obb_lanes.h: one oriented box in four lanes: its check, and the overlap test of a pair. */
#ifndef CAROM_BASE_OBB_LANES_H
#define CAROM_BASE_OBB_LANES_H

#include "obb.h"
#include "obb_sat.h"

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
