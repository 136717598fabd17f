/* test_obb_fit.c: fitted and merged boxes contain what they must, and are small: against boxes along the
 * coordinate and the principal axes, and against a search over rotations by brute force. Their parts too:
 * principal axes and rectangles. */
#include "boxes.h"
#include "eigen.h"
#include "rectangle.h"

#define MOST_POINTS 4000

/* The surface of the box around points along three axes. */
static long double area_along(const carom_vec3 *points, int count, const carom_mat3 *axes) {
  long double size[3];
  for (int k = 0; k < 3; k++) {
    double low = 1e30, high = -1e30;
    carom_vec3 a = mat3_column(axes, k);
    for (int i = 0; i < count; i++) {
      carom_vec3 p = points[i];
      double s = (double)a.x * (double)p.x + (double)a.y * (double)p.y + (double)a.z * (double)p.z;
      low = fmin(low, s);
      high = fmax(high, s);
    }
    size[k] = (long double)(high - low);
  }
  return 2 * (size[0] * size[1] + size[1] * size[2] + size[2] * size[0]);
}

/* The least surface of `tries` random rotations, the best of them improved by ever smaller random turns. */
static long double brute_force_area(uint64_t *r, const carom_vec3 *points, int count, int tries) {
  carom_quat best = quat_identity();
  long double least = 1e30L;
  for (int i = 0; i < tries; i++) {
    carom_quat q = test_quat(r);
    carom_mat3 axes = quat_to_mat3(q);
    long double area = area_along(points, count, &axes);
    if (area < least) {
      least = area;
      best = q;
    }
  }
  for (float step = 0.3f; step > 1e-4f; step *= 0.8f)
    for (int i = 0; i < 20; i++) {
      carom_vec3 turn = test_vec3(r, -step, step);
      carom_quat q = quat_normalize(quat_mul((carom_quat){turn.x, turn.y, turn.z, 1}, best));
      carom_mat3 axes = quat_to_mat3(q);
      long double area = area_along(points, count, &axes);
      if (area < least) {
        least = area;
        best = q;
      }
    }
  return least;
}

static int not_contained(const carom_obb *box, const carom_vec3 *points, int count) {
  int out = 0;
  for (int i = 0; i < count; i++) {
    bool inside = false;
    if (carom_obb_contains(box, points[i], &inside) != CAROM_OK || !inside) out++;
  }
  return out;
}

/* A cloud of one of five kinds: in a cube, on a sphere, corners of boxes, a cluster with outliers, on a grid;
 * then stretched, turned and moved. */
static void any_cloud(uint64_t *r, carom_vec3 *points, int count) {
  uint32_t kind = test_below(r, 5);
  carom_vec3 stretch = test_vec3(r, 0.03f, 1), move = test_vec3(r, -100, 100);
  carom_mat3 turn = test_below(r, 4) ? quat_to_mat3(test_quat(r)) : mat3_identity();
  for (int i = 0; i < count; i++) {
    carom_vec3 p = test_vec3(r, -1, 1);
    if (kind == 1) p = vec3_normalize_or(p, vec3(1, 0, 0));
    if (kind == 2) p = vec3(p.x < 0 ? -1 : 1, p.y < 0 ? -1 : 1, p.z < 0 ? -1 : 1);
    if (kind == 3 && i % 8) p = vec3_scale(p, 0.1f);
    if (kind == 4) p = vec3(0.5f * floorf(2 * p.x), 0.5f * floorf(2 * p.y), 0.5f * floorf(2 * p.z));
    points[i] = vec3_add(mat3_mul_vec3(&turn, vec3_mul(p, stretch)), move);
  }
}

