/* shape_polygon.c: the convex polygon, sharp or with round corners. */
#include "flat_class.h"
#include "polygon.h"
#include "round.h"

static const carom_polygon *polygon_of(const carom_shape *shape) { return shape->geometry.polygon.asset; }

/* A polygon was checked when it was built. */
static carom_status check(const carom_shape *shape) {
  return polygon_of(shape) ? carom__rounding_check(shape->geometry.polygon.radius) : CAROM_NULL_ARGUMENT;
}

static void obb(const carom_shape *shape, carom_obb *out) {
  *out = polygon_of(shape)->obb;
  out->half = rounded_half(out->half, shape->geometry.polygon.radius);
  out->half.z = 0;
}

static carom_vec3 center(const carom_shape *shape) { return flat_lift(polygon_of(shape)->centroid); }

static void flat(const carom_shape *shape, carom__flat *out) {
  const carom_polygon *polygon = polygon_of(shape);
  float radius = shape->geometry.polygon.radius;
  flat_begin(out, polygon->vertices, polygon->vertex_count, radius, polygon->reach + 2 * radius);
  out->rows = polygon->rows;
}

const carom__shape_class carom__polygon_class = {
    .sizes_at = offsetof(carom_shape, geometry.polygon.radius),
    .size_count = 1,
    .ranges = CAROM__SHARP,
    .asset_at = offsetof(carom_shape, geometry.polygon.asset),
    .asset_class = &carom__polygon_asset_class,
    .radius_at = offsetof(carom_shape, geometry.polygon.radius),
    CAROM__FLAT_COLUMNS,
    .check = check,
    .obb = obb,
    .center = center,
    .flat = flat,
    .cast_ray = carom__flat_cast_ray,
};
