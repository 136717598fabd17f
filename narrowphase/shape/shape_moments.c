/* shape_moments.c: the moments of a shape of any kind. */
#include "moments.h"
#include "placed.h"
#include "shape_class.h"

typedef struct outline_sum {
  carom__dvec3 middle;
  carom__moments sum;
} outline_sum;

static void add_triangle(void *context, const carom_vec3 corners[3], const carom_vec3 *normals) {
  outline_sum *s = context;
  carom__dvec3 moved[3];
  (void)normals;
  for (int i = 0; i < 3; i++) moved[i] = dvec3_sub(dvec3_widen(corners[i]), s->middle);
  carom__moments_add_tetrahedron(&s->sum, moved);
}

static void by_outline(const carom__shape_class *class, const carom_shape *shape, carom__moments *out) {
  outline_sum s = {.middle = dvec3_widen(shape_center(class, shape))};
  class->outline(shape, &(carom__outline){NULL, add_triangle, &s, 0});
  *out = s.sum;
  out->from = s.middle;
}

static void by_flat(const carom__shape_class *class, const carom_shape *shape, carom__moments *out) {
  carom__flat flat;
  class->flat(shape, &flat);
  carom__flat_moments(&flat, out);
}

static void by_plain(const carom__shape_class *class, const carom_shape *shape, carom__moments *out) {
  carom__plain_core core;
  class->plain(shape, &core);
  carom__plain_moments(&core, out);
}

static carom_status moments_of(const carom_shape *shape, carom__moments *out) {
  const carom__shape_class *class = carom__shape_class_of(shape->kind);
  if (class->moments) return class->moments(shape, out);
  if (class->flat)
    by_flat(class, shape, out);
  else if (class->plain)
    by_plain(class, shape, out);
  else
    by_outline(class, shape, out);
  return CAROM_OK;
}

carom_status carom__shape_moments(const carom_shape *shape, carom__moments *out) {
  carom_status status = moments_of(shape, out);
  if (!status) carom__moments_center(out);
  return status;
}
