/* shape_capsule.c: the capsule, a segment with a radius. A segment without length is a point: its axis is
 * then x, and its face a point. */
#include "ray_hits.h"
#include "round.h"
#include "round_outline.h"

static carom_status check(const carom_shape *shape) {
  const carom_capsule *capsule = &shape->geometry.capsule;
  if (!vec3_is_finite(capsule->a) || !vec3_is_finite(capsule->b)) return CAROM_NOT_FINITE;
  carom_status status = carom__radius_check(capsule->radius);
  if (status) return status;
  bool good = vec3_is_within(capsule->a, CAROM_SIZE_MAX) && vec3_is_within(capsule->b, CAROM_SIZE_MAX);
  return good ? CAROM_OK : CAROM_OUT_OF_RANGE;
}

static carom_vec3 center(const carom_shape *shape) {
  return vec3_scale(vec3_add(shape->geometry.capsule.a, shape->geometry.capsule.b), 0.5f);
}

/* x along the segment. In double, because a very short one still has a direction. */
static carom_mat3 axes_of(const carom_capsule *capsule) {
  carom__dvec3 ab = dvec3_sub(dvec3_widen(capsule->b), dvec3_widen(capsule->a));
  carom__dvec3 x = dvec3_normalize_or(ab, dvec3(1, 0, 0)), y = dvec3_perpendicular(x);
  return (carom_mat3){dvec3_narrow(x), dvec3_narrow(y), dvec3_narrow(dvec3_cross(x, y))};
}

/* Does the segment lie along an axis of the frame? */
static bool is_along_axis(carom_vec3 way) { return (way.x != 0) + (way.y != 0) + (way.z != 0) <= 1; }

/* The half extents grow by the rounding of the centre and the axes, so that the box contains the capsule.
 * Most capsules lie along an axis of the frame, whose box has the axes of the frame. */
static void obb(const carom_shape *shape, carom_obb *out) {
  const carom_capsule *capsule = &shape->geometry.capsule;
  const carom_vec3 way = vec3_sub(capsule->b, capsule->a);
  const float rounding = 4 * 0x1p-24f * (vec3_norm1(capsule->a) + vec3_norm1(capsule->b) + capsule->radius);
  const float round = capsule->radius + rounding;
  if (is_along_axis(way)) {
    const carom_vec3 half = vec3_scale(vec3_abs(way), 0.5f);
    *out = (carom_obb){center(shape), mat3_identity(), vec3_add(half, vec3(round, round, round))};
  } else {
    const float half = 0.5f * vec3_length(way);
    *out = (carom_obb){center(shape), axes_of(capsule), vec3(half + round, round, round)};
  }
}

static void core(const carom_shape *shape, carom__core *out) {
  const carom_capsule *c = &shape->geometry.capsule;
  float half = 0.5f * vec3_length(vec3_sub(c->b, c->a));
  core_set(center(shape), vec3(half, 0, 0), c->radius, out);
}

static void discs(const carom_shape *shape, carom__discs *out) {
  *out = (carom__discs){.centers = {shape->geometry.capsule.a, shape->geometry.capsule.b}};
}

static carom_vec3 support(const carom_shape *shape, carom_vec3 direction, uint32_t *index) {
  const carom_capsule *capsule = &shape->geometry.capsule;
  *index = vec3_dot(vec3_sub(capsule->b, capsule->a), direction) > 0;
  return *index ? capsule->b : capsule->a;
}

static carom_vec3 vertex(const carom_shape *shape, uint32_t index) {
  return index ? shape->geometry.capsule.b : shape->geometry.capsule.a;
}

static uint32_t vertex_count(const carom_shape *shape) {
  (void)shape;
  return 2;
}

static void face(const carom_shape *shape, carom_vec3 direction, carom__face *out) {
  carom_vec3 a = shape->geometry.capsule.a, b = shape->geometry.capsule.b;
  bool point = a.x == b.x && a.y == b.y && a.z == b.z;
  out->normal = direction;
  out->count = point ? 1 : 2;
  out->id = 0;
  out->local[0] = a, out->local[1] = b;
  out->pool = out->local, out->loop = NULL;
}

static bool meet_ray(const carom_shape *shape, const carom_frame *frame, const carom_ray *ray,
                     carom_ray_result *out) {
  return carom__capsule_meet_ray(&shape->geometry.capsule, frame, ray, out);
}

static void outline(const carom_shape *shape, const carom__outline *out) {
  carom__round_outline(&shape->geometry.capsule, out);
}

static void plain(const carom_shape *shape, carom__plain_core *out) {
  const carom_capsule *c = &shape->geometry.capsule;
  plain_core_of_segment(c->a, c->b, c->radius, out);
}

const carom__shape_class carom__capsule_class = {
    .sizes_at = offsetof(carom_shape, geometry.capsule),
    .size_count = sizeof(carom_capsule) / sizeof(float),
    .ranges = CAROM__COORDINATES_AND_LENGTHS(1, 3),
    .radius_at = offsetof(carom_shape, geometry.capsule.radius),
    .check = check,
    .obb = obb,
    .plain = plain,
    .core = core,
    .discs = discs,
    .support = support,
    .vertex = vertex,
    .vertex_count = vertex_count,
    .center = center,
    .face = face,
    .cast_ray = carom__ray_hits_cast_meeting,
    .meet_ray = meet_ray,
    .outline = outline,
};
