/* test_frustum_on_triangle.c: frustums that are proved to lie on the face of a triangle, against the overlap
 * along many directions and against a search. */
#include "frustum_on_triangle.h"

#include "epa.h"
#include "feature.h"
#include "frustum_pairs.h"
#include "manifold.h"
#include "triangle_nearest.h"

typedef struct check {
  frustum_pair pair;
  carom__placed_frustum placed;
  uint32_t proved, touching;
  uint32_t lines, unlike; /* of what is proved: with points, and with others than clipping finds */
} check;

static carom__cores cores_of(const check *c, const carom_shape *triangle) {
  return carom__cores_make(triangle, &c->pair.shape, &c->pair.place);
}

/* No direction is less deep by more than the preference: near the normal, across it, and anywhere. */
static void check_directions(uint64_t *random, const check *c, carom__dvec3 normal, double least) {
  for (int i = 0; i < 300; i++) {
    carom__dvec3 n = dvec3_normalize_or(dvec3_widen(test_vec3(random, -1, 1)), normal);
    double lean = i % 3 == 0 ? 1 : (double)test_log_uniform(random, 1e-4f, 1);
    if (i % 3 == 1) n = dvec3_mad(n, normal, (1 - lean) / lean);
    if (i % 3 == 2) n = dvec3_mad(n, normal, lean - 1 - dvec3_dot(n, normal));
    n = dvec3_normalize_or(n, normal);
    ck_assert(frustum_overlap_along(&c->pair, n) >= least);
  }
}

/* A cap may look across the normal, and is a face as well: it is not less deep at all. */
static void check_across(uint64_t *random, const check *c, carom__dvec3 normal, double deep) {
  for (int i = 0; i < 50; i++) {
    carom__dvec3 n = dvec3_widen(test_vec3(random, -1, 1));
    n = dvec3_mad(n, normal, -dvec3_dot(n, normal));
    if (dvec3_length(n) > 0.1) ck_assert(frustum_overlap_along(&c->pair, dvec3_normalize_or(n, n)) >= deep);
  }
}

/* The search finds a depth that is no less, either, and no gap. */
static void check_search(const check *c, double least) {
  const carom_shape triangle = triangle_shape(&c->pair.triangle);
  carom__cores cores = cores_of(c, &triangle);
  carom__gjk_result gjk;
  carom__epa_result found;
  carom_status status = carom__gjk(&cores, &gjk);
  status = carom__core_axis(&cores, status, &gjk, &found);
  if (!status) ck_assert(found.depth >= least - 2 * cores.touch);
}

static bool touches(const check *c) {
  const carom_shape triangle = triangle_shape(&c->pair.triangle);
  carom__manifold found;
  return !carom__collide_cores(&triangle, &c->pair.shape, &c->pair.place, &found) && found.count > 0;
}

/* Each point lies midway between a point of the triangle and one at the border of the frustum. */
static void check_places(const check *c, const carom__manifold *m, carom__dvec3 normal, double slack) {
  for (uint32_t i = 0; i < m->count; i++) {
    carom__dvec3 at = dvec3_widen(m->points[i].position);
    double half = 0.5 * (double)m->points[i].separation;
    carom__dvec3 above = dvec3_mad(at, normal, -half), below = dvec3_mad(at, normal, half);
    ck_assert(dvec3_length(dvec3_sub(above, carom__triangle_nearest(&c->pair.triangle, above))) <= slack);
    ck_assert(frustum_outside(&c->pair, below) <= slack);
    ck_assert(frustum_outside(&c->pair, dvec3_mad(below, normal, -4 * slack)) >= -slack);
  }
}

/* Clipping finds the same points by the same names, unless two of them are in one place. */
static bool is_as_clipped(const check *c, const carom__manifold *m, carom_vec3 normal, float slack) {
  const carom_shape triangle = triangle_shape(&c->pair.triangle);
  carom__manifold other;
  if (!carom__collide_cores_along(&triangle, &c->pair.shape, &c->pair.place, normal, CAROM__ALONG_DEEPEST,
                                  &other))
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
  const carom_vec3 own = front ? c->pair.triangle.normal : vec3_neg(c->pair.triangle.normal);
  float rounding = 64 * 0x1p-24f * ((float)c->placed.size + c->pair.size);
  for (int i = 0; i < 3; i++) rounding += 64 * 0x1p-24f * vec3_norm1(c->pair.triangle.corners[i]);
  ck_assert(dvec3_dot(normal, dvec3_widen(own)) > 0.99);
  check_places(c, m, normal, (double)rounding);
  for (uint32_t i = 0; i < m->count; i++)
    ck_assert(-(double)m->points[i].separation <= frustum_overlap_along(&c->pair, normal) + (double)rounding);
  c->lines += m->count > 0, c->unlike += !is_as_clipped(c, m, own, rounding);
}

static void check_pair(uint64_t *random, check *c) {
  carom__manifold points, mirrored;
  bool front;
  ck_assert(carom__placed_frustum_of(&c->pair.shape, &c->pair.place, 0, &c->placed));
  bool proved = carom__frustum_on_triangle(&c->placed, &c->pair.triangle, &front, &points);
  c->touching += touches(c), c->proved += proved;
  if (!proved) return;
  carom__dvec3 normal = frustum_pair_normal(&c->pair);
  double rounding = 0x1p-14 * c->placed.preference;
  double deep = frustum_overlap_along(&c->pair, normal),
         least = fmax(deep - c->placed.preference, 0) - rounding;
  check_directions(random, c, normal, least);
  check_across(random, c, normal, deep - rounding);
  check_search(c, least);
  check_points(c, normal, front, &points);
  c->placed.side = 1;
  ck_assert(carom__frustum_on_triangle(&c->placed, &c->pair.triangle, &front, &mirrored));
  ck_assert(mirrored.count == points.count && vec3_dot(mirrored.normal, points.normal) < 0);
  for (uint32_t i = 0; i < points.count; i++)
    ck_assert(mirrored.points[i].feature == feature_swap(points.points[i].feature));
}

START_TEST(no_direction_is_less_deep) {
  uint64_t random = (uint64_t)_i + 1;
  check c = {.proved = 0};
  for (int i = 0; i < 400 + test_scaled(20000); i++) {
    frustum_pair_random(&random, &c.pair);
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
