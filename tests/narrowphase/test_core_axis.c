/* test_core_axis.c: the axis of two cores is GJK's where that is proved, else EPA's, and none where neither
 * bounds the distance. */
#include "epa.h"
#include "testing.h"

enum { CASES = 300 };

typedef struct pair {
  carom_shape a, b;
  carom__relative b_in_a;
} pair;

static carom_shape random_shape(uint64_t *random) {
  float x = test_uniform(random, 0.2f, 1), y = test_uniform(random, 0.2f, 1);
  switch (test_below(random, 4)) {
  case 0:
    return carom_shape_box(x, y, test_uniform(random, 0.2f, 1));
  case 1:
    return carom_shape_cylinder(x, y);
  case 2:
    return carom_shape_frustum(x, y, test_uniform(random, 0.2f, 1));
  default:
    return carom_shape_cone(x, y);
  }
}

/* Moved until the gap is `gap` sizes, as well as GJK knows. */
static carom__cores random_cores(uint64_t *random, double gap, pair *out, carom__gjk_result *gjk) {
  *out = (pair){random_shape(random), random_shape(random), {.axes = quat_to_mat3(test_quat(random))}};
  carom_vec3 way = vec3_normalize_or(test_vec3(random, -1, 1), vec3(1, 0, 0));
  out->b_in_a.origin = vec3_scale(way, 5);
  carom__cores cores = carom__cores_make(&out->a, &out->b, &out->b_in_a);
  ck_assert(carom__gjk(&cores, gjk) == CAROM_OK);
  carom__dvec3 by = dvec3_scale(gjk->normal, gap * cores.size - gjk->distance);
  out->b_in_a.origin = vec3_add(out->b_in_a.origin, dvec3_narrow(by));
  return carom__cores_make(&out->a, &out->b, &out->b_in_a);
}

static double gap_along(const carom__cores *cores, carom__dvec3 normal) {
  return -dvec3_dot(carom__cores_support(cores, normal).w, normal);
}

START_TEST(what_is_proved_is_taken) {
  uint64_t random = 1;
  for (int i = 0; i < CASES; i++) {
    pair p;
    carom__gjk_result gjk;
    carom__epa_result axis;
    carom__cores cores = random_cores(&random, 0.1, &p, &gjk);
    carom_status status = carom__gjk(&cores, &gjk);
    ck_assert(gjk_axis_is_sure(status, &gjk));
    ck_assert(carom__core_axis(&cores, status, &gjk, &axis) == CAROM_OK);
    ck_assert(-axis.depth == gjk.distance && dvec3_dot(axis.normal, gjk.normal) > 0.999);
  }
}
END_TEST

/* Gaps and overlaps of some u: the axis is unit, and along it the cores are as far apart as it says and,
 * within the promise, as GJK says. */
START_TEST(cores_that_all_but_touch_have_an_axis) {
  uint64_t random = 2;
  for (int i = 0; i < CASES; i++) {
    pair p;
    carom__gjk_result gjk;
    carom__epa_result axis;
    carom__cores cores = random_cores(&random, (double)test_uniform(&random, -8, 8) * 0x1p-24, &p, &gjk);
    carom_status status = carom__gjk(&cores, &gjk);
    ck_assert(carom__core_axis(&cores, status, &gjk, &axis) == CAROM_OK);
    ck_assert(fabs(dvec3_length(axis.normal) - 1) < 1e-9);
    ck_assert(gap_along(&cores, axis.normal) >= -axis.depth - 2 * cores.touch);
    ck_assert(gjk.distance == 0 || fabs(gjk.distance + axis.depth) <= 4 * cores.touch);
  }
}
END_TEST

/* GJK's axis is spoilt; EPA's is as good. */
START_TEST(rounding_is_no_axis) {
  uint64_t random = 3;
  for (int i = 0; i < CASES; i++) {
    pair p;
    carom__gjk_result gjk;
    carom__epa_result axis;
    carom__cores cores = random_cores(&random, 0, &p, &gjk);
    carom_status status = carom__gjk(&cores, &gjk);
    gjk.normal = dvec3_neg(gjk.normal);
    gjk.lower = 0;
    ck_assert(carom__core_axis(&cores, status, &gjk, &axis) == CAROM_OK);
    ck_assert(gap_along(&cores, axis.normal) >= -2 * cores.touch);
  }
}
END_TEST

/* A search that failed far from touching is not made good by a bound that is much lower. */
START_TEST(what_no_bound_proves_is_not_converged) {
  uint64_t random = 4;
  pair p;
  carom__gjk_result gjk;
  carom__epa_result axis;
  carom__cores cores = random_cores(&random, 0, &p, &gjk);
  carom__gjk(&cores, &gjk);
  gjk.distance = 8 * cores.touch;
  gjk.lower = 0;
  ck_assert(carom__core_axis(&cores, CAROM_NOT_CONVERGED, &gjk, &axis) == CAROM_NOT_CONVERGED);
  ck_assert(carom__core_axis(&cores, CAROM_OK, &gjk, &axis) == CAROM_OK);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("core_axis");
  TCase *core = tcase_create("core_axis");
  tcase_add_test(core, what_is_proved_is_taken);
  tcase_add_test(core, cores_that_all_but_touch_have_an_axis);
  tcase_add_test(core, rounding_is_no_axis);
  tcase_add_test(core, what_no_bound_proves_is_not_converged);
  suite_add_tcase(suite, core);
  return suite;
}
