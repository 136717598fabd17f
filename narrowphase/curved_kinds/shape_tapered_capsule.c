/* shape_tapered_capsule.c: the tapered capsule, the hull of two balls. Its core is that of the balls without
 * the lesser radius: of a ball and a point. Where a ball holds the other it is that ball. */
#include "round.h"
#include "round_outline.h"
#include "tapered.h"

static carom_status check(const carom_shape *shape) {
  const carom_tapered_capsule *c = &shape->geometry.tapered_capsule;
  if (!vec3_is_finite(c->a) || !vec3_is_finite(c->b)) return CAROM_NOT_FINITE;
  carom_status of_a = carom__radius_check(c->radius_a), of_b = carom__radius_check(c->radius_b);
  if (of_a == CAROM_NOT_FINITE || of_b == CAROM_NOT_FINITE) return CAROM_NOT_FINITE;
  if (of_a || of_b) return CAROM_BAD_SIZE;
  bool good = vec3_is_within(c->a, CAROM_SIZE_MAX) && vec3_is_within(c->b, CAROM_SIZE_MAX);
  return good ? CAROM_OK : CAROM_OUT_OF_RANGE;
}

static carom_vec3 center(const carom_shape *shape) {
  carom__tapered t = tapered_of(shape);
  return dvec3_narrow(dvec3_scale(dvec3_add(t.wide, t.slim), 0.5));
}

/* x along the axis. The half extents grow by the rounding of the centre and the axes, so that the box
 * contains the shape. */
static void obb(const carom_shape *shape, carom_obb *out) {
  carom__tapered t = tapered_of(shape);
  double wide = t.more + t.radius, half = t.length > 0 ? 0.5 * (t.length + wide + t.radius) : wide;
  carom__dvec3 y = dvec3_perpendicular(t.axis), middle = dvec3_mad(t.wide, t.axis, half - wide);
  const carom_tapered_capsule *c = &shape->geometry.tapered_capsule;
  double rounding = 4 * 0x1p-24 * ((double)vec3_norm1(c->a) + (double)vec3_norm1(c->b) + wide);
  out->center = dvec3_narrow(middle);
  out->axes = (carom_mat3){dvec3_narrow(t.axis), dvec3_narrow(y), dvec3_narrow(dvec3_cross(t.axis, y))};
  out->half = dvec3_narrow(dvec3(half + rounding, wide + rounding, wide + rounding));
}

static void core(const carom_shape *shape, carom__core *out) {
  const carom_tapered_capsule *c = &shape->geometry.tapered_capsule;
  float at_a = vec3_norm1(c->a) + 3 * c->radius_a, at_b = vec3_norm1(c->b) + 3 * c->radius_b;
  *out = (carom__core){.radius = (double)lesser_float(c->radius_a, c->radius_b),
                       .reach = greater_float(at_a, at_b),
                       .least = greater_float(c->radius_a, c->radius_b),
                       .center = center(shape)};
}

/* They are balls, in the order of the ends. */
static void discs(const carom_shape *shape, carom__discs *out) {
  carom__tapered t = tapered_of(shape);
  carom_vec3 wide = dvec3_narrow(t.wide), slim = dvec3_narrow(t.slim);
  double at_slim = t.length > 0 ? 0 : t.more;
  *out = (carom__discs){{t.wide_end ? slim : wide, t.wide_end ? wide : slim},
                        {t.wide_end ? at_slim : t.more, t.wide_end ? t.more : at_slim},
                        true};
}

/* Without a root where the ball cannot be the farther one. */
static carom_vec3 support(const carom_shape *shape, carom_vec3 direction, uint32_t *index) {
  const carom_tapered_capsule *c = &shape->geometry.tapered_capsule;
  uint32_t wide_end = c->radius_b > c->radius_a;
  carom_vec3 wide = wide_end ? c->b : c->a, slim = wide_end ? c->a : c->b;
  carom__dvec3 n = dvec3_normalize_or(dvec3_widen(direction), dvec3(1, 0, 0));
  double more = fabs((double)c->radius_a - (double)c->radius_b);
  bool at_slim = dvec3_dot(dvec3_sub(dvec3_widen(slim), dvec3_widen(wide)), n) > more;
  *index = at_slim ? 1 - wide_end : wide_end;
  return at_slim ? slim : dvec3_narrow(dvec3_mad(dvec3_widen(wide), n, more));
}

/* One point of the core. */
static void face_of_point(uint32_t end, carom__dvec3 at, carom__face *out) {
  static const uint32_t ends[2] = {TAPERED_A, TAPERED_B};
  out->count = 1;
  out->local[end] = dvec3_narrow(at);
  out->loop = ends + end;
}

/* The line on the side that faces the direction most, as long as that leaves out hardly anything of what
 * leans to the wide end; else the point there. */
static void face(const carom_shape *shape, carom_vec3 direction, carom__face *out) {
  carom__tapered t = tapered_of(shape);
  carom__dvec3 n = dvec3_widen(direction);
  double along = dvec3_dot(n, t.axis);
  carom__dvec3 across = dvec3_normalize_or(dvec3_mad(n, t.axis, -along), dvec3_perpendicular(t.axis));
  carom__dvec3 side = dvec3_mad(dvec3_scale(t.axis, t.sine), across, t.cosine);
  bool leans = along < t.sine;
  bool far = t.more > 0 && 1 - dvec3_dot(n, side) > CAROM__FACE_SAG;
  carom__dvec3 at_wide = dvec3_mad(t.wide, leans ? n : side, t.more);
  *out = (carom__face){.normal = direction, .count = 2, .pool = out->local};
  if (t.length == 0 || (leans && far)) {
    face_of_point(t.wide_end, dvec3_mad(t.wide, n, t.more), out);
    return;
  }
  out->local[t.wide_end] = dvec3_narrow(at_wide);
  out->local[1 - t.wide_end] = dvec3_narrow(t.slim);
}

static void outline(const carom_shape *shape, const carom__outline *out) {
  carom__tapered t = tapered_of(shape);
  carom__dvec3 x = dvec3_perpendicular(t.axis);
  float wide = (float)(t.more + t.radius), slim = t.length > 0 ? (float)t.radius : wide;
  carom__round_ends ends = {{dvec3_narrow(x), dvec3_narrow(dvec3_cross(t.axis, x)), dvec3_narrow(t.axis)},
                            dvec3_narrow(t.wide),
                            dvec3_narrow(t.slim),
                            wide,
                            slim,
                            t.length > 0 ? (float)t.sine : 0};
  carom__round_outline_ends(&ends, out);
}

const carom__shape_class carom__tapered_capsule_class = {
    .sizes_at = offsetof(carom_shape, geometry.tapered_capsule),
    .size_count = sizeof(carom_tapered_capsule) / sizeof(float),
    .ranges = CAROM__COORDINATES_AND_LENGTHS(2, 4),
    .radius_at = offsetof(carom_shape, geometry.tapered_capsule.radius_b),
    .other_radius_at = offsetof(carom_shape, geometry.tapered_capsule.radius_a),
    .check = check,
    .obb = obb,
    .core = core,
    .discs = discs,
    .nearest = carom__tapered_nearest,
    .support = support,
    .center = center,
    .face = face,
    .cast_ray = carom__tapered_cast_ray,
    .moments = carom__tapered_moments,
    .outline = outline,
};
