/* shape_triangle.c: a triangle by itself, sharp or rounded, with two sides. */
#include "facet.h"
#include "moments.h"
#include "placed.h"
#include "round_outline.h"
#include "triangle_nearest.h"

/* By how much more than the corners its box reaches, in parts of how far these are: its axes are rounded. */
#define BOX_SLACK (4 * 0x1p-24f)

static const carom_vec3 *corners_of(const carom_shape *shape) { return shape->geometry.triangle.corners; }

/* As long as twice the area. */
static carom__dvec3 across_of(const carom_vec3 corners[3]) {
  carom__dvec3 a = dvec3_widen(corners[0]);
  return dvec3_cross(dvec3_sub(dvec3_widen(corners[1]), a), dvec3_sub(dvec3_widen(corners[2]), a));
}

static carom__dvec3 normal_of(const carom_vec3 corners[3]) {
  return dvec3_normalize_or(across_of(corners), dvec3(0, 0, 1));
}

static carom__triangle triangle_of(const carom_shape *shape) {
  const carom_vec3 *c = corners_of(shape);
  return (carom__triangle){.corners = {c[0], c[1], c[2]},
                           .normal = dvec3_narrow(normal_of(c)),
                           .radius = shape->geometry.triangle.radius};
}

static carom_status check(const carom_shape *shape) {
  const carom_vec3 *c = corners_of(shape);
  double longest = 0;
  bool in_range = true;
  for (int i = 0; i < 3; i++)
    if (!vec3_is_finite(c[i])) return CAROM_NOT_FINITE;
  for (int i = 0; i < 3; i++) {
    in_range = in_range && vec3_is_within(c[i], CAROM_SIZE_MAX);
    carom__dvec3 edge = dvec3_sub(dvec3_widen(c[(i + 1) % 3]), dvec3_widen(c[i]));
    longest = greater_double(longest, dvec3_length(edge));
  }
  if (!in_range) return CAROM_OUT_OF_RANGE;
  double least = (double)CAROM_SIZE_MIN * longest;
  bool wide = longest > 0 && dvec3_length(across_of(c)) >= least;
  return wide ? carom__rounding_check(shape->geometry.triangle.radius) : CAROM_BAD_SIZE;
}

static void obb(const carom_shape *shape, carom_obb *out) {
  carom__triangle t = triangle_of(shape);
  float reach = 0;
  for (int i = 0; i < 3; i++) reach = greater_float(reach, vec3_norm1(t.corners[i]));
  carom__facet_obb(&t, out);
  reach *= BOX_SLACK;
  out->half = vec3_add(out->half, vec3(reach, reach, reach));
}

static carom_vec3 support(const carom_shape *shape, carom_vec3 direction, uint32_t *index) {
  return facet_support(corners_of(shape), direction, index);
}

static carom_vec3 vertex(const carom_shape *shape, uint32_t index) { return corners_of(shape)[index]; }

static uint32_t vertex_count(const carom_shape *shape) {
  (void)shape;
  return 3;
}

static carom_vec3 center(const carom_shape *shape) { return facet_center(corners_of(shape)); }

static void face(const carom_shape *shape, carom_vec3 direction, carom__face *out) {
  carom__triangle t = triangle_of(shape);
  carom__facet_face(&t, direction, out);
}

static void nearest(const carom_shape *shape, carom__dvec3 point, carom__solid_nearest *out) {
  carom__triangle t = triangle_of(shape);
  carom__dvec3 way = dvec3_sub(point, carom__triangle_nearest(&t, point));
  *out = (carom__solid_nearest){.outward = dvec3_normalize_or(way, dvec3_widen(t.normal)),
                                .distance = dvec3_length(way) - (double)t.radius};
}

static void cast_ray(const carom_shape *shape, const carom__ray *ray, carom__ray_hit *out) {
  carom__triangle t = triangle_of(shape);
  carom__solid_nearest from;
  nearest(shape, dvec3_widen(ray->origin), &from);
  if (from.distance <= 0)
    *out = (carom__ray_hit){.hit = true, .inside = true};
  else
    carom__facet_cast_ray(&t, ray, out);
}

/* --- Mass: a prism on either side, half of a cylinder along each edge, and a wedge of a ball at each corner
 */

/* As seen from the first one. */
static carom__dvec3 corner(const carom_shape *shape, int i) {
  const carom_vec3 *corners = corners_of(shape);
  return dvec3_sub(dvec3_widen(corners[i % 3]), dvec3_widen(corners[0]));
}

