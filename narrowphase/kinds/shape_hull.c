/* shape_hull.c: the convex hull. */
#include "hull.h"
#include "round.h"
#include "round_outline.h"

static const carom_hull *hull_of(const carom_shape *shape) { return shape->geometry.hull.asset; }

/* A hull was checked when it was built. */
static carom_status check(const carom_shape *shape) {
  return hull_of(shape) ? carom__rounding_check(shape->geometry.hull.radius) : CAROM_NULL_ARGUMENT;
}

static void obb(const carom_shape *shape, carom_obb *out) {
  *out = hull_of(shape)->obb;
  out->half = rounded_half(out->half, shape->geometry.hull.radius);
}

static void core(const carom_shape *shape, carom__core *out) {
  const carom_obb *box = &hull_of(shape)->obb;
  core_set(box->center, box->half, shape->geometry.hull.radius, out);
  out->center = hull_of(shape)->centroid;
  out->ball = hull_of(shape)->ball;
  out->hull = hull_of(shape);
}

static carom_vec3 support(const carom_shape *shape, carom_vec3 direction, uint32_t *index) {
  *index = carom__hull_support_find(&hull_of(shape)->support, direction);
  return hull_of(shape)->vertices[*index];
}

static carom_vec3 vertex(const carom_shape *shape, uint32_t index) { return hull_of(shape)->vertices[index]; }

static uint32_t vertex_count(const carom_shape *shape) { return hull_of(shape)->vertex_count; }

static carom_vec3 center(const carom_shape *shape) { return hull_of(shape)->centroid; }

static void face(const carom_shape *shape, carom_vec3 direction, carom__face *out) {
  const carom_hull *hull = hull_of(shape);
  uint32_t best = carom__hull_face(hull, direction);
  out->normal = hull->planes[best].normal;
  out->count = hull->face_starts[best + 1] - hull->face_starts[best];
  out->id = best;
  out->pool = hull->vertices, out->loop = hull->loops + hull->face_starts[best];
}

static void cast_ray(const carom_shape *shape, const carom__ray *ray, carom__ray_hit *out) {
  carom__hull_cast_ray(&shape->geometry.hull, ray, out);
}

static void outline(const carom_shape *shape, const carom__outline *out) {
  carom__round_outline_hull(&shape->geometry.hull, out);
}

const carom__asset_class carom__hull_asset_class = {
    .kind = CAROM_HULL, .write = carom__hull_write, .read = carom__hull_read};

const carom__shape_class carom__hull_class = {
    .sizes_at = offsetof(carom_shape, geometry.hull.radius),
    .size_count = 1,
    .ranges = CAROM__SHARP,
    .asset_at = offsetof(carom_shape, geometry.hull.asset),
    .asset_class = &carom__hull_asset_class,
    .radius_at = offsetof(carom_shape, geometry.hull.radius),
    .check = check,
    .obb = obb,
    .core = core,
    .support = support,
    .vertex = vertex,
    .vertex_count = vertex_count,
    .center = center,
    .face = face,
    .cast_ray = cast_ray,
    .moments = carom__hull_moments,
    .outline = outline,
};
