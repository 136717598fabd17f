/* obb_overlap.c: do two boxes overlap?
 *
 * Fifteen candidate axes in the frame of the first box (Gottschalk, Lin and Manocha, 1996), four lanes at a
 * time. R = transpose(A) B, rounded, is taken as the geometry: A is exactly an axis-aligned box and B the
 * solid that the columns of R span. Along an edge axis e_i x b_j the radius of B is then a sum of 2x2 minors
 * of R, whereas the usual |R| is right only for an exactly orthonormal R. So an axis of two almost parallel
 * edges, whose length vanishes, is as sound as any other, and of two parallel edges gives 0 > 0: no epsilon
 * on |R|, no special case. What is left of the rounding is covered by a tolerance in proportion to all
 * sizes. */
#include "obb.h"

#include "lanes.h"
#include "obb_limits.h"

/* A lane an axis of A for half_a and offset; a lane an axis of B for half_b and the rows. */
typedef struct obb_pair {
  carom__lanes half_a, half_b;
  carom__lanes offset;  /* of B's centre, in A's frame */
  carom__lanes rows[3]; /* of R: row i holds the dot products of A's axis i with B's axes */
  carom__lanes abs_rows[3];
  carom__lanes tolerance; /* the same in all lanes */
} obb_pair;

_Static_assert(sizeof(carom_obb) == 15 * sizeof(float), "centre, axes and half extents lie side by side");

/* One load an axis: the fourth lane is whatever follows in the box, and nobody reads it. */
static inline void load_axes(const carom_obb *box, carom__lanes axes[3]) {
  const float *floats = (const float *)box + 3;
  for (int i = 0; i < 3; i++) axes[i] = lanes_load(floats + (ptrdiff_t)3 * i);
}

static inline void load_pair(const carom_obb *a, const carom_obb *b, carom_vec3 offset, obb_pair *pair) {
  carom__lanes axes_a[3], axes_b[3], rows_a[3], rows_b[3];
  load_axes(a, axes_a);
  load_axes(b, axes_b);
  lanes_transpose(axes_a, rows_a);
  lanes_transpose(axes_b, rows_b);
  pair->half_a = lanes_from_vec3(a->half);
  pair->half_b = lanes_from_vec3(b->half);
  pair->offset = lanes_combine(rows_a, lanes_from_vec3(offset));
  for (int i = 0; i < 3; i++) {
    pair->rows[i] = lanes_combine(rows_b, axes_a[i]);
    pair->abs_rows[i] = lanes_abs(pair->rows[i]);
  }
}

/* In proportion to |offset| + |half_a| + |half_b| (1-norms). */
static inline carom__lanes tolerance_of(const obb_pair *pair) {
  carom__lanes sums = lanes_add(lanes_add(lanes_abs(pair->offset), pair->half_a), pair->half_b);
  carom__lanes size = lanes_add(lanes_add(lanes_x(sums), lanes_y(sums)), lanes_z(sums));
  return lanes_mul(size, lanes_splat(CAROM__OBB_OVERLAP_TOLERANCE));
}

/* Lane i: the axis is A's i-th. */
static inline carom__lanes axes_of_a(const obb_pair *pair) {
  carom__lanes columns[3];
  lanes_transpose(pair->abs_rows, columns);
  carom__lanes radii = lanes_add(pair->half_a, lanes_combine(columns, pair->half_b));
  return lanes_gt(lanes_abs(pair->offset), lanes_add(radii, pair->tolerance));
}

/* Lane j: the axis is B's j-th. */
static inline carom__lanes axes_of_b(const obb_pair *pair) {
  carom__lanes radii = lanes_add(pair->half_b, lanes_combine(pair->abs_rows, pair->half_a));
  carom__lanes distance = lanes_abs(lanes_combine(pair->rows, pair->offset));
  return lanes_gt(distance, lanes_add(radii, pair->tolerance));
}

/* Lane j: the axis is e_i x b_j for one i. The two rows are those after the i-th, in cyclic order, and offset
 * and half_a are turned so that their lanes y and z belong to these rows. The axis has the length of (row1,
 * row2), of which the greater plus half the smaller is a bound from above, too great by 12 % at most. */
static inline carom__lanes edge_axes(const obb_pair *pair, carom__lanes offset, carom__lanes half_a,
                                     carom__lanes row1, carom__lanes row2) {
  carom__lanes abs1 = lanes_abs(row1), abs2 = lanes_abs(row2), half_b = pair->half_b;
  carom__lanes minors = lanes_abs(lanes_sub(lanes_mul(row1, lanes_yzx(row2)),
                                            lanes_mul(lanes_yzx(row1), row2))); /* columns j and j + 1 */
  carom__lanes radius_a = lanes_add(lanes_mul(lanes_y(half_a), abs2), lanes_mul(lanes_z(half_a), abs1));
  carom__lanes radius_b =
      lanes_add(lanes_mul(lanes_yzx(half_b), minors), lanes_mul(lanes_zxy(half_b), lanes_zxy(minors)));
  carom__lanes twice_length = lanes_add(lanes_add(abs1, abs2), lanes_max(abs1, abs2));
  carom__lanes slack = lanes_mul(lanes_mul(pair->tolerance, lanes_splat(0.5f)), twice_length);
  carom__lanes distance = lanes_sub(lanes_mul(lanes_z(offset), row1), lanes_mul(lanes_y(offset), row2));
  return lanes_gt(lanes_abs(distance), lanes_add(lanes_add(radius_a, radius_b), slack));
}

static inline carom__lanes all_edge_axes(const obb_pair *p) {
  carom__lanes x = edge_axes(p, p->offset, p->half_a, p->rows[1], p->rows[2]);
  carom__lanes y = edge_axes(p, lanes_yzx(p->offset), lanes_yzx(p->half_a), p->rows[2], p->rows[0]);
  carom__lanes z = edge_axes(p, lanes_zxy(p->offset), lanes_zxy(p->half_a), p->rows[0], p->rows[1]);
  return lanes_or(lanes_or(x, y), z);
}

bool carom__obb_overlap_at(const carom_obb *a, const carom_obb *b, carom_vec3 offset) {
  obb_pair pair;
  load_pair(a, b, offset, &pair);
  pair.tolerance = tolerance_of(&pair);
  return !lanes_any(lanes_or(lanes_or(axes_of_a(&pair), axes_of_b(&pair)), all_edge_axes(&pair)));
}

carom_status carom_obb_overlap(const carom_obb *a, const carom_obb *b, bool *out) {
  if (!a || !b || !out) return CAROM_NULL_ARGUMENT;
  carom_status status = carom__obb_check(a);
  if (!status) status = carom__obb_check(b);
  if (!status) *out = carom__obb_overlap(a, b);
  return status;
}
