/* kinds.h: every spatial kind of shape at random, and what it is, in long double and from nothing but its
 * sizes: the signed distance of a point, and the farthest point of its core. A kind without a case below has
 * random sizes, and is what the vertices of its class say. */
#ifndef CAROM_TEST_KINDS_H
#define CAROM_TEST_KINDS_H

#include "any_core.h"
#include "random_kind.h"
#include "rough_kinds.h"

enum { HULL_POINTS = 12 };

/* 0 as often as not. */
static inline float random_rounding(uint64_t *state, float scale) {
  return test_below(state, 2) ? fmaxf(scale * test_log_uniform(state, 1e-3f, 1), CAROM_SIZE_MIN) : 0;
}

/* A hull on a sphere that is flattened, so that all of its points are vertices, or on a grid, so that faces
 * have many. */
static inline carom_hull *random_asset(uint64_t *state, float scale) {
  for (;;) {
    carom_vec3 points[HULL_POINTS];
    carom_hull *hull = NULL;
    bool grid = test_below(state, 3) == 0;
    float flat = test_log_uniform(state, 0.1f, 1);
    for (int i = 0; i < HULL_POINTS; i++) {
      carom_vec3 p = vec3_normalize_or(test_vec3(state, -1, 1), vec3(1, 0, 0));
      if (grid) p = vec3(roundf(2 * p.x), roundf(2 * p.y), roundf(2 * p.z));
      points[i] = vec3(scale * p.x, scale * flat * p.y, scale * p.z);
    }
    if (carom_hull_from_points(NULL, &points->x, HULL_POINTS, 0, &hull) == CAROM_OK) return hull;
  }
}

/* Also such as hardly taper, and such as one end holds the other of, or all but does. */
static inline carom_shape random_tapered(uint64_t *state, float scale) {
  float wide = fmaxf(scale * test_uniform(state, 0.1f, 1), CAROM_SIZE_MIN);
  float slim = fmaxf(wide * test_log_uniform(state, 1e-3f, 1), CAROM_SIZE_MIN);
  if (test_below(state, 4) == 0)
    slim = fmaxf(wide * (1 - test_log_uniform(state, 1e-7f, 1e-1f)), CAROM_SIZE_MIN);
  float length = scale * test_log_uniform(state, 1e-2f, 2);
  if (test_below(state, 4) == 0) length = (wide - slim) * (1 + test_uniform(state, -1e-4f, 1e-3f));
  carom_vec3 a = test_vec3(state, -scale, scale),
             way = vec3_normalize_or(test_vec3(state, -1, 1), vec3(1, 0, 0));
  carom_vec3 b = vec3_mad(a, way, length);
  return test_below(state, 2) ? carom_shape_tapered_capsule(a, b, wide, slim)
                              : carom_shape_tapered_capsule(a, b, slim, wide);
}

/* No corner is near the line of the others. */
static inline carom_shape random_triangle(uint64_t *state, float scale, float rounding) {
  for (;;) {
    carom_vec3 a = test_vec3(state, -scale, scale), b = test_vec3(state, -scale, scale),
               c = test_vec3(state, -scale, scale);
    carom_vec3 across = vec3_cross(vec3_sub(b, a), vec3_sub(c, a));
    carom_shape shape = carom_shape_rounded_triangle(a, b, c, rounding);
    if (vec3_length(across) > 0.05f * scale * scale && !carom_shape_check(&shape)) return shape;
  }
}