/* Out of the edge that begins at a corner, in the plane. */
static carom__dvec3 out_of_edge(const carom_shape *shape, carom__dvec3 normal, int i) {
  carom__dvec3 way = dvec3_sub(corner(shape, i + 1), corner(shape, i));
  return dvec3_normalize_or(dvec3_cross(way, normal), dvec3(1, 0, 0));
}

/* The half cylinder, as two quarters. */
static void add_edge(const carom_shape *shape, carom__dvec3 normal, int i, carom__moments *out) {
  carom__dvec3 a = corner(shape, i), way = dvec3_sub(corner(shape, i + 1), a);
  carom__dvec3 outward = out_of_edge(shape, normal, i), axis = dvec3_normalize_or(way, dvec3(1, 0, 0));
  carom__dvec3 middle = dvec3_mad(a, way, 0.5);
  double radius = (double)shape->geometry.triangle.radius, length = dvec3_length(way);
  const carom__sector above = {normal, outward, axis, radius},
                      below = {outward, dvec3_neg(normal), axis, radius};
  carom__moments_add_sector(out, &above, middle, length);
  carom__moments_add_sector(out, &below, middle, length);
}

/* The wedge between the planes across two edges that meet at a corner, by the angle between these. */
static void add_corner(const carom_shape *shape, carom__dvec3 normal, int i, carom__moments *out) {
  carom__dvec3 from = out_of_edge(shape, normal, i + 2), to = out_of_edge(shape, normal, i);
  double r = (double)shape->geometry.triangle.radius, angle = carom__angle_between(from, to);
  double sine = dvec3_dot(dvec3_cross(from, to), normal), half = dvec3_length(dvec3_sub(to, from)) / 2;
  carom__dvec3 middle = dvec3_normalize_or(dvec3_add(from, to), dvec3_cross(normal, from));
  const double pi = 3.14159265358979323846;
  double square = r * r, fifth = 2 * square * square * r / 15;
  carom__moments wedge = {.volume = 2 * angle * square * r / 3};
  wedge.first = dvec3_scale(middle, pi * square * square * half / 4);
  carom__moments_add_product(&wedge, fifth * (angle + sine), middle, middle);
  carom__dvec3 side = dvec3_cross(normal, middle);
  carom__moments_add_product(&wedge, fifth * (angle - sine), side, side);
  carom__moments_add_product(&wedge, fifth * angle, normal, normal);
  carom__moments_add_moved(out, &wedge, corner(shape, i));
}

static carom_status moments(const carom_shape *shape, carom__moments *out) {
  carom__dvec3 up = normal_of(corners_of(shape));
  const carom__dvec3 front[3] = {corner(shape, 0), corner(shape, 1), corner(shape, 2)};
  const carom__dvec3 back[3] = {front[0], front[2], front[1]};
  double radius = (double)shape->geometry.triangle.radius;
  *out = (carom__moments){.from = dvec3_widen(corners_of(shape)[0])};
  if (!(radius > 0)) return CAROM_OK;
  carom__moments_add_prism(out, front, up, radius);
  carom__moments_add_prism(out, back, dvec3_neg(up), radius);
  for (int i = 0; i < 3; i++) {
    add_edge(shape, up, i, out);
    add_corner(shape, up, i, out);
  }
  return CAROM_OK;
}

static void outline(const carom_shape *shape, const carom__outline *out) {
  carom__triangle t = triangle_of(shape);
  carom__dvec3 normal = dvec3_widen(t.normal);
  carom_vec3 outward[6];
  for (int i = 0; i < 3; i++) {
    carom__dvec3 before = out_of_edge(shape, normal, i + 2), after = out_of_edge(shape, normal, i);
    carom__dvec3 middle = dvec3_normalize_or(dvec3_add(before, after), dvec3_cross(normal, before));
    outward[2 * i] = dvec3_narrow(middle), outward[2 * i + 1] = dvec3_narrow(after);
  }
  carom__round_outline_triangle(&t, outward, out);
}

const carom__shape_class carom__triangle_class = {
    .sizes_at = offsetof(carom_shape, geometry.triangle),
    .size_count = sizeof(carom_triangle) / sizeof(float),
    .radius_at = offsetof(carom_shape, geometry.triangle.radius),
    .check = check,
    .obb = obb,
    .nearest = nearest,
    .support = support,
    .vertex = vertex,
    .vertex_count = vertex_count,
    .center = center,
    .face = face,
    .cast_ray = cast_ray,
    .moments = moments,
    .outline = outline,
};
