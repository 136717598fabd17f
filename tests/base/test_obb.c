/* test_obb.c: the simple questions about one box against long double, making boxes of AABBs, and what is
 * refused. */
#include <string.h>

#include "boxes.h"

#define ROUNDS 200000

START_TEST(vertices_are_those_of_the_definition) {
  uint64_t r = 1;
  faults bad = {0, 0};
  for (int round = 0; round < ROUNDS / 4; round++) {
    carom_obb box = any_box(&r);
    carom_vec3 got[8];
    note(&bad, carom_obb_vertices(&box, got) != CAROM_OK, round);
    for (int i = 0; i < 8; i++) {
      ld3 want = box_vertex(&box, i), error = ld3_sub(ld3_of(got[i]), want);
      for (int k = 0; k < 3; k++)
        note(&bad, fabsl(error.v[k]) > 0x1.001p-24L * fabsl(want.v[k]) + 0x1p-45L * ld3_length(want), round);
    }
  }
  expect_none(&bad);
}
END_TEST

START_TEST(bounds_are_the_least_that_enclose) {
  uint64_t r = 2;
  faults bad = {0, 0};
  for (int round = 0; round < ROUNDS / 4; round++) {
    carom_obb box = any_box(&r);
    carom_aabb got;
    note(&bad, carom_obb_bounds(&box, &got) != CAROM_OK, round);
    for (int k = 0; k < 3; k++) {
      long double low = 1e30L, high = -1e30L, slack = 0x1p-45L * ld3_length(box_vertex(&box, 0));
      for (int i = 0; i < 8; i++) {
        low = fminl(low, box_vertex(&box, i).v[k]);
        high = fmaxl(high, box_vertex(&box, i).v[k]);
      }
      float min = vec3_get(got.min, k), max = vec3_get(got.max, k);
      note(&bad, (long double)min > low + 0x1p-20L * slack || (long double)max < high - 0x1p-20L * slack,
           round);
      note(&bad,
           (long double)nextafterf(min, INFINITY) <= low - slack ||
               (long double)nextafterf(max, -INFINITY) >= high + slack,
           round);
    }
  }
  expect_none(&bad);
}
END_TEST

START_TEST(exact_bounds_stay_exact) {
  carom_obb box = {{1, 2, 3}, {{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}}, {0.5f, 2, 0}};
  carom_aabb got;
  ck_assert_int_eq(carom_obb_bounds(&box, &got), CAROM_OK);
  const carom_aabb want = {{-1, 1.5f, 3}, {3, 2.5f, 3}};
  ck_assert_mem_eq(&got, &want, sizeof got);
}
END_TEST

START_TEST(contains_agrees_with_long_double) {
  uint64_t r = 3, in = 0, decided = 0;
  faults bad = {0, 0};
  for (int round = 0; round < ROUNDS; round++) {
    carom_obb box = any_box(&r);
    carom_vec3 point = any_point_near(&r, &box);
    bool got = false;
    note(&bad, carom_obb_contains(&box, point, &got) != CAROM_OK, round);
    long double excess = box_excess(&box, ld3_of(point));
    if (fabsl(excess) <= 0x1p-45L * (long double)(vec3_norm1(box.center) + vec3_norm1(box.half))) continue;
    note(&bad, got != (excess < 0), round);
    in += got;
    decided++;
  }
  expect_none(&bad);
  ck_assert_uint_gt(in, ROUNDS / 8);
  ck_assert_uint_gt(decided - in, ROUNDS / 8);
}
END_TEST

START_TEST(the_surface_belongs_to_the_box) {
  carom_obb box = {{1, 2, 3}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0.5f, 1, 0}};
  for (int i = 0; i < 8; i++) {
    carom_vec3 vertices[8];
    bool inside = false, outside = true;
    ck_assert_int_eq(carom_obb_vertices(&box, vertices), CAROM_OK);
    ck_assert_int_eq(carom_obb_contains(&box, vertices[i], &inside), CAROM_OK);
    vertices[i].y += i & 2 ? 1e-6f : -1e-6f;
    ck_assert_int_eq(carom_obb_contains(&box, vertices[i], &outside), CAROM_OK);
    ck_assert(inside && !outside);
  }
}
END_TEST

