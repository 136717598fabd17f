/* shape_rectangle.c: the rectangle, sharp or with round corners. */
#include "flat_class.h"
#include "round.h"

static carom_status check(const carom_shape *shape) {
  const carom_rectangle *r = &shape->geometry.rectangle;
  if (!vec3_is_finite(flat_lift(r->half))) return CAROM_NOT_FINITE;
  if (!carom__size_in_range(r->half.x) || !carom__size_in_range(r->half.y)) return CAROM_BAD_SIZE;
  return carom__rounding_check(r->radius);
}

static void obb(const carom_shape *shape, carom_obb *out) {
  carom_vec3 half = rounded_half(flat_lift(shape->geometry.rectangle.half), shape->geometry.rectangle.radius);
  *out = (carom_obb){{0, 0, 0}, mat3_identity(), vec3(half.x, half.y, 0)};
}

void carom__rectangle_flat(const carom_rectangle *rectangle, carom__flat *out) {
  carom_vec2 half = rectangle->half;
  float radius = rectangle->radius;
  flat_begin(out, out->local, 4, radius, half.x + half.y + 2 * radius);
  out->half = half;
  out->local[0] = (carom_vec2){-half.x, -half.y}, out->local[1] = (carom_vec2){half.x, -half.y};
  out->local[2] = half, out->local[3] = (carom_vec2){-half.x, half.y};
}

static void flat(const carom_shape *shape, carom__flat *out) {
  carom__rectangle_flat(&shape->geometry.rectangle, out);
}

static void plain(const carom_shape *shape, carom__plain_core *out) {
  const carom_rectangle *r = &shape->geometry.rectangle;
  plain_core_of_box(flat_lift(r->half), r->radius, out);
}

const carom__shape_class carom__rectangle_class = {
    .sizes_at = offsetof(carom_shape, geometry.rectangle),
    .size_count = sizeof(carom_rectangle) / sizeof(float),
    .ranges = CAROM__SHARP_LENGTHS(2),
    .radius_at = offsetof(carom_shape, geometry.rectangle.radius),
    CAROM__FLAT_COLUMNS,
    .check = check,
    .obb = obb,
    .plain = plain,
    .center = carom__flat_center,
    .flat = flat,
    .cast_ray = carom__flat_cast_ray,
};
