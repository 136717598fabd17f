/* shape_half_disc.c: the half of a disc above x, which a segment and half a circle enclose. */
#include "flat_arc.h"

static carom_status check(const carom_shape *shape) {
  return carom__radius_check(shape->geometry.half_disc.radius);
}

static void flat(const carom_shape *shape, carom__flat *out) {
  float r = shape->geometry.half_disc.radius;
  flat_begin(out, out->local, 2, 0, 2 * r);
  out->arc = (carom_vec2){r, r};
  out->local[0] = (carom_vec2){-r, 0}, out->local[1] = (carom_vec2){r, 0};
}

const carom__shape_class carom__half_disc_class = {
    .sizes_at = offsetof(carom_shape, geometry.half_disc),
    .size_count = sizeof(carom_half_disc) / sizeof(float),
    .ranges = CAROM__LENGTHS(1),
    CAROM__ARC_COLUMNS,
    .check = check,
    .flat = flat,
};
