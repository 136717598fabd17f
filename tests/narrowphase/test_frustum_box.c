/* test_frustum_box.c: the depth of frustums and boxes in closed form, against the overlap along directions
 * from which a search goes downhill. */
#include "frustum_box.h"

#include "carom/collide.h"
#include "random_kind.h"

typedef struct pair {
  carom_shape frustum, box;
  carom_frustum form;
  carom__relative place; /* of the box in the frame of the frustum */
} pair;

/* How far both overlap along a unit direction from the frustum to the box. */
static double overlap_along(const pair *p, carom__dvec3 n) {
  const carom_vec3 half = p->box.geometry.box.half;
  double across = square_root(n.x * n.x + n.z * n.z), high = (double)p->form.half_height * n.y;
  double reach = fmax(high + (double)p->form.top * across, (double)p->form.bottom * across - high);
  double low = HUGE_VAL;
  for (uint32_t i = 0; i < 8; i++) low = fmin(low, dvec3_dot(n, dvec3_place(&p->place, box_vertex(half, i))));
  return reach - low;
}

/* From a direction downhill by ever shorter steps. */
static double least_near(const pair *p, carom__dvec3 n) {
  double least = overlap_along(p, n);
  for (double step = 0.5; step > 1e-9; step *= 0.6) {
    carom__dvec3 x = dvec3_perpendicular(n), y = dvec3_cross(n, x), best = n;
    for (int i = 0; i < 12; i++) {
      double angle = 0.5235987756 * i;
      carom__dvec3 way = dvec3_mad(dvec3_mad(n, x, step * cos(angle)), y, step * sin(angle));
      way = dvec3_scale(way, 1 / dvec3_length(way));
      double depth = overlap_along(p, way);
      if (depth < least) least = depth, best = way;
    }
    n = best;
  }
  return least;
}

enum { STARTS = 300, DESCENTS = 6 };

/* The least of those that are least of many directions. */
static double search_least(uint64_t *random, const pair *p) {
  carom__dvec3 ways[DESCENTS];
  double depths[DESCENTS], least = HUGE_VAL;
  for (int i = 0; i < DESCENTS; i++) depths[i] = HUGE_VAL;
  for (int i = 0; i < STARTS; i++) {
    carom__dvec3 n = dvec3_normalize_or(dvec3_widen(test_vec3(random, -1, 1)), dvec3(1, 0, 0));
    double depth = overlap_along(p, n);
    int worst = 0;
    for (int k = 1; k < DESCENTS; k++)
      if (depths[k] > depths[worst]) worst = k;
    if (depth < depths[worst]) depths[worst] = depth, ways[worst] = n;
  }
  for (int i = 0; i < DESCENTS; i++) least = fmin(least, least_near(p, ways[i]));
  return least;
}

/* One search may end beside the least depth. */
static bool is_hardly_deep(uint64_t *random, const pair *p, double touch) {
  for (int i = 0; i < 200; i++)
    if (search_least(random, p) <= touch) return true;
  return false;
}

static carom_shape random_frustum(uint64_t *random) {
  float a = test_log_uniform(random, 0.1f, 1), b = test_log_uniform(random, 0.1f, 1),
        c = test_log_uniform(random, 0.1f, 1);
  uint32_t kind = test_below(random, 4);
  if (kind == 0) return carom_shape_cylinder(a, b);
  if (kind == 1) return carom_shape_cone(a, b);
  if (kind == 2) return carom_shape_cone(0.5f * a, a); /* whose side leans by 45 degrees */
  return carom_shape_frustum(a, b, c);
}

/* Any, along the axes, or leaning from these by little or by 45 degrees. */
static carom_quat random_turn(uint64_t *random) {
  static const carom_quat exact[] = {
      {0, 0, 0, 1}, {0.38268343f, 0, 0, 0.92387953f}, {0, 0, 0.70710678f, 0.70710678f}};
  if (test_below(random, 2)) return test_quat(random);
  carom_quat q = exact[test_below(random, 3)];
  float lean = test_below(random, 2) ? 0 : test_log_uniform(random, 1e-9f, 0.05f);
  q.x += lean * test_uniform(random, -1, 1), q.z += lean * test_uniform(random, -1, 1);
  return quat_normalize(q);
}

static float on_grid(uint64_t *random) { return 0.25f * (float)((int)test_below(random, 9) - 4); }

static void make_pair(uint64_t *random, pair *out) {
  carom__core core;
  out->frustum = random_frustum(random);
  out->box = carom_shape_box(test_log_uniform(random, 0.1f, 1), test_log_uniform(random, 0.1f, 1),
                             test_log_uniform(random, 0.1f, 1));
  carom__core_set(&out->frustum, &core);
  out->form = core.frustum;
  bool grid = test_below(random, 3) == 0;
  carom_vec3 at = grid ? vec3(on_grid(random), on_grid(random), on_grid(random)) : test_vec3(random, -1, 1);
  out->place = (carom__relative){at, quat_to_mat3(random_turn(random))};
}

