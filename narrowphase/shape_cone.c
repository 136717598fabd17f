/* shape_cone.c: the cone, a frustum whose upper end is a point. */
#include "frustum.h"

static carom_vec3 center(const carom_shape *shape) {
  return vec3(0, -0.5f * shape->as.cone.half_height, 0); /* of mass */
}

const carom__shape_class carom__cone_class = {
    .check = carom__frustum_check,
    .obb = carom__frustum_obb,
    .radius = carom__frustum_radius,
    .support = carom__frustum_support,
    .center = center,
    .face = carom__frustum_face,
    .cast_ray = carom__frustum_cast_ray,
    .outline = carom__frustum_outline,
};