START_TEST(fits_contain_all_points_and_never_lose_to_simple_boxes) {
  static carom_vec3 points[MOST_POINTS];
  static carom__dvec3 wide[MOST_POINTS];
  uint64_t r = 1;
  faults out = {0, 0}, larger_than_aabb = {0, 0}, larger_than_pca = {0, 0};
  for (int round = 0; round < 1500; round++) {
    int count = 1 + (int)test_below(&r, round % 50 ? 64 : MOST_POINTS);
    any_cloud(&r, points, count);
    carom_obb box;
    ck_assert_int_eq(carom_obb_from_points(points, (size_t)count, &box), CAROM_OK);
    for (int i = 0; i < count; i++) wide[i] = dvec3_widen(vec3_sub(points[i], points[0]));
    carom__basis basis = carom__principal_axes(wide, count);
    carom_mat3 identity = mat3_identity();
    carom_mat3 pca = {dvec3_narrow(basis.axes[0]), dvec3_narrow(basis.axes[1]), dvec3_narrow(basis.axes[2])};
    long double area = box_area(&box), rounding = 1e-4L;
    note(&out, not_contained(&box, points, count) > 0, round);
    note(&larger_than_aabb, area > area_along(points, count, &identity) * 1.0001L + rounding, round);
    note(&larger_than_pca, area > area_along(points, count, &pca) * 1.0001L + rounding, round);
  }
  expect_none(&out);
  expect_none(&larger_than_aabb);
  expect_none(&larger_than_pca);
}
END_TEST

START_TEST(fits_are_close_to_brute_force) {
  carom_vec3 points[40];
  uint64_t r = 2;
  long double sum = 0, worst = 0;
  int rounds = 0, over = 0;
  for (; rounds < 200; rounds++) {
    int count = 4 + (int)test_below(&r, 36);
    any_cloud(&r, points, count);
    carom_obb box;
    ck_assert_int_eq(carom_obb_from_points(points, (size_t)count, &box), CAROM_OK);
    long double ratio = box_area(&box) / brute_force_area(&r, points, count, 800);
    sum += ratio;
    worst = fmaxl(worst, ratio);
    over += ratio > 1.03L;
  }
  ck_assert_msg(sum / rounds < 1.01L, "on average %Lf", sum / rounds);
  ck_assert_msg(over < rounds / 20, "%d of %d are over by 3 %%", over, rounds);
  ck_assert_msg(worst < 1.15L, "at worst %Lf", worst);
}
END_TEST

START_TEST(a_box_is_found_again) {
  uint64_t r = 3;
  faults bad = {0, 0};
  for (int round = 0; round < 3000; round++) {
    carom_obb box = any_box(&r), got;
    carom_vec3 points[48];
    int count = round % 2 ? 8 : 48;
    box.center = vec3(0, 0, 0);
    ck_assert_int_eq(carom_obb_vertices(&box, points), CAROM_OK);
    for (int i = 8; i < count; i++)
      points[i] = mat3_mul_vec3(&box.axes, vec3_mul(box.half, test_vec3(&r, -1, 1)));
    ck_assert_int_eq(carom_obb_from_points(points, (size_t)count, &got), CAROM_OK);
    note(&bad, box_area(&got) > box_area(&box) * 1.0001L, round);
  }
  expect_none(&bad);
}
END_TEST

START_TEST(equal_points_give_a_point) {
  uint64_t r = 4;
  for (int round = 0; round < 1000; round++) {
    carom_vec3 points[50];
    float far = test_log_uniform(&r, 1e-6f, 1e9f);
    carom_vec3 p = vec3_scale(test_vec3(&r, -1, 1), far);
    int count = 1 + (int)test_below(&r, 50);
    for (int i = 0; i < count; i++) points[i] = p;
    carom_obb box;
    ck_assert_int_eq(carom_obb_from_points(points, (size_t)count, &box), CAROM_OK);
    ck_assert(vec3_norm1(box.half) == 0 && vec3_norm1(vec3_sub(box.center, p)) == 0);
  }
}
END_TEST

/* The half extents in ascending order. */
static void sorted_half(const carom_obb *box, float out[3]) {
  for (int i = 0; i < 3; i++) {
    float h = vec3_get(box->half, i);
    int k = i;
    for (; k > 0 && out[k - 1] > h; k--) out[k] = out[k - 1];
    out[k] = h;
  }
}

