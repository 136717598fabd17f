/* cores.c: two convex cores as one Minkowski difference. */
#include "cores.h"

/* What its OBB says takes longer than many a search. */
static void form_of_obb(const carom_shape *shape, const carom__shape_class *class, carom__core_form *out) {
  carom_obb box;
  class->obb(shape, &box);
  core_form_set(box.center, box.half, 0, out);
  out->radius = shape_radius(class, shape);
}

static void make_core(const carom_shape *shape, carom__core *out, carom__core_form *form) {
  const carom__shape_class *class = carom__shape_class_of(shape->kind);
  if (class->core)
    class->core(shape, form);
  else
    form_of_obb(shape, class, form);
  out->shape = shape;
  out->class = class;
  out->box = form->box;
  out->hull = form->hull;
  out->frustum = form->frustum;
  out->radius = (double)form->radius;
}

void carom__cores_set(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a,
                      carom__cores *out) {
  carom__core_form of_a, of_b;
  make_core(a, &out->a, &of_a);
  make_core(b, &out->b, &of_b);
  out->b_in_a = b_in_a;
  out->least_half = (double)lesser_float(of_a.least, of_b.least);
  out->size = (double)of_a.reach + (double)of_b.reach + (double)vec3_norm1(b_in_a->origin);
  out->touch = 4 * 0x1p-24 * out->size;
  out->reach = HUGE_VAL;
  out->rough = 1;
}

carom__vertex carom__cores_support(const carom__cores *cores, carom__dvec3 direction) {
  carom__vertex vertex;
  cores_support(cores, direction, &vertex);
  return vertex;
}

bool carom__cores_have_vertices(const carom__cores *cores) {
  return cores->a.class->vertex && cores->b.class->vertex;
}

carom__dvec3 carom__cores_center(const carom__cores *cores) {
  return dvec3_sub(dvec3_widen(shape_center(cores->a.class, cores->a.shape)),
                   dvec3_place(cores->b_in_a, shape_center(cores->b.class, cores->b.shape)));
}
