/* cores.c: two convex cores as one Minkowski difference. */
#include "cores.h"

static void set_by_obb(const carom_shape *shape, const carom__shape_class *class, carom__core *out) {
  carom_obb box;
  class->obb(shape, &box);
  core_set(box.center, box.half, 0, out);
  out->radius = (double)shape_radius(class, shape);
  out->center = shape_center(class, shape);
}

void carom__core_set(const carom_shape *shape, carom__core *out) {
  const carom__shape_class *class = carom__shape_class_of(shape->kind);
  if (class->core)
    class->core(shape, out);
  else
    set_by_obb(shape, class, out);
  out->shape = shape;
  out->class = class;
}

void carom__cores_set(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a,
                      carom__cores *out) {
  carom__core_set(a, &out->a);
  carom__core_set(b, &out->b);
  out->least_half = (double)lesser_float(out->a.least, out->b.least);
  cores_place(out, b_in_a);
}

carom__vertex carom__cores_support(const carom__cores *cores, carom__dvec3 direction) {
  carom__vertex vertex;
  cores_support(cores, direction, &vertex);
  return vertex;
}

bool carom__cores_have_vertices(const carom__cores *cores) {
  return cores->a.class->vertex && cores->b.class->vertex;
}
