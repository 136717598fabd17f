/* shape_square.c: the square around the origin, a kind of shape of the plane that the library does not have.
 */
#include "flat_class.h"

static carom_vec3 half_of(const carom_shape *shape) {
  float half = shape->geometry.square.half;
  return vec3(half, half, 0);
}

static carom_status check(const carom_shape *shape) {
  return carom__radius_check(shape->geometry.square.half);
}

static void plain(const carom_shape *shape, carom__plain_core *out) {
  plain_core_of_box(half_of(shape), 0, out);
}

static void flat(const carom_shape *shape, carom__flat *out) {
  float h = shape->geometry.square.half;
  *out = (carom__flat){.points = out->local, .count = 4, .reach = 2 * h};
  for (uint32_t i = 0; i < 4; i++) out->local[i] = (carom_vec2){i % 3 ? h : -h, i < 2 ? -h : h};
}

const carom__shape_class carom__square_class = {
    .sizes_at = offsetof(carom_shape, geometry.square),
    .size_count = 1,
    .check = check,
    .obb = carom__flat_obb,
    .plain = plain,
    .support = carom__flat_support,
    .vertex = carom__flat_vertex,
    .vertex_count = carom__flat_vertex_count,
    .center = carom__flat_center,
    .flat = flat,
    .cast_ray = carom__flat_cast_ray,
    .outline = carom__flat_draw,
};
