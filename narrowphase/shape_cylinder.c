/* shape_cylinder.c: the cylinder, a frustum whose ends are equal. */
#include "frustum.h"

static carom_vec3 center(const carom_shape *shape) {
  (void)shape;
  return vec3(0, 0, 0);
}

const carom__shape_class carom__cylinder_class = {
    .check = carom__frustum_check,
    .obb = carom__frustum_obb,
    .radius = carom__frustum_radius,
    .support = carom__frustum_support,
    .center = center,
    .face = carom__frustum_face,
    .cast_ray = carom__frustum_cast_ray,
    .outline = carom__frustum_outline,
};