START_TEST(lines_and_planes_give_flat_boxes) {
  uint64_t r = 5;
  faults bad = {0, 0};
  for (int round = 0; round < 4000; round++) {
    carom_vec3 points[60], u = test_vec3(&r, -1, 1), v = round % 2 ? test_vec3(&r, -1, 1) : vec3(0, 0, 0);
    int count = 3 + (int)test_below(&r, 57);
    for (int i = 0; i < count; i++) {
      carom_vec3 at = test_vec3(&r, -1, 1);
      points[i] = vec3_mad(vec3_scale(u, at.x), v, at.y);
    }
    carom_obb box;
    float half[3];
    ck_assert_int_eq(carom_obb_from_points(points, (size_t)count, &box), CAROM_OK);
    sorted_half(&box, half);
    note(&bad, not_contained(&box, points, count) != 0, round);
    note(&bad, half[0] > 16 * 0x1p-24f * half[2] || (round % 2 == 0 && half[1] > 16 * 0x1p-24f * half[2]),
         round);
  }
  expect_none(&bad);
  const carom_vec3 square[4] = {{0, 0, 3}, {1, 0, 3}, {0, 1, 3}, {1, 1, 3}};
  carom_obb box;
  ck_assert_int_eq(carom_obb_from_points(square, 4, &box), CAROM_OK);
  ck_assert(box.half.x == 0.5f && box.half.y == 0.5f && box.half.z == 0 && box.center.z == 3);
}
END_TEST

START_TEST(fits_refuse_bad_points) {
  const carom_vec3 bad[3] = {{0, 0, 0}, {0, NAN, 0}, {2e9f, 0, 0}}, wide[2] = {{-3e6f, 0, 0}, {3e6f, 0, 0}};
  carom_obb out, before = {{1, 2, 3}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {4, 5, 6}};
  out = before;
  ck_assert_int_eq(carom_obb_from_points(bad, 0, &out), CAROM_TOO_FEW_POINTS);
  ck_assert_int_eq(carom_obb_from_points(bad, 2, &out), CAROM_NOT_FINITE);
  ck_assert_int_eq(carom_obb_from_points(bad + 2, 1, &out), CAROM_OUT_OF_RANGE);
  ck_assert_int_eq(carom_obb_from_points(wide, 2, &out), CAROM_BAD_SIZE);
  ck_assert_int_eq(carom_obb_from_points(NULL, 3, &out), CAROM_NULL_ARGUMENT);
  ck_assert_int_eq(carom_obb_from_points(bad, 1, NULL), CAROM_NULL_ARGUMENT);
  ck_assert_mem_eq(&out, &before, sizeof out);
}
END_TEST

static int vertices_outside(const carom_obb *box, const carom_obb *of) {
  int out = 0;
  long double slack = 0x1p-48L * (long double)(vec3_norm1(box->center) + vec3_norm1(box->half));
  for (int i = 0; i < 8; i++) out += box_excess(box, box_vertex(of, i)) > slack;
  return out;
}

static long double both_along(const carom_obb *a, const carom_obb *b, const carom_mat3 *axes) {
  carom_vec3 points[16];
  ck_assert_int_eq(carom_obb_vertices(a, points), CAROM_OK);
  ck_assert_int_eq(carom_obb_vertices(b, points + 8), CAROM_OK);
  return area_along(points, 16, axes);
}

START_TEST(merged_boxes_contain_both_and_are_small) {
  uint64_t r = 6;
  faults out = {0, 0}, larger = {0, 0};
  for (int round = 0; round < 6000; round++) {
    carom_obb a = any_box(&r), b = any_box(&r), got;
    b.center = any_point_near(&r, &a);
    if (round % 4 == 0) b = a;
    if (round % 4 == 1) b.axes = a.axes;
    ck_assert_int_eq(carom_obb_merge(&a, &b, &got), CAROM_OK);
    note(&out, vertices_outside(&got, &a) + vertices_outside(&got, &b) > 0, round);
    long double reach = (long double)(vec3_norm1(a.center) + vec3_norm1(b.center)) + box_half(&got, 0) +
                        box_half(&got, 1) + box_half(&got, 2);
    long double rounding = 1e-6L * reach * reach;
    note(&larger, box_area(&got) > both_along(&a, &b, &a.axes) * 1.0001L + rounding, round);
    note(&larger, box_area(&got) > both_along(&a, &b, &b.axes) * 1.0001L + rounding, round);
  }
  expect_none(&out);
  expect_none(&larger);
}
END_TEST

