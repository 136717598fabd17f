/* test_spatial.c: rotations and poses of space, against long double and against what they are made from. */
#include "carom/spatial.h"

#include <string.h>

#include "pose.h"
#include "testing.h"

#define DEGREE (3.14159265358979323846 / 180)

static carom_vec3 direction(uint64_t *random) {
  return vec3_normalize_or(test_vec3(random, -1, 1), vec3(1, 0, 0));
}

static float off(carom_vec3 a, carom_vec3 b) { return vec3_norm1(vec3_sub(a, b)); }

/* Rodrigues' formula. */
static carom_vec3 turned_by_hand(carom_vec3 axis, double angle, carom_vec3 v) {
  const long double c = cosl((long double)angle), s = sinl((long double)angle);
  const float axes[3] = {axis.x, axis.y, axis.z}, parts[3] = {v.x, v.y, v.z};
  long double n[3], p[3];
  for (int i = 0; i < 3; i++) n[i] = (long double)axes[i], p[i] = (long double)parts[i];
  const long double length = sqrtl(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  long double along = 0, out[3];
  for (int i = 0; i < 3; i++) along += n[i] / length * p[i];
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    out[i] = p[i] * c + (n[j] * p[k] - n[k] * p[j]) / length * s + n[i] / length * along * (1 - c);
  }
  return vec3((float)out[0], (float)out[1], (float)out[2]);
}

START_TEST(axes_and_angles) {
  uint64_t random = 1;
  for (int i = 0; i < test_scaled(20000); i++) {
    const carom_vec3 axis = vec3_scale(direction(&random), test_log_uniform(&random, 1e-3f, 1e3f));
    const carom_vec3 v = test_vec3(&random, -1, 1);
    const double angle = (double)test_uniform(&random, -10, 10);
    const carom_quat by_radians = carom_quat_about(axis, angle),
                     by_degrees = carom_quat_about_degrees(axis, angle / DEGREE);
    const carom_vec3 want = turned_by_hand(axis, angle, v);
    ck_assert(off(carom_quat_rotate(by_radians, v), want) < 1e-6f);
    ck_assert(off(carom_quat_rotate(by_degrees, v), want) < 1e-6f);
    ck_assert(off(carom_quat_rotate(carom_quat_inverse(by_radians), want), v) < 2e-6f);
  }
}
END_TEST

START_TEST(euler_angles) {
  uint64_t random = 2;
  for (int i = 0; i < test_scaled(20000); i++) {
    const carom_euler e = {(double)test_uniform(&random, -180, 180), (double)test_uniform(&random, -89, 89),
                           (double)test_uniform(&random, -180, 180)};
    const carom_vec3 v = test_vec3(&random, -1, 1);
    const carom_quat q = carom_quat_from_euler(e);
    carom_vec3 want = turned_by_hand(vec3(0, 0, 1), e.roll * DEGREE, v);
    want = turned_by_hand(vec3(1, 0, 0), e.pitch * DEGREE, want);
    want = turned_by_hand(vec3(0, 1, 0), e.yaw * DEGREE, want);
    ck_assert(off(carom_quat_rotate(q, v), want) < 1e-6f);
    const carom_euler back = carom_quat_to_euler(q);
    ck_assert(fabs(back.yaw - e.yaw) < 1e-3 && fabs(back.pitch - e.pitch) < 1e-4 &&
              fabs(back.roll - e.roll) < 1e-3);
  }
}
END_TEST

/* Straight up and down, the rotation is the same one all the same. */
START_TEST(upright_angles) {
  uint64_t random = 3;
  for (int i = 0; i < test_scaled(2000); i++) {
    const carom_euler e = {(double)test_uniform(&random, -180, 180), i % 2 ? 90 : -90,
                           (double)test_uniform(&random, -180, 180)};
    const carom_vec3 v = test_vec3(&random, -1, 1);
    const carom_quat q = carom_quat_from_euler(e);
    const carom_euler back = carom_quat_to_euler(q);
    ck_assert(off(carom_quat_rotate(q, v), carom_quat_rotate(carom_quat_from_euler(back), v)) < 1e-5f);
    ck_assert(back.roll == 0 && fabs(fabs(back.pitch) - 90) < 0.1);
  }
}
END_TEST

START_TEST(directions) {
  uint64_t random = 4;
  for (int i = 0; i < test_scaled(20000); i++) {
    const carom_vec3 a = direction(&random);
    carom_vec3 b = test_below(&random, 2) ? direction(&random) : vec3_neg(a);
    if (test_below(&random, 4) == 0) b = vec3_normalize_or(vec3_mad(b, direction(&random), 1e-4f), b);
    const carom_quat q = carom_quat_between(vec3_scale(a, 5), vec3_scale(b, 0.1f));
    ck_assert(off(carom_quat_rotate(q, a), b) < 1e-6f);
    /* The shortest turn leaves its axis alone, and is by the angle between the two. */
    const double half = fmin(1, fmax(-1, (double)vec3_dot(a, b)));
    ck_assert(fabs(2 * (double)q.w * (double)q.w - 1 - half) < 1e-5);
    const carom_quat look = carom_quat_look(a, b);
    const carom_vec3 y = carom_quat_rotate(look, vec3(0, 1, 0));
    ck_assert(off(carom_quat_rotate(look, vec3(0, 0, 1)), a) < 1e-6f);
    ck_assert(fabsf(vec3_dot(y, vec3_cross(a, b))) <
              1e-5f * fmaxf(vec3_length(vec3_cross(a, b)), 0.1f) + 1e-6f);
    ck_assert(vec3_dot(y, b) > -1e-5f);
  }
}
END_TEST