typedef struct counts {
  uint32_t deep, shown, apart;
} counts;

static void check_points(const pair *p, const carom__epa_result *found, bool swapped, double rounding) {
  carom__dvec3 way = dvec3_sub(found->point_a, found->point_b);
  ck_assert(dvec3_length(dvec3_mad(way, found->normal, -found->depth)) <= rounding);
  carom__dvec3 a = swapped ? found->point_b : found->point_a, b = swapped ? found->point_a : found->point_b;
  carom__relative inverse = relative_inverse(&p->place);
  const carom__dvec3 at = dvec3_widen(p->place.origin);
  carom__dvec3 on_frustum = swapped ? dvec3_add(dvec3_rotate(&p->place.axes, a), at) : a;
  carom__dvec3 on_box = swapped ? b : dvec3_add(dvec3_rotate(&inverse.axes, b), dvec3_widen(inverse.origin));
  ck_assert(frustum_depth_within(&p->form, on_frustum) >= -rounding);
  const carom_vec3 half = p->box.geometry.box.half;
  ck_assert(fabs(on_box.x) <= (double)half.x + rounding && fabs(on_box.y) <= (double)half.y + rounding &&
            fabs(on_box.z) <= (double)half.z + rounding);
  for (int i = 0; i < found->simplex.count; i++) {
    const carom__vertex *v = &found->simplex.vertices[i];
    ck_assert_uint_lt(swapped ? v->index_b : v->index_a, 2);
    ck_assert_uint_lt(swapped ? v->index_a : v->index_b, 8);
  }
}

static void check_pair(uint64_t *random, const pair *p, counts *c) {
  bool swapped = test_below(random, 2);
  carom__relative place = swapped ? relative_inverse(&p->place) : p->place;
  const carom__cores cores = swapped ? carom__cores_make(&p->box, &p->frustum, &place)
                                     : carom__cores_make(&p->frustum, &p->box, &place);
  double least = search_least(random, p);
  carom__epa_result found;
  bool shown = carom__frustum_box_depth(&cores, false, &found);
  c->shown += shown, c->apart += least < 0;
  if (least < -cores.touch) ck_assert(!shown);
  if (!(least > 4 * cores.touch)) return;
  if (!carom__frustum_box_depth(&cores, true, &found)) {
    ck_assert(is_hardly_deep(random, p, 4 * cores.touch));
    return;
  }
  c->deep++;
  ck_assert(fabs(dvec3_length(found.normal) - 1) < 1e-12);
  ck_assert_double_le(found.depth, least + cores.touch);
  carom__dvec3 normal = swapped ? dvec3_neg(dvec3_rotate(&p->place.axes, found.normal)) : found.normal;
  ck_assert_double_eq_tol(overlap_along(p, dvec3_normalize_or(normal, normal)), found.depth, cores.touch);
  check_points(p, &found, swapped, 4 * cores.touch);
}

START_TEST(no_direction_is_less_deep) {
  uint64_t random = (uint64_t)_i + 1;
  counts c = {.deep = 0};
  pair p;
  for (int i = 0; i < 200 + test_scaled(10000); i++) {
    make_pair(&random, &p);
    check_pair(&random, &p, &c);
  }
  ck_assert_uint_gt(c.apart, 50);
  ck_assert_uint_gt(c.deep, 50);
  ck_assert_uint_gt(5 * c.shown, 4 * c.deep);
}
END_TEST

START_TEST(other_cores_are_left) {
  const carom_shape box = carom_shape_box(1, 1, 1),
                    capsule = carom_shape_capsule(vec3(0, 0, 0), vec3(0, 1, 0), 1),
                    cylinder = carom_shape_cylinder(1, 1),
                    hull = carom_shape_triangle(vec3(-1, 0, -1), vec3(1, 0, -1), vec3(0, 0, 1));
  const carom_shape *pairs[][2] = {
      {&box, &box}, {&capsule, &box}, {&box, &capsule}, {&cylinder, &cylinder}, {&cylinder, &hull}};
  const carom__relative place = {vec3(0, 0.5f, 0), mat3_identity()};
  for (int i = 0; i < 5; i++) {
    const carom__cores cores = carom__cores_make(pairs[i][0], pairs[i][1], &place);
    carom__epa_result found;
    ck_assert(!carom__frustum_box_depth(&cores, true, &found));
  }
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("frustum_box");
  TCase *tests = tcase_create("depths");
  tcase_set_timeout(tests, 300);
  tcase_add_loop_test(tests, no_direction_is_less_deep, 0, 4);
  tcase_add_test(tests, other_cores_are_left);
  suite_add_tcase(suite, tests);
  return suite;
}