/* q is nearest when it is in the box and no vertex lies on p's side of the plane through q across q - p:
 * necessary and sufficient for a convex solid. */
static bool is_nearest(const carom_obb *box, ld3 p, ld3 q) {
  long double size = (long double)(vec3_norm1(box->center) + vec3_norm1(box->half)), slack = 0x1p-21L * size;
  ld3 away = ld3_sub(p, q);
  if (box_excess(box, q) > slack) return false;
  for (int i = 0; i < 8; i++)
    if (ld3_dot(away, ld3_sub(box_vertex(box, i), q)) >
        slack * (ld3_length(away) + ld3_length(ld3_of(box->half))))
      return false;
  return true;
}

START_TEST(closest_point_is_optimal) {
  uint64_t r = 4, outside = 0;
  faults bad = {0, 0};
  for (int round = 0; round < ROUNDS; round++) {
    carom_obb box = any_box(&r);
    carom_vec3 point = any_point_near(&r, &box), got = {0, 0, 0};
    bool inside = false;
    note(&bad, carom_obb_closest_point(&box, point, &got) != CAROM_OK, round);
    note(&bad, carom_obb_contains(&box, point, &inside) != CAROM_OK, round);
    note(&bad, !is_nearest(&box, ld3_of(point), ld3_of(got)), round);
    note(&bad, inside && memcmp(&got, &point, sizeof got) != 0, round);
    outside += !inside;
  }
  expect_none(&bad);
  ck_assert_uint_gt(outside, ROUNDS / 8);
  ck_assert_uint_lt(outside, ROUNDS - ROUNDS / 8);
}
END_TEST

/* A matrix of scaled, orthogonal columns. */
static void scaled_columns(const carom_mat3 *axes, carom_vec3 scale, float out[9]) {
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < 3; i++) out[3 * k + i] = vec3_get(mat3_column(axes, k), i) * vec3_get(scale, k);
}

static void transpose(const float in[9], float out[9]) {
  for (int k = 0; k < 9; k++) out[k] = in[k % 3 * 3 + k / 3];
}

static long double distance(carom_vec3 a, carom_vec3 b) { return ld3_length(ld3_sub(ld3_of(a), ld3_of(b))); }

START_TEST(from_aabb_scales_turns_and_moves) {
  uint64_t r = 5;
  faults bad = {0, 0};
  for (int round = 0; round < ROUNDS / 4; round++) {
    carom_mat3 axes = quat_to_mat3(test_quat(&r));
    if (test_below(&r, 2)) axes.z = vec3_neg(axes.z);
    carom_vec3 scale = test_vec3(&r, 0.1f, 10), move = test_vec3(&r, -5, 5), min = test_vec3(&r, -3, 0);
    carom_aabb local = {min, vec3_add(min, test_vec3(&r, 0, 4))};
    float columns[9], rows[9];
    carom_obb by_columns, by_rows;
    scaled_columns(&axes, scale, columns);
    transpose(columns, rows);
    note(&bad, carom_obb_from_aabb(&local, columns, CAROM_MATRIX_COLUMNS, move, &by_columns) != CAROM_OK,
         round);
    note(&bad, carom_obb_from_aabb(&local, rows, CAROM_MATRIX_ROWS, move, &by_rows) != CAROM_OK, round);
    note(&bad, memcmp(&by_columns, &by_rows, sizeof by_rows) != 0, round);
    carom_vec3 middle = vec3_scale(vec3_add(local.min, local.max), 0.5f);
    carom_vec3 center = vec3_add(mat3_mul_vec3(&axes, vec3_mul(scale, middle)), move);
    carom_vec3 half = vec3_mul(scale, vec3_scale(vec3_sub(local.max, local.min), 0.5f));
    note(&bad, distance(center, by_columns.center) > 2e-5L || distance(half, by_columns.half) > 1e-5L, round);
    for (int k = 0; k < 3; k++)
      note(&bad, distance(mat3_column(&axes, k), mat3_column(&by_columns.axes, k)) > 1e-6L, round);
  }
  expect_none(&bad);
}
END_TEST

