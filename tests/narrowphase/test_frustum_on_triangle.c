/* test_frustum_on_triangle.c: frustums that are proved to lie on the face of a triangle, against the overlap
 * along many directions and against a search. */
#include "frustum_on_triangle.h"

#include "epa.h"
#include "facet.h"
#include "feature.h"
#include "manifold.h"
#include "mesh.h"
#include "random_kind.h"
#include "triangle_nearest.h"

typedef struct check {
  carom_shape frustum;
  carom__triangle triangle;
  carom__relative place;
  carom__placed_frustum placed;
  float size;
  uint32_t proved, touching;
  uint32_t lines, unlike; /* of what is proved: with points, and with others than clipping finds */
} check;

static carom__cores cores_of(const check *c, const carom_shape *triangle) {
  return carom__cores_make(triangle, &c->frustum, &c->place);
}

/* How far both overlap along a unit direction from the triangle to the frustum, in double. */
static double overlap_along(const check *c, carom__dvec3 n) {
  carom__dvec3 own = dvec3_unrotate(&c->place.axes, n);
  const carom_frustum *f = &c->placed.frustum;
  double across = square_root(own.x * own.x + own.z * own.z), high = (double)f->half_height * own.y;
  double low = fmin(high - (double)f->top * across, -high - (double)f->bottom * across);
  double most = -HUGE_VAL;
  for (int i = 0; i < 3; i++) most = fmax(most, dvec3_dot(n, dvec3_widen(c->triangle.corners[i])));
  return most - low - dvec3_dot(n, dvec3_widen(c->place.origin));
}

static carom__dvec3 normal_of(const check *c) {
  const carom_vec3 *p = c->triangle.corners;
  carom__dvec3 e = dvec3_sub(dvec3_widen(p[1]), dvec3_widen(p[0]));
  carom__dvec3 n = dvec3_cross(e, dvec3_sub(dvec3_widen(p[2]), dvec3_widen(p[0])));
  carom_vec3 middle = relative_apply(&c->place, c->placed.middle);
  if (dvec3_dot(n, dvec3_sub(dvec3_widen(middle), dvec3_widen(p[0]))) < 0) n = dvec3_neg(n);
  return dvec3_normalize_or(n, dvec3(0, 1, 0));
}

/* No direction is less deep by more than the preference: near the normal, across it, and anywhere. */
static void check_directions(uint64_t *random, const check *c, carom__dvec3 normal, double least) {
  for (int i = 0; i < 300; i++) {
    carom__dvec3 n = dvec3_normalize_or(dvec3_widen(test_vec3(random, -1, 1)), normal);
    double lean = i % 3 == 0 ? 1 : (double)test_log_uniform(random, 1e-4f, 1);
    if (i % 3 == 1) n = dvec3_mad(n, normal, (1 - lean) / lean);
    if (i % 3 == 2) n = dvec3_mad(n, normal, lean - 1 - dvec3_dot(n, normal));
    n = dvec3_normalize_or(n, normal);
    ck_assert(overlap_along(c, n) >= least);
  }
}

/* The search finds a depth that is no less, either, and no gap. */
static void check_search(const check *c, double least) {
  const carom_shape triangle = triangle_shape(&c->triangle);
  carom__cores cores = cores_of(c, &triangle);
  carom__gjk_result gjk;
  carom__epa_result found;
  carom_status status = carom__gjk(&cores, &gjk);
  status = carom__core_axis(&cores, status, &gjk, &found);
  if (!status) ck_assert(found.depth >= least - 2 * cores.touch);
}

static bool touches(const check *c) {
  const carom_shape triangle = triangle_shape(&c->triangle);
  carom__manifold found;
  return !carom__collide_cores(&triangle, &c->frustum, &c->place, &found) && found.count > 0;
}