/* A shape of about the given size. One with an asset must be released. */
static inline carom_shape kind_random(uint64_t *state, carom_shape_kind kind, float scale) {
  float other = fmaxf(scale * test_log_uniform(state, 1e-2f, 1), CAROM_SIZE_MIN);
  float third = fmaxf(scale * test_uniform(state, 0.1f, 1), CAROM_SIZE_MIN);
  float rounding = random_rounding(state, scale);
  if (carom__shape_class_of(kind)->walk) return rough_random(state, kind, scale);
  switch (kind) {
  case CAROM_SPHERE:
    return carom_shape_sphere(scale);
  case CAROM_CAPSULE: {
    float length = test_below(state, 4) ? scale * test_log_uniform(state, 1e-6f, 1) : 0;
    carom_vec3 a = test_vec3(state, -scale, scale);
    return carom_shape_capsule(a, vec3_add(a, test_vec3(state, -length, length)), other);
  }
  case CAROM_BOX:
    return carom_shape_rounded_box(scale, other, third, rounding);
  case CAROM_HULL:
    return carom_shape_rounded_hull(random_asset(state, scale), rounding);
  case CAROM_CYLINDER:
    return test_below(state, 2) ? carom_shape_cylinder(scale, other) : carom_shape_cylinder(other, scale);
  case CAROM_CONE:
    return test_below(state, 2) ? carom_shape_cone(scale, other) : carom_shape_cone(other, scale);
  case CAROM_ELLIPSOID:
    return test_below(state, 2) ? carom_shape_ellipsoid(scale, third, other)
                                : carom_shape_ellipsoid(third, scale, scale * test_uniform(state, 0.99f, 1));
  case CAROM_TAPERED_CAPSULE:
    return random_tapered(state, scale);
  case CAROM_TRIANGLE:
    return random_triangle(state, scale, rounding);
  case CAROM_FRUSTUM:
    return test_below(state, 2) ? carom_shape_frustum(third, scale, other)
                                : carom_shape_frustum(other, third, scale);
  default:
    return kind_filled(state, kind, scale);
  }
}

static inline void kind_release(const carom_shape *shape) { carom__shape_release(shape); }

/* --- Distance --- */

static inline exact_vec exact_hull_normal(const carom_hull_view *hull, uint32_t face) {
  exact_vec n = exact_from(hull->planes[face].normal);
  return exact_mad(exact(0, 0, 0), n, 1 / exact_length(n));
}

static inline long double exact_face_distance(const carom_hull_view *hull, uint32_t face, exact_vec p) {
  uint32_t first = hull->face_starts[face], count = hull->face_starts[face + 1] - first;
  exact_vec corners[HULL_POINTS];
  ck_assert_uint_le(count, HULL_POINTS);
  for (uint32_t i = 0; i < count; i++) corners[i] = exact_from(hull->vertices[hull->loops[first + i]]);
  return exact_polygon_distance(corners, count, exact_hull_normal(hull, face), p);
}

static inline long double exact_hull_distance(const carom_hull *asset, exact_vec p) {
  carom_hull_view hull;
  ck_assert(carom_hull_describe(asset, &hull) == CAROM_OK);
  long double beyond = -HUGE_VALL, nearest = HUGE_VALL;
  for (uint32_t face = 0; face < hull.face_count; face++) {
    exact_vec on = exact_from(hull.vertices[hull.loops[hull.face_starts[face]]]);
    beyond = fmaxl(beyond, exact_dot(exact_hull_normal(&hull, face), exact_sub(p, on)));
    nearest = fminl(nearest, exact_face_distance(&hull, face, p));
  }
  return beyond <= 0 ? beyond : nearest;
}

/* In the half plane of the axis: the outline is three segments, from the axis out and back to it. */
static inline long double exact_frustum_distance(long double h, long double bottom, long double top,
                                                 exact_vec p) {
  const exact_vec outline[4] = {exact(0, -h, 0), exact(bottom, -h, 0), exact(top, h, 0), exact(0, h, 0)};
  exact_vec q = exact(hypotl(p.c[0], p.c[2]), p.c[1], 0);
  long double nearest = HUGE_VALL;
  for (int i = 0; i < 3; i++)
    nearest =
        fminl(nearest, exact_length(exact_sub(q, exact_segment_nearest(outline[i], outline[i + 1], q))));
  long double radius = bottom + (top - bottom) * (q.c[1] + h) / (2 * h);
  bool inside = fabsl(q.c[1]) <= h && q.c[0] <= radius;
  return inside ? -nearest : nearest;
}

static inline long double exact_triangle_distance(const carom_vec3 c[3], exact_vec p) {
  const exact_vec corners[3] = {exact_from(c[0]), exact_from(c[1]), exact_from(c[2])};
  exact_vec across = exact_cross(exact_sub(corners[1], corners[0]), exact_sub(corners[2], corners[0]));
  return exact_polygon_distance(corners, 3, exact_mad(exact(0, 0, 0), across, 1 / exact_length(across)), p);
}

static inline long double exact_segment_distance(carom_vec3 a, carom_vec3 b, exact_vec p) {
  return exact_length(exact_sub(p, exact_segment_nearest(exact_from(a), exact_from(b), p)));
}

