/* shape_ellipsoid.c: the ellipsoid around the origin. What is known of the ball holds for it in a space that
 * is scaled along the axes. */
#include "moments.h"
#include "ellipsoid.h"
#include "round.h"
#include "round_outline.h"

static carom__dvec3 radii_of(const carom_shape *shape) {
  return dvec3_widen(shape->geometry.ellipsoid.radii);
}

static carom_status check(const carom_shape *shape) {
  carom_vec3 r = shape->geometry.ellipsoid.radii;
  if (!vec3_is_finite(r)) return CAROM_NOT_FINITE;
  bool good = carom__size_in_range(r.x) && carom__size_in_range(r.y) && carom__size_in_range(r.z);
  return good ? CAROM_OK : CAROM_BAD_SIZE;
}

static void obb(const carom_shape *shape, carom_obb *out) {
  *out = (carom_obb){.axes = mat3_identity(), .half = shape->geometry.ellipsoid.radii};
}

/* The second derivatives of the reach |D n| are (D D - p p^T) / |D n|, where p is the farthest point. */
static void smooth(const carom_shape *shape, carom__dvec3 n, carom__smooth_point *out) {
  carom__dvec3 radii = radii_of(shape), squares = dvec3_mul(radii, radii);
  double reach = dvec3_length(dvec3_mul(radii, n));
  carom__dvec3 p = dvec3_scale(dvec3_mul(squares, n), 1 / reach), bend = dvec3_scale(squares, 1 / reach);
  out->point = p;
  out->bend[0] = dvec3_scale(p, -p.x / reach), out->bend[1] = dvec3_scale(p, -p.y / reach);
  out->bend[2] = dvec3_scale(p, -p.z / reach);
  out->bend[0].x += bend.x, out->bend[1].y += bend.y, out->bend[2].z += bend.z;
}

static carom_vec3 support(const carom_shape *shape, carom_vec3 direction, uint32_t *index) {
  carom__dvec3 radii = radii_of(shape), stretched = dvec3_mul(radii, dvec3_widen(direction));
  *index = 0;
  return dvec3_narrow(dvec3_mul(radii, dvec3_normalize_or(stretched, dvec3(1, 0, 0))));
}

static void face(const carom_shape *shape, carom_vec3 direction, carom__face *out) {
  *out = (carom__face){.normal = direction, .count = 1, .pool = out->local};
  out->local[0] = support(shape, direction, &out->id);
}

/* Where the axes are as long as in a ball. */
static carom__dvec3 shrunk(carom__dvec3 p, carom__dvec3 radii) {
  return dvec3(p.x / radii.x, p.y / radii.y, p.z / radii.z);
}

static void cast_ray(const carom_shape *shape, const carom__ray *ray, carom__ray_hit *out) {
  carom__dvec3 radii = radii_of(shape), origin = shrunk(dvec3_widen(ray->origin), radii);
  carom__dvec3 v = shrunk(dvec3_widen(ray->translation), radii);
  *out = (carom__ray_hit){.hit = false};
  if (dvec3_dot(origin, origin) <= 1) {
    out->hit = out->inside = true;
    return;
  }
  double time = carom__ball_entry(origin, v, 1);
  if (time > 1) return;
  carom__dvec3 normal = shrunk(dvec3_mad(origin, v, time), radii);
  normal = dvec3_normalize_or(normal, dvec3(1, 0, 0));
  *out = (carom__ray_hit){true, false, (float)time, dvec3_narrow(normal)};
}

static carom_status moments(const carom_shape *shape, carom__moments *out) {
  const double pi = 3.14159265358979323846;
  carom__dvec3 radii = radii_of(shape), squares = dvec3_mul(radii, radii);
  double volume = 4 * pi / 3 * radii.x * radii.y * radii.z, part = volume / 5;
  *out = (carom__moments){.volume = volume};
  out->second[0].x = part * squares.x, out->second[1].y = part * squares.y,
  out->second[2].z = part * squares.z;
  return CAROM_OK;
}

/* --- Drawing: a ball, stretched --- */

typedef struct outline_stretch {
  carom_vec3 radii;
  const carom__outline *out;
} outline_stretch;

static void stretch_line(void *context, const carom_vec3 ends[2], const carom_vec3 *normals) {
  const outline_stretch *s = context;
  const carom_vec3 stretched[2] = {vec3_mul(ends[0], s->radii), vec3_mul(ends[1], s->radii)};
  s->out->line(s->out->context, stretched, normals);
}

static void stretch_triangle(void *context, const carom_vec3 corners[3], const carom_vec3 *normals) {
  const outline_stretch *s = context;
  carom_vec3 places[3], turned[3];
  for (int i = 0; i < 3; i++) {
    places[i] = vec3_mul(corners[i], s->radii);
    carom__dvec3 normal = shrunk(dvec3_widen(normals[i]), dvec3_widen(s->radii));
    turned[i] = dvec3_narrow(dvec3_normalize_or(normal, dvec3_widen(normals[i])));
  }
  s->out->triangle(s->out->context, places, turned);
}

static void outline(const carom_shape *shape, const carom__outline *out) {
  outline_stretch s = {shape->geometry.ellipsoid.radii, out};
  const carom_capsule ball = {.radius = 1};
  const carom__outline stretched = {out->line ? stretch_line : NULL, out->triangle ? stretch_triangle : NULL,
                                    &s, out->detail};
  carom__round_outline(&ball, &stretched);
}

const carom__shape_class carom__ellipsoid_class = {
    .sizes_at = offsetof(carom_shape, geometry.ellipsoid),
    .size_count = sizeof(carom_ellipsoid) / sizeof(float),
    .ranges = CAROM__LENGTHS(3),
    .check = check,
    .obb = obb,
    .smooth = smooth,
    .nearest = carom__ellipsoid_nearest,
    .support = support,
    .face = face,
    .cast_ray = cast_ray,
    .moments = moments,
    .outline = outline,
};