/* --- Poses --- */

static carom_pose any_pose(uint64_t *random) {
  const double far = test_below(random, 2) ? 1e6 : 1;
  const carom_vec3 p = test_vec3(random, -1, 1);
  return (carom_pose){{far * (double)p.x, far * (double)p.y, far * (double)p.z}, test_quat(random)};
}

START_TEST(poses) {
  uint64_t random = 5;
  for (int i = 0; i < test_scaled(20000); i++) {
    const carom_pose a = any_pose(&random), back = carom_pose_inverse(&a);
    const carom_vec3 v = test_vec3(&random, -1, 1);
    const carom_frame frame = pose_to_frame(&a);
    const carom_pos there = carom_pose_point(&a, v);
    ck_assert(off(pos_sub(there, frame_apply(&frame, v)), vec3(0, 0, 0)) < 1e-6f);
    ck_assert(off(carom_pose_local_point(&a, there), v) < 1e-6f);
    const carom_pose none = carom_pose_mul(&a, &back);
    ck_assert(fabs(none.position.x) + fabs(none.position.y) + fabs(none.position.z) < 1e-8 * 1e6);
    ck_assert(off(carom_quat_rotate(none.rotation, v), v) < 2e-6f);
    const carom_local_pose local = {test_vec3(&random, -1, 1), test_quat(&random)};
    const carom_pose part = carom_pose_of_local(&a, &local);
    const carom__relative place = local_pose_to_relative(local);
    const carom_frame on = frame_compose(&frame, &place);
    ck_assert(off(pos_sub(carom_pose_point(&part, v), frame_apply(&on, v)), vec3(0, 0, 0)) < 2e-6f);
  }
}
END_TEST

/* --- Special numbers --- */

static bool is_none(carom_quat q) { return q.x == 0 && q.y == 0 && q.z == 0 && q.w == 1; }

START_TEST(zeros_mean_no_rotation) {
  const carom_vec3 zero = {0, 0, 0}, x = {1, 0, 0};
  const carom_quat none = {0, 0, 0, 0}, large = {0, 0, 3, 4};
  ck_assert(is_none(carom_quat_about(zero, 1)) && is_none(carom_quat_between(zero, x)));
  ck_assert(is_none(carom_quat_between(x, zero)) && is_none(carom_quat_look(zero, x)));
  ck_assert(is_none(carom_quat_mul(none, none)) && is_none(carom_quat_inverse(none)));
  ck_assert(off(carom_quat_rotate(none, x), x) == 0);
  ck_assert(off(carom_quat_rotate(large, x), vec3(0.28f, 0.96f, 0)) < 1e-6f);
  const carom_pose origin = carom_pose_mul(NULL, NULL), back = carom_pose_inverse(NULL);
  ck_assert(is_none(origin.rotation) && origin.position.x == 0 && is_none(back.rotation));
  ck_assert(carom_pose_of_local(NULL, NULL).position.y == 0 && carom_pose_point(NULL, x).x == 1);
  ck_assert(carom_pose_local_point(NULL, (carom_pos){2, 0, 0}).x == 2);
}
END_TEST

START_TEST(quarter_turns_are_exact) {
  const carom_quat q = carom_quat_about_degrees(vec3(0, 0, 1), 180);
  ck_assert(q.x == 0 && q.y == 0 && q.z == 1 && q.w == 0);
  const carom_vec3 y = carom_quat_rotate(carom_quat_about_degrees(vec3(0, 0, 2), 90), vec3(1, 0, 0));
  ck_assert(off(y, vec3(0, 1, 0)) < 1e-7f);
}
END_TEST

START_TEST(what_is_no_number_stays_none) {
  const carom_vec3 x = {1, 0, 0}, odd = {NAN, 0, 0};
  ck_assert(isnan(carom_quat_about(x, (double)NAN).w) && isnan(carom_quat_about(x, 2e9).w));
  ck_assert(isnan(carom_quat_about_degrees(x, (double)INFINITY).x) && isnan(carom_quat_about(odd, 1).x));
  ck_assert(isnan(carom_quat_about((carom_vec3){0, 0, 0}, (double)NAN).w));
  ck_assert(isnan(carom_quat_from_euler((carom_euler){0, (double)NAN, 0}).w));
  ck_assert(isnan(carom_quat_to_euler((carom_quat){NAN, 0, 0, 1}).roll));
  ck_assert(isnan(carom_quat_between(odd, x).w) && isnan(carom_quat_look(odd, x).w));
  const carom_vec3 none = {0, 0, 0}, endless = {0, INFINITY, 0};
  traps_off();
  ck_assert(isnan(carom_quat_between(none, odd).w) && isnan(carom_quat_between(endless, none).w));
  ck_assert(isnan(carom_quat_look(none, odd).w) && isnan(carom_quat_look(none, endless).w));
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("spatial");
  TCase *tests = tcase_create("rotations and poses");
  tcase_add_test(tests, axes_and_angles);
  tcase_add_test(tests, euler_angles);
  tcase_add_test(tests, upright_angles);
  tcase_add_test(tests, directions);
  tcase_add_test(tests, poses);
  tcase_add_test(tests, zeros_mean_no_rotation);
  tcase_add_test(tests, quarter_turns_are_exact);
  tcase_add_test(tests, what_is_no_number_stays_none);
  suite_add_tcase(suite, tests);
  return suite;
}
