/* test_curved_valley.c: in a valley that is proved no direction is less deep than the one it lies around:
 * against support points along directions all over it. */
#include "curved.h"
#include "kinds.h"

#include "families.h"

enum { PAIRS = SPATIAL_KINDS * SPATIAL_KINDS, DIRECTIONS = 200 };

/* How many ways down ended at a depth with points, and how many of these have a valley. */
typedef struct tally {
  int least, valleys;
} tally;

static carom__dvec3 random_unit(uint64_t *random) {
  carom_vec3 v = vec3_normalize_or(test_vec3(random, -1, 1), vec3(1, 0, 0));
  return dvec3_normalize_or(dvec3_widen(v), dvec3(1, 0, 0));
}

/* A direction of a valley, near its middle, near its rim or between. */
static carom__dvec3 random_within(uint64_t *random, const carom__curved_valley *valley) {
  carom__dvec3 n = valley->normal, u = dvec3_cross(n, random_unit(random));
  double part = (double)test_uniform(random, 0, 1);
  double angle = atan2(valley->sine, valley->cosine) * (test_below(random, 2) ? part : 1 - 1e-3 * part);
  if (!test_below(random, 4)) angle *= (double)test_log_uniform(random, 1e-6f, 1);
  carom__dvec3 out = dvec3_normalize_or(u, dvec3_perpendicular(n));
  return dvec3_mad(dvec3_scale(n, cos(angle)), out, sin(angle));
}

static void check_valley(const carom__curved_pair *pair, const carom__curved_valley *valley,
                         uint64_t *random) {
  double slack = 0.5 * pair->cores->touch;
  ck_assert_double_eq_tol(valley->sine * valley->sine + valley->cosine * valley->cosine, 1, 1e-12);
  for (int i = 0; i < DIRECTIONS; i++) {
    carom__dvec3 n = random_within(random, valley);
    ck_assert_double_ge(curved_depth(pair, n), valley->depth - slack);
    /* A face is within the valley when all its directions are: that of the direction and the depth is. */
    if (carom__curved_valley_has(valley, n, valley->depth)) continue;
    ck_assert_double_le(dvec3_dot(n, valley->normal), valley->cosine + 1e-9);
  }
}

/* Goes downhill from random directions, and from the caps. */
static void check(const carom__cores *cores, uint64_t *random, tally *t) {
  carom__curved_pair pair;
  if (!cores_are_curved(cores)) return;
  carom__curved_make(cores, &pair);
  for (int i = 0; i < 4; i++) {
    carom__curved_valley valley;
    carom__curved_least least = curved_least_from(&pair, random_unit(random));
    if (i == 0) carom__curved_try_caps(&pair, -1, &least);
    if (i > 0) carom__curved_descend(&pair, least.normal, 0.1, &least);
    bool found = carom__curved_valley_find(&pair, &least, &valley);
    ck_assert(!found || (least.has_points && least.depth > 0));
    t->least += least.has_points && least.depth > 0;
    t->valleys += found;
    if (found) check_valley(&pair, &valley, random);
  }
}

static tally check_kinds(uint32_t kinds, uint64_t seed, float least_ratio, float far) {
  uint64_t random = seed + kinds;
  tally t = {0, 0};
  carom_shape_kind of_a = spatial_kind(kinds / SPATIAL_KINDS), of_b = spatial_kind(kinds % SPATIAL_KINDS);
  if (carom__shape_class_of(of_a)->walk || carom__shape_class_of(of_b)->walk) return t;
  for (int i = 0; i < 10 + test_scaled(400); i++) {
    carom_shape a = kind_random(&random, of_a, 1);
    carom_shape b = kind_random(&random, of_b, test_log_uniform(&random, least_ratio, 1));
    carom__relative b_in_a = random_pose(&random, test_uniform(&random, 0, far));
    carom__cores cores = carom__cores_make(&a, &b, &b_in_a);
    check(&cores, &random, &t);
    kind_release(&a);
    kind_release(&b);
  }
  return t;
}

static bool is_frustum_kind(carom_shape_kind kind) {
  return kind == CAROM_CYLINDER || kind == CAROM_CONE || kind == CAROM_FRUSTUM;
}

START_TEST(nothing_is_less_deep) {
  tally t = check_kinds((uint32_t)_i, 1, 0.1f, 1.5f);
  bool frustums = is_frustum_kind(spatial_kind((uint32_t)_i / SPATIAL_KINDS)) &&
                  is_frustum_kind(spatial_kind((uint32_t)_i % SPATIAL_KINDS));
  if (frustums) ck_assert_int_gt(2 * t.valleys, t.least);
}
END_TEST

/* Sizes that differ, and one middle. */
START_TEST(nothing_is_less_deep_of_unlike_shapes) { check_kinds((uint32_t)_i, 2, 1e-3f, 0.01f); }
END_TEST

/* A peg stands on a plate, off its rim: straight up is the least depth as far as the rim lies away. */
START_TEST(caps_have_valleys) {
  const carom_shape plate = carom_shape_cylinder(0.5f, 2), peg = carom_shape_cone(1, 0.25f);
  carom__relative b_in_a = {{1, 1.25f, 0}, mat3_identity()};
  carom__cores cores = carom__cores_make(&plate, &peg, &b_in_a);
  carom__curved_pair pair;
  carom__curved_valley valley;
  carom__curved_make(&cores, &pair);
  carom__curved_least least = {.normal = dvec3(0, 1, 0), .depth = HUGE_VAL};
  carom__curved_try_caps(&pair, 0.9, &least);
  ck_assert_double_eq_tol(least.depth, 0.25, 1e-6);
  ck_assert(carom__curved_valley_find(&pair, &least, &valley));
  ck_assert_double_gt(valley.sine, 0.5);
}
END_TEST

/* Cores that are apart, and depths without points, have none. */
START_TEST(no_valley_without_overlap) {
  const carom_shape cylinder = carom_shape_cylinder(1, 1);
  carom__relative b_in_a = {{0, 3, 0}, mat3_identity()};
  carom__cores cores = carom__cores_make(&cylinder, &cylinder, &b_in_a);
  carom__curved_pair pair;
  carom__curved_valley valley;
  carom__curved_make(&cores, &pair);
  carom__curved_least least = curved_least_from(&pair, dvec3(0, 1, 0));
  ck_assert(!carom__curved_valley_find(&pair, &least, &valley));
  least.has_points = true;
  ck_assert(!carom__curved_valley_find(&pair, &least, &valley));
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("curved valley");
  TCase *tests = tcase_create("valley");
  tcase_set_timeout(tests, 600);
  tcase_add_loop_test(tests, nothing_is_less_deep, 0, PAIRS);
  tcase_add_loop_test(tests, nothing_is_less_deep_of_unlike_shapes, 0, PAIRS);
  tcase_add_test(tests, caps_have_valleys);
  tcase_add_test(tests, no_valley_without_overlap);
  suite_add_tcase(suite, tests);
  return suite;
}