START_TEST(from_aabb_straightens_skew_axes) {
  uint64_t r = 6;
  faults bad = {0, 0};
  const carom_aabb local = {{-1, -1, -1}, {1, 1, 1}};
  for (int round = 0; round < ROUNDS / 4; round++) {
    float m[9];
    for (int k = 0; k < 9; k++) m[k] = test_uniform(&r, -2, 2);
    carom_obb box;
    if (carom_obb_from_aabb(&local, m, CAROM_MATRIX_COLUMNS, vec3(0, 0, 0), &box) != CAROM_OK) continue;
    carom_vec3 x = {m[0], m[1], m[2]}, y = {m[3], m[4], m[5]}, z = {m[6], m[7], m[8]};
    note(&bad, carom__obb_check(&box) != CAROM_OK, round);
    note(&bad, vec3_dot(box.axes.x, x) < 0.99999f * vec3_length(x), round);
    note(&bad,
         fabsf(vec3_dot(box.axes.z, y)) > 1e-5f || vec3_dot(box.axes.y, y) <= 0 ||
             vec3_dot(box.axes.z, z) <= 0,
         round);
    note(&bad, distance(box.half, vec3(vec3_length(x), vec3_length(y), vec3_length(z))) > 1e-5L, round);
  }
  expect_none(&bad);
}
END_TEST

static carom_status place_unit_cube(const float m[9], carom_matrix_layout layout) {
  const carom_aabb local = {{-1, -1, -1}, {1, 1, 1}};
  carom_obb out, before;
  memset(&out, 0x5a, sizeof out);
  before = out;
  carom_status status = carom_obb_from_aabb(&local, m, layout, vec3(0, 0, 0), &out);
  ck_assert(status == CAROM_OK || memcmp(&out, &before, sizeof out) == 0);
  return status;
}