/* How far a point is outside the frustum. */
static double outside(const check *c, carom__dvec3 p) {
  const carom_frustum *f = &c->placed.frustum;
  carom__dvec3 own = dvec3_unrotate(&c->place.axes, dvec3_sub(p, dvec3_widen(c->place.origin)));
  double high = (double)f->half_height, at = (own.y + high) / (2 * high);
  double radius = (double)f->bottom + at * ((double)f->top - (double)f->bottom);
  return fmax(square_root(own.x * own.x + own.z * own.z) - radius, fabs(own.y) - high);
}

/* Each point lies midway between a point of the triangle and one at the border of the frustum. */
static void check_places(const check *c, const carom__manifold *m, carom__dvec3 normal, double slack) {
  for (uint32_t i = 0; i < m->count; i++) {
    carom__dvec3 at = dvec3_widen(m->points[i].position);
    double half = 0.5 * (double)m->points[i].separation;
    carom__dvec3 above = dvec3_mad(at, normal, -half), below = dvec3_mad(at, normal, half);
    ck_assert(dvec3_length(dvec3_sub(above, carom__triangle_nearest(&c->triangle, above))) <= slack);
    ck_assert(outside(c, below) <= slack);
    ck_assert(outside(c, dvec3_mad(below, normal, -4 * slack)) >= -slack);
  }
}

/* Clipping finds the same points by the same names, unless two of them are in one place. */
static bool is_as_clipped(const check *c, const carom__manifold *m, carom_vec3 normal, float slack) {
  const carom_shape triangle = triangle_shape(&c->triangle);
  carom__manifold other;
  if (!carom__collide_cores_along(&triangle, &c->frustum, &c->place, normal, CAROM__ALONG_DEEPEST, &other))
    return true;
  for (uint32_t i = 0; i < m->count; i++) {
    bool found = false;
    for (uint32_t k = 0; k < other.count; k++)
      found |= other.points[k].feature == m->points[i].feature &&
               vec3_length(vec3_sub(other.points[k].position, m->points[i].position)) <= slack;
    if (!found) return false;
  }
  return true;
}

/* The points of the side of a frustum that lies on a triangle. */
static void check_points(check *c, carom__dvec3 normal, bool front, const carom__manifold *m) {
  const carom_vec3 own = front ? c->triangle.normal : vec3_neg(c->triangle.normal);
  float rounding = 64 * 0x1p-24f * ((float)c->placed.size + c->size);
  for (int i = 0; i < 3; i++) rounding += 64 * 0x1p-24f * vec3_norm1(c->triangle.corners[i]);
  ck_assert(dvec3_dot(normal, dvec3_widen(own)) > 0.99);
  check_places(c, m, normal, (double)rounding);
  for (uint32_t i = 0; i < m->count; i++)
    ck_assert(-(double)m->points[i].separation <= overlap_along(c, normal) + (double)rounding);
  c->lines += m->count > 0, c->unlike += !is_as_clipped(c, m, own, rounding);
}

static void check_pair(uint64_t *random, check *c) {
  carom__manifold points, mirrored;
  bool front;
  ck_assert(carom__placed_frustum_of(&c->frustum, &c->place, 0, &c->placed));
  bool proved = carom__frustum_on_triangle(&c->placed, &c->triangle, &front, &points);
  c->touching += touches(c), c->proved += proved;
  if (!proved) return;
  carom__dvec3 normal = normal_of(c);
  double rounding = 0x1p-14 * c->placed.preference;
  double least = fmax(overlap_along(c, normal) - c->placed.preference, 0) - rounding;
  check_directions(random, c, normal, least);
  check_search(c, least);
  check_points(c, normal, front, &points);
  c->placed.side = 1;
  ck_assert(carom__frustum_on_triangle(&c->placed, &c->triangle, &front, &mirrored));
  ck_assert(mirrored.count == points.count && vec3_dot(mirrored.normal, points.normal) < 0);
  for (uint32_t i = 0; i < points.count; i++)
    ck_assert(mirrored.points[i].feature == feature_swap(points.points[i].feature));
}

