/* shape_segment.c: the segment, which has no inside. */
#include "flat_class.h"

static carom_status check(const carom_shape *shape) {
  const carom_segment *s = &shape->geometry.segment;
  if (!vec3_is_finite(flat_lift(s->a)) || !vec3_is_finite(flat_lift(s->b))) return CAROM_NOT_FINITE;
  bool in_range = flat_is_within(s->a, CAROM_SIZE_MAX) && flat_is_within(s->b, CAROM_SIZE_MAX);
  if (!in_range) return CAROM_OUT_OF_RANGE;
  return flat_are_apart(s->a, s->b) ? CAROM_OK : CAROM_BAD_SIZE;
}

static void flat(const carom_shape *shape, carom__flat *out) {
  const carom_segment *s = &shape->geometry.segment;
  flat_begin(out, out->local, 2, 0, greater_float(flat_norm1(s->a), flat_norm1(s->b)));
  out->local[0] = s->a, out->local[1] = s->b;
}

const carom__shape_class carom__segment_class = {
    .sizes_at = offsetof(carom_shape, geometry.segment),
    .size_count = sizeof(carom_segment) / sizeof(float),
    CAROM__FLAT_COLUMNS,
    .check = check,
    .obb = carom__flat_obb,
    .center = carom__flat_center,
    .flat = flat,
    .cast_ray = carom__flat_cast_ray,
};
