/* shape_ellipse.c: the ellipse around the origin, of which an arc is all of the outline. */
#include "ellipsoid.h"
#include "flat_arc.h"

static carom_status check(const carom_shape *shape) {
  carom_vec2 r = shape->geometry.ellipse.radii;
  if (!float_is_finite(r.x) || !float_is_finite(r.y)) return CAROM_NOT_FINITE;
  return carom__size_in_range(r.x) && carom__size_in_range(r.y) ? CAROM_OK : CAROM_BAD_SIZE;
}

static void flat(const carom_shape *shape, carom__flat *out) {
  carom_vec2 r = shape->geometry.ellipse.radii;
  flat_begin(out, out->local, 1, 0, r.x + r.y);
  out->local[0] = (carom_vec2){0, 0};
  out->arc = r;
}

/* That of an ellipsoid that is no thinner across the plane. */
static void nearest(const carom_shape *shape, carom__dvec3 point, carom__solid_nearest *out) {
  carom_vec2 r = shape->geometry.ellipse.radii;
  const carom_shape solid = carom_shape_ellipsoid(r.x, r.y, greater_float(r.x, r.y));
  carom__ellipsoid_nearest(&solid, point, out);
  out->outward.z = 0;
}

const carom__shape_class carom__ellipse_class = {
    .sizes_at = offsetof(carom_shape, geometry.ellipse),
    .size_count = sizeof(carom_ellipse) / sizeof(float),
    .ranges = CAROM__LENGTHS(2),
    CAROM__ARC_COLUMNS,
    .check = check,
    .flat = flat,
    .nearest = nearest,
};
