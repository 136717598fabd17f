/* test_box_gap.c: what an axis tells of the distance of two boxes is what GJK finds. */
#include "box_gap.h"

#include "testing.h"

#define U 0x1p-24

typedef struct pair {
  carom_shape a, b;
  carom__relative b_in_a;
} pair;

static carom_shape random_box(uint64_t *random) {
  float x = test_log_uniform(random, 0.01f, 1), y = test_log_uniform(random, 0.01f, 1);
  return carom_shape_box(x, y, test_log_uniform(random, 0.01f, 1));
}

/* By any angle, or by little, or not at all: edges and faces are then nearly or exactly parallel. */
static carom_quat random_turn(uint64_t *random) {
  float tilts[4] = {1, 1e-2f, 1e-6f, 0};
  carom_vec3 v = vec3_scale(test_vec3(random, -1, 1), tilts[test_below(random, 4)]);
  return test_below(random, 2) ? test_quat(random) : quat_normalize((carom_quat){v.x, v.y, v.z, 1});
}

static double distance_of(const pair *p) {
  carom__gjk_result gjk;
  carom__cores cores = carom__cores_make(&p->a, &p->b, &p->b_in_a);
  ck_assert(carom__gjk(&cores, &gjk) == CAROM_OK);
  return gjk.distance;
}

/* Out along a line until there is that gap. */
static carom_vec3 out_along(pair p, carom_vec3 way, double gap) {
  float near = 0, far = 1;
  for (int i = 0; i < 24; i++) {
    float middle = 0.5f * (near + far);
    p.b_in_a.origin = vec3_scale(way, middle);
    if (distance_of(&p) > gap)
      far = middle;
    else
      near = middle;
  }
  return vec3_scale(way, far);
}

/* From afar along the shortest way, so that any features may be nearest. */
static carom_vec3 in_from_afar(pair p, carom_vec3 way, double gap) {
  carom__gjk_result gjk;
  p.b_in_a.origin = way;
  carom__cores cores = carom__cores_make(&p.a, &p.b, &p.b_in_a);
  ck_assert(carom__gjk(&cores, &gjk) == CAROM_OK);
  return vec3_add(way, dvec3_narrow(dvec3_scale(gjk.normal, gap - gjk.distance)));
}

/* About `gap` apart. */
static pair random_pair(uint64_t *random, double gap, bool afar) {
  pair p = {random_box(random), random_box(random), {.axes = quat_to_mat3(random_turn(random))}};
  carom_vec3 way = vec3_scale(vec3_normalize_or(test_vec3(random, -1, 1), vec3(1, 0, 0)), 6);
  p.b_in_a.origin = afar ? in_from_afar(p, way, gap) : out_along(p, way, gap);
  return p;
}

static double outside(carom_vec3 half, carom__dvec3 p) {
  double x = fabs(p.x) - (double)half.x, y = fabs(p.y) - (double)half.y, z = fabs(p.z) - (double)half.z;
  return greater_double(x, greater_double(y, z));
}

static carom__dvec3 in_b(const pair *p, carom__dvec3 point) {
  return dvec3_unrotate(&p->b_in_a.axes, dvec3_sub(point, dvec3_widen(p->b_in_a.origin)));
}

static void check_measure(const pair *p, const carom__box_gap *gap, const carom__gjk_result *gjk,
                          double size) {
  carom__gjk_result found;
  ck_assert(gap->width <= gjk->distance + 8 * U * size);
  if (!carom__box_gap_measure(gap, &found)) return;
  ck_assert(fabs(found.distance - gjk->distance) <= 2 * U * size);
  ck_assert(fabs(dvec3_length(found.normal) - 1) <= 4 * U);
  ck_assert(outside(p->a.geometry.box.half, found.point_a) <= 2 * U * size);
  ck_assert(outside(p->b.geometry.box.half, in_b(p, found.point_b)) <= 2 * U * size);
  double between = dvec3_length(dvec3_sub(found.point_b, found.point_a));
  ck_assert(fabs(between - found.distance) <= 2 * U * size);
}

/* Whatever the features are, GJK begins there and finds the same distance. */
static void check_features(const carom__cores *cores, const carom__box_gap *gap,
                           const carom__gjk_result *gjk) {
  carom__gjk_result warm;
  carom__simplex_cache memory = carom__box_gap_features(gap);
  ck_assert_int_eq(memory.count, 3);
  for (int i = 0; i < 3; i++) ck_assert(memory.a[i] < 8 && memory.b[i] < 8);
  ck_assert(carom__gjk_warm(cores, &memory, &warm) == CAROM_OK);
  ck_assert(fabs(warm.distance - gjk->distance) <= 2 * U * cores->size);
}

/* Returns whether the axis told the distance. */
static bool check(uint64_t *random, double width, bool afar) {
  pair p = random_pair(random, width, afar);
  carom__cores cores = carom__cores_make(&p.a, &p.b, &p.b_in_a);
  carom__gjk_result gjk, found;
  carom__box_gap gap;
  ck_assert(carom__gjk(&cores, &gjk) == CAROM_OK);
  bool known = carom__box_gap_find(p.a.geometry.box.half, p.b.geometry.box.half, &p.b_in_a, &gap);
  ck_assert(!gap.touch || gjk.distance <= 8 * U * cores.size);
  ck_assert(gap.touch || gjk.distance > 0);
  if (!known) return false;
  check_measure(&p, &gap, &gjk, cores.size);
  check_features(&cores, &gap, &gjk);
  return carom__box_gap_measure(&gap, &found);
}

START_TEST(the_axis_tells_what_gjk_finds) {
  const double widths[] = {1, 0.1, 1e-2, 1e-4, 1e-6, 3e-7, -1e-3};
  uint64_t random = (uint64_t)_i + 1;
  for (int i = 0; i < test_scaled(2000); i++) check(&random, widths[_i], i % 2);
}
END_TEST

/* It would be right, but of no use, if it told nothing. */
START_TEST(boxes_that_are_close_seldom_need_a_search) {
  uint64_t random = 11;
  int told = 0;
  for (int i = 0; i < 1000; i++) told += check(&random, 1e-3, false);

  ck_assert_int_gt(told, 800);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("box gap");
  TCase *tests = tcase_create("box gap");
  tcase_add_loop_test(tests, the_axis_tells_what_gjk_finds, 0, 7);
  tcase_add_test(tests, boxes_that_are_close_seldom_need_a_search);
  suite_add_tcase(suite, tests);
  return suite;
}