START_TEST(merging_what_is_too_far_apart_is_refused) {
  carom_obb a = {{-3e6f, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {1, 1, 1}}, b = a, out = a;
  b.center.x = 3e6f;
  ck_assert_int_eq(carom_obb_merge(&a, &b, &out), CAROM_BAD_SIZE);
  ck_assert_mem_eq(&out, &a, sizeof out);
}
END_TEST

START_TEST(principal_axes_diagonalise) {
  uint64_t r = 7;
  double worst = 0;
  for (int round = 0; round < 20000; round++) {
    carom__dvec3 points[12], mean = {0, 0, 0};
    double scale = (double)test_log_uniform(&r, 1e-6f, 1e6f), m[3][3] = {{0}};
    float thin = test_below(&r, 4) ? test_log_uniform(&r, 1e-6f, 1) : 0;
    carom_vec3 stretch = {1, thin, test_below(&r, 2) ? 1 : 0};
    for (int i = 0; i < 12; i++) {
      points[i] = dvec3_scale(dvec3_widen(vec3_mul(stretch, test_vec3(&r, -1, 1))), scale);
      mean = dvec3_mad(mean, points[i], 1.0 / 12);
    }
    carom__basis basis = carom__principal_axes(points, 12);
    for (int i = 0; i < 12; i++) {
      carom__dvec3 at = basis_coordinates(&basis, dvec3_sub(points[i], mean));
      const double d[3] = {at.x, at.y, at.z};
      for (int k = 0; k < 9; k++) m[k / 3][k % 3] += d[k / 3] * d[k % 3];
    }
    double trace = m[0][0] + m[1][1] + m[2][2];
    for (int k = 0; k < 3; k++) {
      worst = fmax(worst, fabs(m[k][(k + 1) % 3]) / trace);
      worst = fmax(worst, fabs(dvec3_dot(basis.axes[k], basis.axes[(k + 1) % 3])));
      worst = fmax(worst, fabs(dvec3_length(basis.axes[k]) - 1));
    }
  }
  ck_assert_double_lt(worst, 1e-14);
}
END_TEST

static double rectangle_surface(const carom__dvec2 *points, int count, carom__dvec2 u, double height) {
  double low[2] = {1e30, 1e30}, high[2] = {-1e30, -1e30};
  for (int i = 0; i < count; i++) {
    double at[2] = {u.x * points[i].x + u.y * points[i].y, u.x * points[i].y - u.y * points[i].x};
    for (int k = 0; k < 2; k++) {
      low[k] = fmin(low[k], at[k]);
      high[k] = fmax(high[k], at[k]);
    }
  }
  double w = high[0] - low[0], d = high[1] - low[1];
  return w * d + height * (w + d);
}

START_TEST(rectangles_are_the_best_of_all_angles) {
  uint64_t r = 8;
  faults bad = {0, 0};
  for (int round = 0; round < 2000; round++) {
    carom__dvec2 points[CAROM__RECTANGLE_POINTS];
    int count = 1 + (int)test_below(&r, round % 2 ? 8 : CAROM__RECTANGLE_POINTS);
    double height = test_below(&r, 2) ? 0 : (double)test_log_uniform(&r, 0.01f, 10),
           flat = test_below(&r, 4) ? 1 : 0;
    for (int i = 0; i < count; i++) {
      carom__dvec3 p = dvec3_widen(test_vec3(&r, -1, 1));
      points[i] = (carom__dvec2){p.x, flat * p.y};
    }
    carom__dvec2 u = carom__best_rectangle(points, count, height);
    double got = rectangle_surface(points, count, u, height);
    note(&bad, fabs(u.x * u.x + u.y * u.y - 1) > 1e-15, round);
    for (int k = 0; k < 360; k++) {
      double angle = k * 0.00436332312998582; /* a quarter turn in 360 steps */
      note(&bad,
           got > rectangle_surface(points, count, (carom__dvec2){cos(angle), sin(angle)}, height) + 1e-12,
           round);
    }
  }
  expect_none(&bad);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("obb_fit");
  TCase *tcase = tcase_create("fits");
  tcase_set_timeout(tcase, 120);
  tcase_add_test(tcase, fits_contain_all_points_and_never_lose_to_simple_boxes);
  tcase_add_test(tcase, fits_are_close_to_brute_force);
  tcase_add_test(tcase, a_box_is_found_again);
  tcase_add_test(tcase, equal_points_give_a_point);
  tcase_add_test(tcase, lines_and_planes_give_flat_boxes);
  tcase_add_test(tcase, fits_refuse_bad_points);
  tcase_add_test(tcase, merged_boxes_contain_both_and_are_small);
  tcase_add_test(tcase, merging_what_is_too_far_apart_is_refused);
  tcase_add_test(tcase, principal_axes_diagonalise);
  tcase_add_test(tcase, rectangles_are_the_best_of_all_angles);
  suite_add_tcase(suite, tcase);
  return suite;
}
