/* test_planar.c: directions and poses of the plane. */
#include "carom/planar.h"

#include "pose.h"
#include "testing.h"

START_TEST(directions) {
  uint64_t random = 1;
  for (int i = 0; i < 3000; i++) {
    double angle = (double)test_uniform(&random, -100, 100);
    carom_vec2 by_radians = carom_direction(angle), by_degrees = carom_direction_degrees(angle);
    ck_assert(by_radians.x == (float)cos(angle) || fabs((double)by_radians.x - cos(angle)) < 0x1p-24);
    ck_assert(fabs((double)by_radians.y - sin(angle)) < 0x1p-24);
    ck_assert(fabs((double)by_degrees.x - cos(angle * 3.14159265358979323846 / 180)) < 0x1p-24);
    ck_assert(fabs((double)by_degrees.y - sin(angle * 3.14159265358979323846 / 180)) < 0x1p-24);
  }
}
END_TEST

START_TEST(quarter_turns_are_exact) {
  static const carom_vec2 expected[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
  for (int k = -8; k <= 8; k++) {
    carom_vec2 d = carom_direction_degrees(90.0 * k);
    ck_assert(d.x == expected[k & 3].x && d.y == expected[k & 3].y);
  }
}
END_TEST

/* The image of x is the direction of the angle. */
static void expect_turned(const carom_pose *pose, carom_vec2 direction) {
  carom_pose accepted = *pose;
  ck_assert(carom__pose_accept(&accepted) == CAROM_OK);
  carom_mat3 axes = quat_to_mat3(accepted.rotation);
  ck_assert(fabsf(axes.x.x - direction.x) < 0x1p-22f && fabsf(axes.x.y - direction.y) < 0x1p-22f);
  ck_assert(axes.x.z == 0 && axes.y.z == 0 && axes.z.x == 0 && axes.z.y == 0 && axes.z.z == 1);
}

START_TEST(poses) {
  uint64_t random = 2;
  for (int i = 0; i < 3000; i++) {
    double angle = (double)test_uniform(&random, -50, 50), x = (double)test_uniform(&random, -1e6f, 1e6f);
    carom_pose by_radians = carom_pose_planar(x, -x, angle);
    carom_pose by_degrees = carom_pose_planar_degrees(x, -x, angle);
    ck_assert(by_radians.position.x == x && by_radians.position.y == -x && by_radians.position.z == 0);
    expect_turned(&by_radians, carom_direction(angle));
    expect_turned(&by_degrees, carom_direction_degrees(angle));
    double turns = (angle - carom_pose_angle(&by_radians)) / (2 * 3.14159265358979323846);
    ck_assert(fabs(turns - round(turns)) < 1e-6 && fabs(carom_pose_angle(&by_radians)) < 3.1415928);
  }
}
END_TEST

START_TEST(wrong_angles_are_refused_where_they_go) {
  static const double wrong[] = {(double)NAN, (double)INFINITY, -(double)INFINITY, 2.1e9};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    carom_pose both[] = {carom_pose_planar(0, 0, wrong[i]), carom_pose_planar_degrees(0, 0, wrong[i])};
    ck_assert(carom__pose_accept(&both[0]) == CAROM_NOT_FINITE);
    ck_assert(carom__pose_accept(&both[1]) == CAROM_NOT_FINITE);
    ck_assert(isnan(carom_direction(wrong[i]).x) && isnan(carom_direction_degrees(wrong[i]).y));
  }
  ck_assert(carom_pose_angle(NULL) == 0);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("planar");
  TCase *tests = tcase_create("planar");
  tcase_add_test(tests, directions);
  tcase_add_test(tests, quarter_turns_are_exact);
  tcase_add_test(tests, poses);
  tcase_add_test(tests, wrong_angles_are_refused_where_they_go);
  suite_add_tcase(suite, tests);
  return suite;
}
