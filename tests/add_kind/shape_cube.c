/* shape_cube.c: the cube around the origin, a kind of shape that the library does not have. The test add_kind
 * adds it as CONTRIBUTING.md says. */
#include "box_core.h"
#include "obb.h"
#include "shape_class.h"

static carom_vec3 half_of(const carom_shape *shape) {
  float half = shape->geometry.cube.half;
  return vec3(half, half, half);
}

static carom_status check(const carom_shape *shape) { return carom__radius_check(shape->geometry.cube.half); }

static void obb(const carom_shape *shape, carom_obb *out) {
  *out = (carom_obb){.axes = mat3_identity(), .half = half_of(shape)};
}

static void plain(const carom_shape *shape, carom__plain_core *out) {
  plain_core_of_box(half_of(shape), 0, out);
}

static carom_vec3 support(const carom_shape *shape, carom_vec3 direction, uint32_t *index) {
  return box_support(half_of(shape), direction, index);
}

static carom_vec3 vertex(const carom_shape *shape, uint32_t index) {
  return box_vertex(half_of(shape), index);
}

static uint32_t vertex_count(const carom_shape *shape) {
  (void)shape;
  return 8;
}

static void face(const carom_shape *shape, carom_vec3 direction, carom__face *out) {
  int axis = vec3_largest_axis(vec3_abs(direction));
  bool positive = vec3_get(direction, axis) > 0;
  *out = (carom__face){.count = 4, .id = (uint32_t)(2 * axis + positive), .pool = out->local};
  vec3_set(&out->normal, axis, positive ? 1.0f : -1.0f);
  for (uint32_t i = 0; i < 4; i++) out->local[i] = vertex(shape, box_face_vertex(out->id, i));
}

static void cast_ray(const carom_shape *shape, const carom__ray *ray, carom__ray_hit *out) {
  carom_obb_hit hit;
  carom__box_cast_ray(half_of(shape), ray->origin, ray->translation, &hit);
  *out = (carom__ray_hit){hit.hit, hit.inside, hit.fraction, hit.normal};
}

static void draw_square(const carom_shape *shape, carom_vec3 normal, const carom__outline *out) {
  carom__face f;
  face(shape, normal, &f);
  const carom_vec3 *v = f.local;
  for (int i = 0; i < 4; i++) draw_wire(out, v[i], v[(i + 1) % 4]);
  draw_facet(out, normal, v[0], v[1], v[2]);
  draw_facet(out, normal, v[0], v[2], v[3]);
}

static void outline(const carom_shape *shape, const carom__outline *out) {
  for (int side = 0; side < 6; side++) {
    carom_vec3 normal = {0, 0, 0};
    vec3_set(&normal, side / 2, side % 2 ? 1.0f : -1.0f);
    draw_square(shape, normal, out);
  }
}

const carom__shape_class carom__cube_class = {
    .sizes_at = offsetof(carom_shape, geometry.cube),
    .size_count = 1,
    .check = check,
    .obb = obb,
    .plain = plain,
    .support = support,
    .vertex = vertex,
    .vertex_count = vertex_count,
    .face = face,
    .cast_ray = cast_ray,
    .outline = outline,
};