/* Between the ends lie balls whose radius changes evenly. The distance from the ball at a place is a convex
 * function of the place, and the distance from the hull of all is the least. */
static inline long double exact_balls_distance(exact_vec a, exact_vec b, long double radius_a,
                                               long double radius_b, exact_vec p) {
  exact_vec way = exact_sub(b, a);
  long double low = 0, high = 1, least = HUGE_VALL;
  for (int i = 0; i < 160; i++) {
    long double at[2] = {(2 * low + high) / 3, (low + 2 * high) / 3}, d[2];
    for (int k = 0; k < 2; k++)
      d[k] = exact_length(exact_sub(p, exact_mad(a, way, at[k]))) - radius_a - (radius_b - radius_a) * at[k];
    if (d[0] < d[1])
      high = at[1];
    else
      low = at[0];
    least = fminl(least, fminl(d[0], d[1]));
  }
  long double at_a = exact_length(exact_sub(p, a)) - radius_a,
              at_b = exact_length(exact_sub(p, b)) - radius_b;
  return fminl(least, fminl(at_a, at_b));
}

/* The closest point lies along its gradient from the point, at a multiple that halving finds: t is how much
 * more than the least square of a radius. */
static inline long double exact_ellipsoid_distance(exact_vec radii, exact_vec p) {
  long double least = fminl(radii.c[0], fminl(radii.c[1], radii.c[2])), low = 0, square = 0;
  long double most = fmaxl(radii.c[0], fmaxl(radii.c[1], radii.c[2]));
  exact_vec nearest = p;
  for (int i = 0; i < 3; i++) {
    p.c[i] = fmaxl(fabsl(p.c[i]), 1e-25L * radii.c[i]);
    square += p.c[i] * p.c[i] / (radii.c[i] * radii.c[i]);
  }
  long double high = (sqrtl(square) + 1) * most * most;
  for (int k = 0; k < 300; k++) {
    long double t = (low + high) / 2, on = 0;
    for (int i = 0; i < 3; i++) {
      long double r = radii.c[i], x = r * p.c[i] / (t + (r - least) * (r + least));
      nearest.c[i] = r * x, on += x * x;
    }
    if (on > 1)
      low = t;
    else
      high = t;
  }
  long double distance = exact_length(exact_sub(p, nearest));
  return square > 1 ? distance : -distance;
}

/* The signed distance of a point, in the shape's frame, from the core: negative inside. */
static inline long double kind_core_distance(const carom_shape *shape, exact_vec p) {
  const carom_cylinder *cylinder = &shape->geometry.cylinder;
  const carom_cone *cone = &shape->geometry.cone;
  const carom_frustum *frustum = &shape->geometry.frustum;
  const carom_tapered_capsule *tapered = &shape->geometry.tapered_capsule;
  long double least = (long double)fminf(tapered->radius_a, tapered->radius_b);
  switch (shape->kind) {
  case CAROM_SPHERE:
    return exact_length(p);
  case CAROM_CAPSULE:
    return exact_segment_distance(shape->geometry.capsule.a, shape->geometry.capsule.b, p);
  case CAROM_BOX:
    return exact_box_distance(exact_from(shape->geometry.box.half), p);
  case CAROM_HULL:
    return exact_hull_distance(shape->geometry.hull.asset, p);
  case CAROM_CYLINDER:
    return exact_frustum_distance((long double)cylinder->half_height, (long double)cylinder->radius,
                                  (long double)cylinder->radius, p);
  case CAROM_CONE:
    return exact_frustum_distance((long double)cone->half_height, (long double)cone->radius, 0, p);
  case CAROM_FRUSTUM:
    return exact_frustum_distance((long double)frustum->half_height, (long double)frustum->bottom,
                                  (long double)frustum->top, p);
  case CAROM_ELLIPSOID:
    return exact_ellipsoid_distance(exact_from(shape->geometry.ellipsoid.radii), p);
  case CAROM_TRIANGLE:
    return exact_triangle_distance(shape->geometry.triangle.corners, p);
  case CAROM_TAPERED_CAPSULE:
    return exact_balls_distance(exact_from(tapered->a), exact_from(tapered->b),
                                (long double)tapered->radius_a - least,
                                (long double)tapered->radius_b - least, p);
  default:
    return any_core_distance(shape, p);
  }
}

