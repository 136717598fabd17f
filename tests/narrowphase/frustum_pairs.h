/* frustum_pairs.h: frustums, cylinders and cones at triangles of any form, and how far both overlap. */
#ifndef CAROM_TEST_FRUSTUM_PAIRS_H
#define CAROM_TEST_FRUSTUM_PAIRS_H

#include "cores.h"
#include "facet.h"
#include "mesh.h"
#include "random_kind.h"

typedef struct frustum_pair {
  carom_shape shape;
  carom_frustum frustum; /* of the shape */
  carom__triangle triangle;
  carom__relative place; /* of the frustum, as seen by the triangle */
  float size;
} frustum_pair;

/* How far both overlap along a unit direction from the triangle to the frustum, in double. */
static inline double frustum_overlap_along(const frustum_pair *c, carom__dvec3 n) {
  carom__dvec3 own = dvec3_unrotate(&c->place.axes, n);
  const carom_frustum *f = &c->frustum;
  double across = square_root(own.x * own.x + own.z * own.z), high = (double)f->half_height * own.y;
  double low = fmin(high - (double)f->top * across, -high - (double)f->bottom * across);
  double most = -HUGE_VAL;
  for (int i = 0; i < 3; i++) most = fmax(most, dvec3_dot(n, dvec3_widen(c->triangle.corners[i])));
  return most - low - dvec3_dot(n, dvec3_widen(c->place.origin));
}

/* How far a point is outside the frustum, as seen by the triangle. */
static inline double frustum_outside(const frustum_pair *c, carom__dvec3 p) {
  const carom_frustum *f = &c->frustum;
  carom__dvec3 own = dvec3_unrotate(&c->place.axes, dvec3_sub(p, dvec3_widen(c->place.origin)));
  double high = (double)f->half_height, at = (own.y + high) / (2 * high);
  double radius = (double)f->bottom + at * ((double)f->top - (double)f->bottom);
  return fmax(square_root(own.x * own.x + own.z * own.z) - radius, fabs(own.y) - high);
}

/* The unit normal of the triangle on the side of the middle of the frustum. */
static inline carom__dvec3 frustum_pair_normal(const frustum_pair *c) {
  const carom_vec3 *p = c->triangle.corners;
  carom__dvec3 e = dvec3_sub(dvec3_widen(p[1]), dvec3_widen(p[0]));
  carom__dvec3 n = dvec3_cross(e, dvec3_sub(dvec3_widen(p[2]), dvec3_widen(p[0])));
  carom__core core;
  carom__core_set(&c->shape, &core);
  carom_vec3 middle = relative_apply(&c->place, core.center);
  if (dvec3_dot(n, dvec3_sub(dvec3_widen(middle), dvec3_widen(p[0]))) < 0) n = dvec3_neg(n);
  return dvec3_normalize_or(n, dvec3(0, 1, 0));
}

static inline carom_shape frustum_pair_shape(uint64_t *random, float size) {
  float a = size * test_log_uniform(random, 0.05f, 1), b = size * test_log_uniform(random, 0.05f, 1),
        c = size * test_log_uniform(random, 0.05f, 1);
  uint32_t kind = test_below(random, 3);
  if (test_below(random, 4) == 0) a = size / 2, b = c = size; /* as a cone, it leans by 45 degrees */
  return kind == 0   ? carom_shape_cylinder(a, b)
         : kind == 1 ? carom_shape_frustum(a, b, c)
                     : carom_shape_cone(a, b);
}

/* A mesh has no triangle that is a point. Of any form, on a grid where many are flat or points, like the
 * cells of a field, or with an edge that is upright but for a little. */
static inline carom__triangle frustum_pair_triangle(uint64_t *random, float size) {
  carom__triangle t = {.radius = 0};
  uint32_t form = test_below(random, 4);
  for (int i = 0; i < 3; i++) {
    t.corners[i] = vec3_scale(test_vec3(random, -1, 1), size);
    if (form == 1)
      for (int k = 0; k < 3; k++)
        vec3_set(&t.corners[i], k, size * 0.5f * (float)((int)test_below(random, 5) - 2));
    if (form == 2)
      t.corners[i] = vec3_scale(vec3(i == 1 ? 1 : -1, t.corners[i].y * 0.1f, i == 2 ? 1 : -1), size);
  }
  if (form == 3) {
    float lean = test_log_uniform(random, 1e-9f, 1e-5f);
    t.corners[0].x = t.corners[0].z = 0;
    t.corners[1].x *= lean, t.corners[1].z *= lean;
  }
  t.normal = carom__mesh_normal_of(t.corners);
  return vec3_norm1(t.normal) > 0 ? t : frustum_pair_triangle(random, size);
}

/* Where the frustum is above a point of the triangle or beside it, deep by a part of its size or hardly. */
static inline void frustum_pair_place(uint64_t *random, frustum_pair *c) {
  const carom_vec3 *p = c->triangle.corners;
  float u = test_uniform(random, -0.2f, 1), v = test_uniform(random, -0.2f, 1);
  if (u + v > 1.2f) u = 1 - u, v = 1 - v;
  carom_vec3 at = vec3_mad(vec3_mad(p[0], vec3_sub(p[1], p[0]), u), vec3_sub(p[2], p[0]), v);
  carom__dvec3 normal = frustum_pair_normal(c);
  c->place.origin = at;
  carom_vec3 far = vec3_mad(at, dvec3_narrow(normal), 10 * c->size);
  c->place.origin = far;
  double gap = -frustum_overlap_along(c, normal), part = (double)test_log_uniform(random, 1e-7f, 0.3f);
  gap += test_below(random, 4) ? part * (double)c->size : -part * (double)c->size;
  c->place.origin = vec3_mad(far, dvec3_narrow(normal), (float)-gap);
}

/* Some stand or lie on the plane of the triangle, maybe but for a little, or lean by 45 degrees. */
static inline carom_quat frustum_pair_turn(uint64_t *random) {
  static const carom_quat exact[] = {
      {0, 0, 0, 1}, {0.38268343f, 0, 0, 0.92387953f}, {0, 0, 0.38268343f, 0.92387953f}};
  static const carom_quat turns[] = {
      {0, 0, 0, 1}, {0.70710678f, 0, 0, 0.70710678f}, {0, 0, 0.70710678f, 0.70710678f}};
  if (test_below(random, 4) == 0) return exact[test_below(random, 3)];
  if (test_below(random, 2)) return test_quat(random);
  carom_quat q = turns[test_below(random, 3)];
  float lean = test_log_uniform(random, 1e-9f, 0.05f);
  q.x += lean * test_uniform(random, -1, 1), q.z += lean * test_uniform(random, -1, 1);
  return quat_normalize(q);
}

static inline void frustum_pair_random(uint64_t *random, frustum_pair *c) {
  carom__core core;
  c->size = test_log_uniform(random, 1e-2f, 1e2f);
  c->shape = frustum_pair_shape(random, c->size);
  c->triangle = frustum_pair_triangle(random, c->size * test_log_uniform(random, 0.1f, 10));
  c->place.axes = quat_to_mat3(frustum_pair_turn(random));
  carom__core_set(&c->shape, &core);
  c->frustum = core.frustum;
  frustum_pair_place(random, c);
}

#endif
