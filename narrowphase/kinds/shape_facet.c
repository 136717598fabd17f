/* shape_facet.c: the triangle of a mesh, as a core of three points with a radius (triangle.h), and what all
 * triangles have alike. */
#include "facet.h"

#include "round.h"

/* No game makes one. */
static carom_status check(const carom_shape *shape) {
  (void)shape;
  return CAROM_UNKNOWN_KIND;
}

/* The extent of the corners along a unit axis: its middle; *half becomes half of it. */
static float middle_along(const carom__triangle *t, carom_vec3 axis, float *half) {
  float a = vec3_dot(axis, t->corners[0]), b = vec3_dot(axis, t->corners[1]),
        c = vec3_dot(axis, t->corners[2]);
  float low = lesser_float(a, lesser_float(b, c)), high = greater_float(a, greater_float(b, c));
  *half = 0.5f * (high - low);
  return 0.5f * (low + high);
}

void carom__facet_obb(const carom__triangle *t, carom_obb *out) {
  carom__dvec3 up = dvec3_widen(t->normal), side = dvec3_perpendicular(up);
  out->axes = (carom_mat3){dvec3_narrow(side), dvec3_narrow(dvec3_cross(up, side)), t->normal};
  carom_vec3 middle;
  middle.x = middle_along(t, out->axes.x, &out->half.x);
  middle.y = middle_along(t, out->axes.y, &out->half.y);
  middle.z = middle_along(t, out->axes.z, &out->half.z);
  out->center = mat3_mul_vec3(&out->axes, middle);
  out->half = rounded_half(out->half, t->radius);
}

static void obb(const carom_shape *shape, carom_obb *out) { carom__facet_obb(shape_triangle(shape), out); }

static carom_vec3 support(const carom_shape *shape, carom_vec3 direction, uint32_t *index) {
  return facet_support(shape_triangle(shape)->corners, direction, index);
}

static carom_vec3 vertex(const carom_shape *shape, uint32_t index) {
  return shape_triangle(shape)->corners[index];
}

static uint32_t vertex_count(const carom_shape *shape) {
  (void)shape;
  return 3;
}

static carom_vec3 center(const carom_shape *shape) { return facet_center(shape_triangle(shape)->corners); }

/* Its front, or its back with the corners in reverse. */
void carom__facet_face(const carom__triangle *t, carom_vec3 direction, carom__face *out) {
  bool front = vec3_dot(t->normal, direction) >= 0;
  out->normal = front ? t->normal : vec3_neg(t->normal);
  out->count = 3;
  out->id = front;
  for (int i = 0; i < 3; i++) out->local[i] = t->corners[front ? i : 2 - i];
  out->pool = out->local, out->loop = NULL;
}

static void face(const carom_shape *shape, carom_vec3 direction, carom__face *out) {
  carom__facet_face(shape_triangle(shape), direction, out);
}

/* Where a ray enters the side of a prism that is the triangle moved out along its normal, or beyond 1. */
static double entry_over(const carom__triangle *t, carom__dvec3 outward, const carom__ray *ray) {
  carom__dvec3 c[3], v = dvec3_widen(ray->translation);
  double speed = dvec3_dot(v, outward);
  for (int i = 0; i < 3; i++) c[i] = dvec3_mad(dvec3_widen(t->corners[i]), outward, (double)t->radius);
  double height = dvec3_dot(dvec3_sub(dvec3_widen(ray->origin), c[0]), outward);
  if (!(speed < 0) || !(height >= 0) || height > -speed) return 2;
  carom__dvec3 at = dvec3_mad(dvec3_widen(ray->origin), v, -height / speed), up = dvec3_widen(t->normal);
  for (int i = 0; i < 3; i++) {
    carom__dvec3 edge = dvec3_sub(c[(i + 1) % 3], c[i]);
    if (dvec3_dot(dvec3_cross(up, edge), dvec3_sub(at, c[i])) < 0) return 2;
  }
  return -height / speed;
}

void carom__facet_cast_ray(const carom__triangle *t, const carom__ray *ray, carom__ray_hit *out) {
  carom__dvec3 o = dvec3_widen(ray->origin), v = dvec3_widen(ray->translation);
  *out = (carom__ray_hit){.hit = false};
  for (int i = 0; i < 3 && t->radius > 0; i++)
    carom__round_meet_edge((carom_capsule){t->corners[i], t->corners[(i + 1) % 3], t->radius}, &o, &v, out);
  for (int back = 0; back < 2; back++) {
    carom_vec3 outward = back ? vec3_neg(t->normal) : t->normal;
    double entry = entry_over(t, dvec3_widen(outward), ray);
    if (entry <= 1 && (!out->hit || (float)entry < out->fraction))
      *out = (carom__ray_hit){.hit = true, .fraction = (float)entry, .normal = outward};
  }
}

static void cast_ray(const carom_shape *shape, const carom__ray *ray, carom__ray_hit *out) {
  carom__facet_cast_ray(shape_triangle(shape), ray, out);
}

const carom__shape_class carom__facet_class = {
    .radius_at = offsetof(carom_shape, geometry.hull.radius),
    .check = check,
    .obb = obb,
    .support = support,
    .vertex = vertex,
    .vertex_count = vertex_count,
    .center = center,
    .face = face,
    .cast_ray = cast_ray,
};
