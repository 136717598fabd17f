/* shape_stadium.c: the stadium, a segment of the plane with a radius; without length it is a point. */
#include "flat_class.h"

static carom_status check(const carom_shape *shape) {
  const carom_stadium *s = &shape->geometry.stadium;
  if (!vec3_is_finite(flat_lift(s->a)) || !vec3_is_finite(flat_lift(s->b))) return CAROM_NOT_FINITE;
  carom_status status = carom__radius_check(s->radius);
  if (status) return status;
  bool good = flat_is_within(s->a, CAROM_SIZE_MAX) && flat_is_within(s->b, CAROM_SIZE_MAX);
  return good ? CAROM_OK : CAROM_OUT_OF_RANGE;
}

/* Ends that differ by less than this part of how far the stadium reaches are one point, as the direction from
 * one to the other would be lost where they are placed. */
#define ENDS_AS_ONE 0x1p-30f

static void flat(const carom_shape *shape, carom__flat *out) {
  const carom_stadium *s = &shape->geometry.stadium;
  float reach = greater_float(flat_norm1(s->a), flat_norm1(s->b)) + 2 * s->radius;
  bool point = fabsf(s->b.x - s->a.x) + fabsf(s->b.y - s->a.y) <= ENDS_AS_ONE * reach;
  flat_begin(out, out->local, point ? 1 : 2, s->radius, reach);
  out->local[0] = s->a, out->local[1] = s->b;
}

static void plain(const carom_shape *shape, carom__plain_core *out) {
  const carom_stadium *s = &shape->geometry.stadium;
  plain_core_of_segment(flat_lift(s->a), flat_lift(s->b), s->radius, out);
}

const carom__shape_class carom__stadium_class = {
    .sizes_at = offsetof(carom_shape, geometry.stadium),
    .size_count = sizeof(carom_stadium) / sizeof(float),
    .ranges = CAROM__COORDINATES_AND_LENGTHS(1, 1),
    .radius_at = offsetof(carom_shape, geometry.stadium.radius),
    CAROM__FLAT_COLUMNS,
    .check = check,
    .obb = carom__flat_obb,
    .plain = plain,
    .center = carom__flat_center,
    .flat = flat,
    .cast_ray = carom__flat_cast_ray,
};
