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

/* On the arc, on the straight side, or at an end of it. */
static void nearest(const carom_shape *shape, carom__dvec3 p, carom__solid_nearest *out) {
  double radius = (double)shape->geometry.half_disc.radius, length = dvec3_length(p);
  double beside = fabs(p.x) - radius;
  *out = (carom__solid_nearest){.outward = {0, -1, 0}, .distance = -p.y};
  if (p.y > 0 && length - radius > -p.y) {
    *out = (carom__solid_nearest){.outward = dvec3_scale(p, 1 / length), .distance = length - radius};
  } else if (beside > 0) {
    carom__dvec3 way = dvec3(p.x > 0 ? beside : -beside, p.y, 0);
    out->distance = dvec3_length(way);
    out->outward = dvec3_scale(way, 1 / out->distance);
  }
}

const carom__shape_class carom__half_disc_class = {
    .sizes_at = offsetof(carom_shape, geometry.half_disc),
    .size_count = sizeof(carom_half_disc) / sizeof(float),
    .ranges = CAROM__LENGTHS(1),
    CAROM__ARC_COLUMNS,
    .check = check,
    .flat = flat,
    .nearest = nearest,
};