static inline long double kind_radius(const carom_shape *shape) {
  return (long double)shape_radius(carom__shape_class_of(shape->kind), shape);
}

static inline long double kind_distance(const carom_shape *shape, exact_vec p) {
  return kind_core_distance(shape, p) - kind_radius(shape);
}

/* --- Support --- */

static inline exact_vec farther(exact_vec a, exact_vec b, exact_vec direction) {
  return exact_dot(b, direction) > exact_dot(a, direction) ? b : a;
}

static inline exact_vec exact_circle(long double radius, long double y, exact_vec d) {
  long double across = hypotl(d.c[0], d.c[2]);
  return across > 0 ? exact(radius * d.c[0] / across, y, radius * d.c[2] / across) : exact(radius, y, 0);
}

static inline exact_vec exact_hull_farthest(const carom_hull *asset, exact_vec d) {
  carom_hull_view hull;
  ck_assert(carom_hull_describe(asset, &hull) == CAROM_OK);
  exact_vec best = exact_from(hull.vertices[0]);
  for (uint32_t i = 1; i < hull.vertex_count; i++) best = farther(best, exact_from(hull.vertices[i]), d);
  return best;
}

static inline exact_vec exact_balls_farthest(const carom_tapered_capsule *c, exact_vec d) {
  long double least = (long double)fminf(c->radius_a, c->radius_b), length = exact_length(d);
  return farther(exact_mad(exact_from(c->a), d, ((long double)c->radius_a - least) / length),
                 exact_mad(exact_from(c->b), d, ((long double)c->radius_b - least) / length), d);
}

static inline exact_vec exact_ellipsoid_farthest(exact_vec r, exact_vec d) {
  exact_vec stretched = exact(r.c[0] * d.c[0], r.c[1] * d.c[1], r.c[2] * d.c[2]);
  long double length = exact_length(stretched);
  for (int i = 0; i < 3; i++) /* never beyond the radius, which rounding would lead to */
    stretched.c[i] = r.c[i] * fmaxl(fminl(stretched.c[i] / length, 1), -1);
  return stretched;
}

/* The farthest point of the core. */
static inline exact_vec kind_farthest(const carom_shape *shape, exact_vec d) {
  exact_vec half = exact_from(shape->geometry.box.half);
  long double h = (long double)shape->geometry.cylinder.half_height,
              r = (long double)shape->geometry.cylinder.radius;
  switch (shape->kind) {
  case CAROM_SPHERE:
    return exact(0, 0, 0);
  case CAROM_CAPSULE:
    return farther(exact_from(shape->geometry.capsule.a), exact_from(shape->geometry.capsule.b), d);
  case CAROM_BOX:
    return exact(copysignl(half.c[0], d.c[0]), copysignl(half.c[1], d.c[1]), copysignl(half.c[2], d.c[2]));
  case CAROM_HULL:
    return exact_hull_farthest(shape->geometry.hull.asset, d);
  case CAROM_CYLINDER:
    return farther(exact_circle(r, -h, d), exact_circle(r, h, d), d);
  case CAROM_CONE:
    h = (long double)shape->geometry.cone.half_height, r = (long double)shape->geometry.cone.radius;
    return farther(exact_circle(r, -h, d), exact(0, h, 0), d);
  case CAROM_ELLIPSOID:
    return exact_ellipsoid_farthest(exact_from(shape->geometry.ellipsoid.radii), d);
  case CAROM_TAPERED_CAPSULE:
    return exact_balls_farthest(&shape->geometry.tapered_capsule, d);
  case CAROM_FRUSTUM:
    h = (long double)shape->geometry.frustum.half_height, r = (long double)shape->geometry.frustum.bottom;
    return farther(exact_circle(r, -h, d), exact_circle((long double)shape->geometry.frustum.top, h, d), d);
  default:
    return any_core_farthest(shape, d);
  }
}

/* How far the shape reaches along a direction of any length but zero, in its lengths. */
static inline long double kind_extent(const carom_shape *shape, exact_vec d) {
  return exact_dot(kind_farthest(shape, d), d) / exact_length(d) + kind_radius(shape);
}

static inline long double kind_reach(const carom_shape *shape) {
  carom_obb box;
  ck_assert(carom_shape_obb(shape, &box) == CAROM_OK);
  return (long double)(vec3_norm1(box.center) + vec3_norm1(box.half));
}

#endif