START_TEST(from_aabb_refuses_hopeless_matrices) {
  static const struct {
    float m[9];
    carom_status want;
  } cases[] = {
      {{1, 0, 0, 0, 1, 0, 0, 0, 1}, CAROM_OK},
      {{0, 0, 0, 0, 1, 0, 0, 0, 1}, CAROM_DEGENERATE_AXES},
      {{1, 0, 0, 0, 1, 0, 0, 0, 0}, CAROM_DEGENERATE_AXES},
      {{1, 0, 0, 2, 0, 0, 0, 0, 1}, CAROM_DEGENERATE_AXES},
      {{1, 0, 0, 1, 5e-5f, 0, 0, 0, 1}, CAROM_DEGENERATE_AXES},
      {{1, 0, 0, 1, 2e-4f, 0, 0, 0, 1}, CAROM_OK},
      {{1, 0, 0, 0, 1, 0, 3, 4, 0}, CAROM_DEGENERATE_AXES},
      {{1, 0, 0, 0, 1, 0, 3, 4, 2e-4f}, CAROM_DEGENERATE_AXES},
      {{1, 0, 0, 0, 1, 0, 3, 4, 2e-3f}, CAROM_OK},
      {{1e-30f, 0, 0, 0, 1e-30f, 0, 0, 0, 1e-30f}, CAROM_OK},
      {{2e6f, 0, 0, 0, 1, 0, 0, 0, 1}, CAROM_BAD_SIZE},
      {{3e38f, 0, 0, 0, 3e38f, 0, 0, 0, 3e38f}, CAROM_BAD_SIZE},
      {{1, 0, NAN, 0, 1, 0, 0, 0, 1}, CAROM_NOT_FINITE},
      {{1, 0, 0, 0, 1, 0, 0, 0, INFINITY}, CAROM_NOT_FINITE},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    ck_assert_msg(place_unit_cube(cases[i].m, CAROM_MATRIX_COLUMNS) == cases[i].want, "case %zu", i);
  ck_assert_int_eq(place_unit_cube(cases[0].m, (carom_matrix_layout)7), CAROM_UNKNOWN_KIND);
}
END_TEST

START_TEST(from_aabb_refuses_bad_boxes) {
  traps_off();
  const float m[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  const carom_vec3 none = {0, 0, 0}, far = {2e9f, 0, 0}, nan = {0, NAN, 0};
  const carom_aabb good = {{0, 0, 0}, {1, 1, 1}}, swapped = {{0, 2, 0}, {1, 1, 1}},
                   not = {{0, 0, 0}, {1, 1, INFINITY}};
  carom_obb out;
  ck_assert_int_eq(carom_obb_from_aabb(&good, m, CAROM_MATRIX_ROWS, none, &out), CAROM_OK);
  ck_assert_int_eq(carom_obb_from_aabb(&swapped, m, CAROM_MATRIX_ROWS, none, &out), CAROM_OUT_OF_RANGE);
  ck_assert_int_eq(carom_obb_from_aabb(&not, m, CAROM_MATRIX_ROWS, none, &out), CAROM_NOT_FINITE);
  ck_assert_int_eq(carom_obb_from_aabb(&good, m, CAROM_MATRIX_ROWS, nan, &out), CAROM_NOT_FINITE);
  ck_assert_int_eq(carom_obb_from_aabb(&good, m, CAROM_MATRIX_ROWS, far, &out), CAROM_OUT_OF_RANGE);
  ck_assert_int_eq(carom_obb_from_aabb(NULL, m, CAROM_MATRIX_ROWS, none, &out), CAROM_NULL_ARGUMENT);
  ck_assert_int_eq(carom_obb_from_aabb(&good, NULL, CAROM_MATRIX_ROWS, none, &out), CAROM_NULL_ARGUMENT);
  ck_assert_int_eq(carom_obb_from_aabb(&good, m, CAROM_MATRIX_ROWS, none, NULL), CAROM_NULL_ARGUMENT);
}
END_TEST

/* Every function that takes boxes, called with one box in question and a point or translation in question. */

static const carom_obb unit_box = {{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {1, 1, 1}};

static carom_status call_vertices(const carom_obb *b, carom_vec3 p, void *out) {
  return (void)p, carom_obb_vertices(b, out);
}
static carom_status call_bounds(const carom_obb *b, carom_vec3 p, void *out) {
  return (void)p, carom_obb_bounds(b, out);
}
static carom_status call_merge_a(const carom_obb *b, carom_vec3 p, void *out) {
  return (void)p, carom_obb_merge(b, &unit_box, out);
}
static carom_status call_merge_b(const carom_obb *b, carom_vec3 p, void *out) {
  return (void)p, carom_obb_merge(&unit_box, b, out);
}
static carom_status call_overlap_a(const carom_obb *b, carom_vec3 p, void *out) {
  return (void)p, carom_obb_overlap(b, &unit_box, out);
}
static carom_status call_overlap_b(const carom_obb *b, carom_vec3 p, void *out) {
  return (void)p, carom_obb_overlap(&unit_box, b, out);
}
static carom_status call_contains(const carom_obb *b, carom_vec3 p, void *out) {
  return carom_obb_contains(b, p, out);
}
static carom_status call_closest(const carom_obb *b, carom_vec3 p, void *out) {
  return carom_obb_closest_point(b, p, out);
}
static carom_status call_ray_from(const carom_obb *b, carom_vec3 p, void *out) {
  return carom_obb_cast_ray(b, p, vec3(1, 0, 0), out);
}
static carom_status call_ray_along(const carom_obb *b, carom_vec3 p, void *out) {
  return carom_obb_cast_ray(b, vec3(0, 0, 0), p, out);
}

static const struct call {
  const char *name;
  carom_status (*call)(const carom_obb *box, carom_vec3 point, void *out);
  bool takes_point;
} calls[] = {
    {"vertices", call_vertices, false},   {"bounds", call_bounds, false},
    {"merge a", call_merge_a, false},     {"merge b", call_merge_b, false},
    {"overlap a", call_overlap_a, false}, {"overlap b", call_overlap_b, false},
    {"contains", call_contains, true},    {"closest point", call_closest, true},
    {"ray origin", call_ray_from, true},  {"ray translation", call_ray_along, true},
};
#define CALLS ((int)(sizeof calls / sizeof calls[0]))

static void expect(const struct call *call, const carom_obb *box, carom_vec3 point, carom_status want,
                   int number) {
  unsigned char out[128], before[128];
  memset(out, 0x5a, sizeof out);
  memcpy(before, out, sizeof out);
  carom_status got = call->call(box, point, out);
  ck_assert_msg(got == want, "%s, case %d: %s", call->name, number, carom_status_name(got));
  ck_assert_msg((memcmp(out, before, sizeof out) == 0) == (want != CAROM_OK), "%s, case %d: written",
                call->name, number);
}

static carom_obb changed_box(int offset, float value) {
  carom_obb box = unit_box;
  memcpy((char *)&box + (size_t)offset * sizeof(float), &value, sizeof value);
  return box;
}

START_TEST(bad_boxes_are_refused) {
  traps_off();
  static const struct {
    int offset; /* in floats: 0 centre, 3 axes, 12 half extents */
    float value;
    carom_status want;
  } cases[] = {
      {0, 5, CAROM_OK},
      {12, 0, CAROM_OK},
      {4, 9e-4f, CAROM_OK},
      {7, 1.0009f, CAROM_OK},
      {0, NAN, CAROM_NOT_FINITE},
      {5, NAN, CAROM_NOT_FINITE},
      {11, INFINITY, CAROM_NOT_FINITE},
      {13, -INFINITY, CAROM_NOT_FINITE},
      {1, 2e9f, CAROM_OUT_OF_RANGE},
      {2, -2e9f, CAROM_OUT_OF_RANGE},
      {14, -1, CAROM_BAD_SIZE},
      {12, 1.1e6f, CAROM_BAD_SIZE},
      {4, 2e-3f, CAROM_DEGENERATE_AXES},
      {8, -2e-3f, CAROM_DEGENERATE_AXES},
      {9, 2e-3f, CAROM_DEGENERATE_AXES},
      {3, 0, CAROM_DEGENERATE_AXES},
      {7, 1.002f, CAROM_DEGENERATE_AXES},
      {11, 3e38f, CAROM_DEGENERATE_AXES},
  };
  for (int k = 0; k < CALLS; k++)
    for (int i = 0; i < (int)(sizeof cases / sizeof cases[0]); i++) {
      carom_obb box = changed_box(cases[i].offset, cases[i].value);
      expect(&calls[k], &box, vec3(0, 0, 0), cases[i].want, i);
    }
}
END_TEST

START_TEST(bad_points_are_refused) {
  for (int k = 0; k < CALLS; k++) {
    if (!calls[k].takes_point) continue;
    expect(&calls[k], &unit_box, vec3(1e9f, -1e9f, 0), CAROM_OK, 0);
    expect(&calls[k], &unit_box, vec3(0, 0, 1.1e9f), CAROM_OUT_OF_RANGE, 1);
    expect(&calls[k], &unit_box, vec3(NAN, 0, 0), CAROM_NOT_FINITE, 2);
    expect(&calls[k], &unit_box, vec3(0, -INFINITY, 0), CAROM_NOT_FINITE, 3);
  }
}
END_TEST

START_TEST(null_is_refused) {
  for (int k = 0; k < CALLS; k++) {
    expect(&calls[k], NULL, vec3(0, 0, 0), CAROM_NULL_ARGUMENT, 0);
    ck_assert_int_eq(calls[k].call(&unit_box, vec3(0, 0, 0), NULL), CAROM_NULL_ARGUMENT);
  }
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("obb");
  TCase *tcase = tcase_create("questions");
  tcase_set_timeout(tcase, 60);
  tcase_add_test(tcase, vertices_are_those_of_the_definition);
  tcase_add_test(tcase, bounds_are_the_least_that_enclose);
  tcase_add_test(tcase, exact_bounds_stay_exact);
  tcase_add_test(tcase, contains_agrees_with_long_double);
  tcase_add_test(tcase, the_surface_belongs_to_the_box);
  tcase_add_test(tcase, closest_point_is_optimal);
  tcase_add_test(tcase, from_aabb_scales_turns_and_moves);
  tcase_add_test(tcase, from_aabb_straightens_skew_axes);
  tcase_add_test(tcase, from_aabb_refuses_hopeless_matrices);
  tcase_add_test(tcase, from_aabb_refuses_bad_boxes);
  tcase_add_test(tcase, bad_boxes_are_refused);
  tcase_add_test(tcase, bad_points_are_refused);
  tcase_add_test(tcase, null_is_refused);
  suite_add_tcase(suite, tcase);
  return suite;
}
