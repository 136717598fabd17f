/* cores.c: two convex cores as one Minkowski difference. */
#include "cores.h"

/* How far a box reaches from the origin of its frame, in the 1-norm or more. */
static double reach(const carom_obb *box) {
  return (double)(vec3_norm1(box->center) + vec3_norm1(box->half));
}

static double least(carom_vec3 v) { return (double)fminf(fminf(v.x, v.y), v.z); }

carom__cores carom__cores_make(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a) {
  carom__cores cores = {.a = a, .b = b, .b_in_a = b_in_a};
  carom_obb box_a, box_b;
  cores.class_a = carom__shape_class_of(a->kind);
  cores.class_b = carom__shape_class_of(b->kind);
  cores.class_a->obb(a, &box_a);
  cores.class_b->obb(b, &box_b);
  cores.radius_a = (double)cores.class_a->radius(a);
  cores.radius_b = (double)cores.class_b->radius(b);
  cores.least_half = fmin(least(box_a.half), least(box_b.half));
  cores.size = reach(&box_a) + reach(&box_b) + (double)vec3_norm1(b_in_a->origin);
  cores.touch = 4 * 0x1p-24 * cores.size;
  return cores;
}

carom__vertex carom__cores_support(const carom__cores *cores, carom__dvec3 direction) {
  carom_vec3 along = dvec3_narrow(direction);
  carom_vec3 against = mat3_tmul_vec3(&cores->b_in_a->axes, vec3_neg(along));
  carom__vertex v;
  v.a = dvec3_widen(cores->class_a->support(cores->a, along, &v.index_a));
  v.b = dvec3_place(cores->b_in_a, cores->class_b->support(cores->b, against, &v.index_b));
  v.w = dvec3_sub(v.a, v.b);
  return v;
}

carom__dvec3 carom__cores_center(const carom__cores *cores) {
  return dvec3_sub(dvec3_widen(cores->class_a->center(cores->a)),
                   dvec3_place(cores->b_in_a, cores->class_b->center(cores->b)));
}
