/* shape_sphere.c: the sphere, a point with a radius. */
#include "ray_hits.h"
#include "round.h"
#include "round_outline.h"

static carom_capsule as_capsule(const carom_shape *shape) {
  return (carom_capsule){.radius = shape->geometry.sphere.radius};
}

static carom_status check(const carom_shape *shape) {
  return carom__radius_check(shape->geometry.sphere.radius);
}

static void obb(const carom_shape *shape, carom_obb *out) {
  float radius = shape->geometry.sphere.radius;
  *out = (carom_obb){.axes = mat3_identity(), .half = vec3(radius, radius, radius)};
}

static void core(const carom_shape *shape, carom__core *out) {
  core_set(vec3(0, 0, 0), vec3(0, 0, 0), shape->geometry.sphere.radius, out);
}

static void discs(const carom_shape *shape, carom__discs *out) {
  (void)shape;
  *out = (carom__discs){.radii = {0, 0}};
}

static carom_vec3 support(const carom_shape *shape, carom_vec3 direction, uint32_t *index) {
  (void)shape, (void)direction;
  *index = 0;
  return vec3(0, 0, 0);
}

static carom_vec3 vertex(const carom_shape *shape, uint32_t index) {
  (void)shape, (void)index;
  return vec3(0, 0, 0);
}

static uint32_t vertex_count(const carom_shape *shape) {
  (void)shape;
  return 1;
}

static void face(const carom_shape *shape, carom_vec3 direction, carom__face *out) {
  (void)shape;
  out->normal = direction;
  out->count = 1;
  out->id = 0;
  out->local[0] = vec3(0, 0, 0);
  out->pool = out->local, out->loop = NULL;
}

static bool meet_ray(const carom_shape *shape, const carom_frame *frame, const carom_ray *ray,
                     carom_ray_result *out) {
  return carom__ball_meet_ray(shape->geometry.sphere.radius, frame, ray, out);
}

static void outline(const carom_shape *shape, const carom__outline *out) {
  carom_capsule capsule = as_capsule(shape);
  carom__round_outline(&capsule, out);
}

static void plain(const carom_shape *shape, carom__plain_core *out) {
  plain_core_of_point(shape->geometry.sphere.radius, out);
}

const carom__shape_class carom__sphere_class = {
    .sizes_at = offsetof(carom_shape, geometry.sphere),
    .size_count = sizeof(carom_sphere) / sizeof(float),
    .ranges = CAROM__LENGTHS(1),
    .is_ball = true,
    .radius_at = offsetof(carom_shape, geometry.sphere.radius),
    .check = check,
    .obb = obb,
    .plain = plain,
    .core = core,
    .discs = discs,
    .support = support,
    .vertex = vertex,
    .vertex_count = vertex_count,
    .face = face,
    .cast_ray = carom__ray_hits_cast_meeting,
    .meet_ray = meet_ray,
    .outline = outline,
};
