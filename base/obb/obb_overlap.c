/* obb_overlap.c: tests whether two boxes overlap, by the fifteen axes of obb_sat.h.
 *
 * A box whose axes are not quite orthonormal is the solid that they span, a parallelepiped: its faces are
 * square to the cross products of the axes, and its extent along any direction is a sum over all three. That
 * is 15 axes as ever, in double. */
#include "obb.h"

#include "dvec.h"
#include "obb_sat.h"

bool carom__obb_overlap_lanes(const carom_obb *a, const carom_obb *b, carom__lanes offset) {
  carom__obb_lanes lanes_a, lanes_b;
  obb_load_lanes(a, &lanes_a);
  obb_load_lanes(b, &lanes_b);
  return obb_lanes_overlap(&lanes_a, &lanes_b, offset);
}

/* Both are looked at before the one branch. */
static bool are_straight(const carom_obb *a, const carom_obb *b) {
  return lanes_all3(lanes_and(obb_straight(a), obb_straight(b)));
}

carom_status carom_obb_overlap(const carom_obb *a, const carom_obb *b, bool *out) {
  if (!a || !b || !out) return CAROM_NULL_ARGUMENT;
  if (are_straight(a, b)) {
    *out = carom__obb_overlap(a, b);
    return CAROM_OK;
  }
  carom_status status = carom__obb_check(a);
  if (!status) status = carom__obb_check(b);
  if (!status) *out = carom__obb_overlap_skew(a, b);
  return status;
}

/* --- Boxes whose axes are not quite orthonormal --- */

/* Half of each side, as a vector. */
typedef struct solid {
  carom__dvec3 half[3];
} solid;

static solid solid_of(const carom_obb *box) {
  return (solid){{dvec3_scale(dvec3_widen(box->axes.x), (double)box->half.x),
                  dvec3_scale(dvec3_widen(box->axes.y), (double)box->half.y),
                  dvec3_scale(dvec3_widen(box->axes.z), (double)box->half.z)}};
}

static double radius(const solid *s, carom__dvec3 axis) {
  double radius = 0;
  for (int i = 0; i < 3; i++) radius += fabs(dvec3_dot(s->half[i], axis));
  return radius;
}

/* Two solids, and how far apart along an axis they may be and yet count as touching. */
typedef struct skew_pair {
  solid a, b;
  carom__dvec3 offset;
  double slack;
} skew_pair;

static bool parts(const skew_pair *p, carom__dvec3 axis) {
  double gap = fabs(dvec3_dot(p->offset, axis)) - (radius(&p->a, axis) + radius(&p->b, axis));
  return gap > p->slack * dvec3_length(axis);
}

static double norm1(carom__dvec3 v) { return fabs(v.x) + fabs(v.y) + fabs(v.z); }

bool carom__obb_overlap_skew(const carom_obb *a, const carom_obb *b) {
  skew_pair p = {solid_of(a), solid_of(b), dvec3_sub(dvec3_widen(b->center), dvec3_widen(a->center)), 0};
  double size = norm1(p.offset) + norm1(dvec3_widen(a->half)) + norm1(dvec3_widen(b->half));
  p.slack = (double)CAROM__OBB_OVERLAP_TOLERANCE * size;
  const carom_mat3 *m = &a->axes, *n = &b->axes;
  const carom__dvec3 of_a[3] = {dvec3_widen(m->x), dvec3_widen(m->y), dvec3_widen(m->z)};
  const carom__dvec3 of_b[3] = {dvec3_widen(n->x), dvec3_widen(n->y), dvec3_widen(n->z)};
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3;
    if (parts(&p, dvec3_cross(of_a[i], of_a[j])) || parts(&p, dvec3_cross(of_b[i], of_b[j]))) return false;
    for (int k = 0; k < 3; k++)
      if (parts(&p, dvec3_cross(of_a[i], of_b[k]))) return false;
  }
  return true;
}
