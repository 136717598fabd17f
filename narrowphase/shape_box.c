/* shape_box.c: the box. */
#include "box_core.h"
#include "shape_class.h"

static bool in_range(float half) { return half >= CAROM_SIZE_MIN && half <= CAROM_SIZE_MAX; }

static carom_status check(const carom_shape *shape) {
  carom_vec3 half = shape->as.box.half;
  if (!vec3_is_finite(half)) return CAROM_NOT_FINITE;
  return in_range(half.x) && in_range(half.y) && in_range(half.z) ? CAROM_OK : CAROM_BAD_SIZE;
}

static void obb(const carom_shape *shape, carom_obb *out) {
  *out = (carom_obb){.axes = mat3_identity(), .half = shape->as.box.half};
}

static float radius(const carom_shape *shape) {
  (void)shape;
  return 0;
}

static carom_vec3 support(const carom_shape *shape, carom_vec3 direction, uint32_t *index) {
  return box_support(shape->as.box.half, direction, index);
}

static carom_vec3 vertex(const carom_shape *shape, uint32_t index) {
  return box_vertex(shape->as.box.half, index);
}

static uint32_t vertex_count(const carom_shape *shape) {
  (void)shape;
  return 8;
}

static carom_vec3 center(const carom_shape *shape) {
  (void)shape;
  return vec3(0, 0, 0);
}

/* The vertex numbers of a positive face, counter-clockwise; of the negative one, the bit of its axis is clear
 * and the order reversed. */
static void face(const carom_shape *shape, carom_vec3 direction, carom__face *out) {
  int axis = vec3_largest_axis(vec3_abs(direction));
  uint32_t bit = 1u << axis, first = 1u << (axis + 1) % 3, second = 1u << (axis + 2) % 3;
  const uint32_t loop[4] = {0, first, first | second, second};
  bool positive = vec3_get(direction, axis) > 0;
  *out = (carom__face){.count = 4, .id = (uint32_t)(2 * axis + positive)};
  vec3_set(&out->normal, axis, positive ? 1.0f : -1.0f);
  for (int i = 0; i < 4; i++)
    out->local[i] = box_vertex(shape->as.box.half, positive ? loop[i] | bit : loop[3 - i]);
  out->pool = out->local;
}

static void cast_ray(const carom_shape *shape, const carom__ray *ray, carom__ray_hit *out) {
  carom_obb box;
  carom_obb_hit hit;
  obb(shape, &box);
  carom__obb_cast_ray(&box, ray->origin, ray->translation, &hit);
  *out = (carom__ray_hit){hit.hit, hit.inside, hit.fraction, hit.normal};
}

/* An edge is two vertices that differ in one bit. */
static void draw_edges(carom_vec3 half, const carom__outline *out) {
  for (uint32_t i = 0; i < 8; i++)
    for (uint32_t bit = 1; bit < 8; bit <<= 1)
      if (!(i & bit)) out->line(out->context, box_vertex(half, i), box_vertex(half, i | bit));
}

static void draw_face(const carom__face *f, const carom__outline *out) {
  out->triangle(out->context, f->local[0], f->local[1], f->local[2]);
  out->triangle(out->context, f->local[0], f->local[2], f->local[3]);
}

static void outline(const carom_shape *shape, const carom__outline *out) {
  if (out->line) draw_edges(shape->as.box.half, out);
  for (int side = 0; side < 6 && out->triangle; side++) {
    carom_vec3 direction = {0, 0, 0};
    carom__face f;
    vec3_set(&direction, side / 2, side % 2 ? 1.0f : -1.0f);
    face(shape, direction, &f);
    draw_face(&f, out);
  }
}

const carom__shape_class carom__box_class = {
    .check = check,
    .obb = obb,
    .radius = radius,
    .support = support,
    .vertex = vertex,
    .vertex_count = vertex_count,
    .center = center,
    .face = face,
    .cast_ray = cast_ray,
    .outline = outline,
};