static carom_shape random_frustum(uint64_t *random, float size) {
  float a = size * test_log_uniform(random, 0.05f, 1), b = size * test_log_uniform(random, 0.05f, 1),
        c = size * test_log_uniform(random, 0.05f, 1);
  uint32_t kind = test_below(random, 3);
  return kind == 0   ? carom_shape_cylinder(a, b)
         : kind == 1 ? carom_shape_frustum(a, b, c)
                     : carom_shape_cone(a, b);
}

/* A mesh has no triangle that is a point. Of any form, on a grid where many are flat or points, or like the
 * cells of a field. */
static carom__triangle random_triangle(uint64_t *random, float size) {
  carom__triangle t = {.radius = 0};
  uint32_t form = test_below(random, 3);
  for (int i = 0; i < 3; i++) {
    t.corners[i] = vec3_scale(test_vec3(random, -1, 1), size);
    if (form == 1)
      for (int k = 0; k < 3; k++)
        vec3_set(&t.corners[i], k, size * 0.5f * (float)((int)test_below(random, 5) - 2));
    if (form == 2)
      t.corners[i] = vec3_scale(vec3(i == 1 ? 1 : -1, t.corners[i].y * 0.1f, i == 2 ? 1 : -1), size);
  }
  t.normal = carom__mesh_normal_of(t.corners);
  return vec3_norm1(t.normal) > 0 ? t : random_triangle(random, size);
}

/* Where the frustum is above a point of the triangle or beside it, deep by a part of its size or hardly. */
static void place_on(uint64_t *random, check *c) {
  const carom_vec3 *p = c->triangle.corners;
  float u = test_uniform(random, -0.2f, 1), v = test_uniform(random, -0.2f, 1);
  if (u + v > 1.2f) u = 1 - u, v = 1 - v;
  carom_vec3 at = vec3_mad(vec3_mad(p[0], vec3_sub(p[1], p[0]), u), vec3_sub(p[2], p[0]), v);
  carom__dvec3 normal = normal_of(c);
  c->place.origin = at;
  carom_vec3 far = vec3_mad(at, dvec3_narrow(normal), 10 * c->size);
  c->place.origin = far;
  double gap = -overlap_along(c, normal), part = (double)test_log_uniform(random, 1e-7f, 0.3f);
  gap += test_below(random, 4) ? part * (double)c->size : -part * (double)c->size;
  c->place.origin = vec3_mad(far, dvec3_narrow(normal), (float)-gap);
}

/* Some stand or lie on the plane of the triangle but for a little. */
static carom_quat random_turn(uint64_t *random) {
  static const carom_quat turns[] = {
      {0, 0, 0, 1}, {0.70710678f, 0, 0, 0.70710678f}, {0, 0, 0.70710678f, 0.70710678f}};
  if (test_below(random, 2)) return test_quat(random);
  carom_quat q = turns[test_below(random, 3)];
  float lean = test_log_uniform(random, 1e-6f, 0.05f);
  q.x += lean * test_uniform(random, -1, 1), q.z += lean * test_uniform(random, -1, 1);
  return quat_normalize(q);
}

START_TEST(no_direction_is_less_deep) {
  uint64_t random = (uint64_t)_i + 1;
  check c = {.proved = 0};
  for (int i = 0; i < 400 + test_scaled(20000); i++) {
    c.size = test_log_uniform(&random, 1e-2f, 1e2f);
    c.frustum = random_frustum(&random, c.size);
    c.triangle = random_triangle(&random, c.size * test_log_uniform(&random, 0.1f, 10));
    c.place.axes = quat_to_mat3(random_turn(&random));
    ck_assert(carom__placed_frustum_of(&c.frustum, &c.place, 0, &c.placed));
    place_on(&random, &c);
    check_pair(&random, &c);
  }
  ck_assert_uint_gt(5 * c.proved, c.touching);
  ck_assert_uint_gt(5 * c.lines, c.proved);
  ck_assert_uint_lt(50 * c.unlike, c.lines);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("frustum_on_triangle");
  TCase *tests = tcase_create("proofs");
  tcase_set_timeout(tests, 300);
  tcase_add_loop_test(tests, no_direction_is_less_deep, 0, 4);
  suite_add_tcase(suite, tests);
  return suite;
}
