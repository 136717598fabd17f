/* cores.c: two convex cores as one Minkowski difference. */
#include "cores.h"

/* What its OBB says takes longer than many a search. */
static carom__core_form form_of_obb(const carom_shape *shape, const carom__shape_class *class) {
  carom_obb box;
  class->obb(shape, &box);
  carom__core_form form = core_form_in(box.center, box.half, 0);
  form.radius = shape_radius(class, shape);
  return form;
}

static carom__core make_core(const carom_shape *shape, carom__core_form *form) {
  const carom__shape_class *class = carom__shape_class_of(shape->kind);
  if (class->core)
    class->core(shape, form);
  else
    *form = form_of_obb(shape, class);
  return (carom__core){shape, class, form->box, form->hull, (double)form->radius};
}

carom__cores carom__cores_make(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a) {
  carom__core_form of_a, of_b;
  carom__cores cores = {.a = make_core(a, &of_a), .b = make_core(b, &of_b), .b_in_a = b_in_a};
  cores.least_half = (double)lesser_float(of_a.least, of_b.least);
  cores.size = (double)of_a.reach + (double)of_b.reach + (double)vec3_norm1(b_in_a->origin);
  cores.touch = 4 * 0x1p-24 * cores.size;
  cores.reach = HUGE_VAL;
  return cores;
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
