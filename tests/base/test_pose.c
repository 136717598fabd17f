/* test_pose.c: what poses are accepted, and that world bounds enclose and are no larger than three floats
 * more than they must. */
#include "pose.h"

#include <float.h>
#include <string.h>

#include "testing.h"

static float quat_dot(carom_quat a, carom_quat b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }

static bool same_quat(carom_quat a, carom_quat b) { return memcmp(&a, &b, sizeof a) == 0; }

static long double squared_length(carom_quat q) {
  long double x = (long double)q.x, y = (long double)q.y, z = (long double)q.z, w = (long double)q.w;
  return x * x + y * y + z * z + w * w;
}

static carom_quat quat_scale(carom_quat q, float s) {
  return (carom_quat){q.x * s, q.y * s, q.z * s, q.w * s};
}

/* gcc 12 vectorises this where it is let, and then takes the sums of doubles that were never rounded. */
static carom_pos place(const carom_pose *pose, const carom__relative *local) {
  carom_frame frame = pose_to_frame(pose);
  return frame_compose(&frame, local).origin;
}

START_TEST(the_compiler_rounds_matrices_to_floats) {
  carom_pos (*volatile place_at_once)(const carom_pose *, const carom__relative *) = place;
  uint64_t random = 7;
  for (int i = 0; i < 100; i++) {
    const carom_pose pose = {{0, 0, 0}, test_quat(&random)};
    const carom__relative local = {test_vec3(&random, -1000, 1000), mat3_identity()};
    volatile carom_mat3 axes = quat_to_mat3(pose.rotation);
    const carom_frame frame = {{0, 0, 0}, axes};
    carom_pos in_steps = frame_apply(&frame, local.origin), at_once = place_at_once(&pose, &local);
    ck_assert(at_once.x == in_steps.x && at_once.y == in_steps.y && at_once.z == in_steps.z);
  }
}
END_TEST

START_TEST(zero_rotation_is_the_identity) {
  carom_quat zeros[] = {{0, 0, 0, 0}, {-0.0f, 0, -0.0f, -0.0f}};
  for (int i = 0; i < 2; i++) {
    ck_assert_int_eq(carom__quat_accept(&zeros[i]), CAROM_OK);
    ck_assert(same_quat(zeros[i], (carom_quat){0, 0, 0, 1}));
  }
}
END_TEST

START_TEST(rotations_that_are_not_finite) {
  const float bad[] = {NAN, INFINITY, -INFINITY};
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 4; k++) {
      float parts[4] = {0, 0.6f, 0, 0.8f};
      parts[k] = bad[i];
      carom_quat q = {parts[0], parts[1], parts[2], parts[3]}, before = q;
      ck_assert_int_eq(carom__quat_accept(&q), CAROM_NOT_FINITE);
      ck_assert(same_quat(q, before));
    }
}
END_TEST

START_TEST(exact_units_stay) {
  carom_quat units[] = {
      {0, 0, 0, 1}, {0, 0, 0, -1}, {1, 0, 0, 0}, {0.5f, -0.5f, 0.5f, 0.5f}, {-0.0f, 1, 0, -0.0f}};
  for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
    carom_quat q = units[i];
    ck_assert_int_eq(carom__quat_accept(&q), CAROM_OK);
    ck_assert_msg(same_quat(q, units[i]), "unit %zu", i);
  }
}
END_TEST

/* Lengths from well below to well above the tolerance, with a margin around its two ends for float
 * rounding. */
START_TEST(lengths_within_tolerance) {
  uint64_t random = 31;
  int wrong = 0, bent = 0, again = 0;
  for (int i = 0; i < 200000; i++) {
    float offset = test_uniform(&random, -0.003f, 0.003f);
    if (fabsf(fabsf(offset) - 1e-3f) < 1e-6f) continue;
    carom_quat q = quat_scale(test_quat(&random), 1 + offset), before = q;
    carom_status expected = fabsf(offset) < 1e-3f ? CAROM_OK : CAROM_NOT_UNIT;
    wrong += carom__quat_accept(&q) != expected;
    if (expected) {
      wrong += !same_quat(q, before);
      continue;
    }
    wrong += fabsl(squared_length(q) - 1) > 0x1.01p-23L;
    bent += fabsf(quat_dot(q, before) - 1 - offset) > 1e-6f;
    carom_quat twice = q;
    again += carom__quat_accept(&twice) != CAROM_OK || !same_quat(twice, q);
  }
  ck_assert_msg(wrong + bent + again == 0, "%d wrong, %d bent, %d changed by a second call", wrong, bent,
                again);
}
END_TEST

START_TEST(lengths_far_off) {
  const float scales[] = {FLT_TRUE_MIN, 1e-30f, 1e-10f, 0.5f, 0.998f, 1.002f, 2, 1e20f, FLT_MAX};
  for (size_t i = 0; i < sizeof scales / sizeof *scales; i++) {
    carom_quat q = {0, 0, scales[i], 0}, before = q;
    ck_assert_msg(carom__quat_accept(&q) == CAROM_NOT_UNIT, "scale %a", (double)scales[i]);
    ck_assert(same_quat(q, before));
  }
  carom_quat all = {FLT_MAX, FLT_MAX, FLT_MAX, FLT_MAX};
  ck_assert_int_eq(carom__quat_accept(&all), CAROM_NOT_UNIT);
}
END_TEST

START_TEST(positions) {
  const double limit = CAROM_POSITION_MAX;
  for (int axis = 0; axis < 3; axis++) {
    const double values[] = {limit,   -limit,      nextafter(limit, DBL_MAX), -nextafter(limit, DBL_MAX),
                             DBL_MAX, (double)NAN, (double)INFINITY,          -(double)INFINITY};
    const carom_status expected[] = {CAROM_OK,           CAROM_OK,           CAROM_OUT_OF_RANGE,
                                     CAROM_OUT_OF_RANGE, CAROM_OUT_OF_RANGE, CAROM_NOT_FINITE,
                                     CAROM_NOT_FINITE,   CAROM_NOT_FINITE};
    for (int i = 0; i < 8; i++) {
      double parts[3] = {1, -2, 3};
      parts[axis] = values[i];
      carom_pos position = {parts[0], parts[1], parts[2]};
      ck_assert_msg(carom__pos_check(&position) == expected[i], "axis %d value %d", axis, i);
    }
  }
}
END_TEST

START_TEST(poses) {
  carom_pose pose = {{1, 2, 3}, {0, 0, 0, 1.0005f}}, before = pose;
  ck_assert_int_eq(carom__pose_accept(&pose), CAROM_OK);
  ck_assert(same_quat(pose.rotation, (carom_quat){0, 0, 0, 1}));
  ck_assert(pose.position.x == 1 && pose.position.y == 2 && pose.position.z == 3);
  pose = before;
  pose.position.y = 2e9;
  ck_assert_int_eq(carom__pose_accept(&pose), CAROM_OUT_OF_RANGE);
  ck_assert(same_quat(pose.rotation, before.rotation));
  pose = before;
  pose.rotation.w = 2;
  ck_assert_int_eq(carom__pose_accept(&pose), CAROM_NOT_UNIT);
  pose.rotation.w = NAN;
  ck_assert_int_eq(carom__pose_accept(&pose), CAROM_NOT_FINITE);
}
END_TEST

START_TEST(local_poses) {
  carom_local_pose zero = {{0, 0, 0}, {0, 0, 0, 0}};
  ck_assert_int_eq(carom__local_pose_accept(&zero), CAROM_OK);
  ck_assert(same_quat(zero.rotation, (carom_quat){0, 0, 0, 1}));
  for (int axis = 0; axis < 3; axis++) {
    const float values[] = {CAROM_SIZE_MAX, -CAROM_SIZE_MAX, -1.1f * CAROM_SIZE_MAX, NAN, INFINITY};
    const carom_status expected[] = {CAROM_OK, CAROM_OK, CAROM_OUT_OF_RANGE, CAROM_NOT_FINITE,
                                     CAROM_NOT_FINITE};
    for (int i = 0; i < 5; i++) {
      carom_local_pose pose = {{1, 2, 3}, {0, 0, 0, 1}};
      vec3_set(&pose.position, axis, values[i]);
      ck_assert_msg(carom__local_pose_accept(&pose) == expected[i], "axis %d value %d", axis, i);
    }
  }
  carom_local_pose skew = {{1, 2, 3}, {1, 0, 0, 1}};
  ck_assert_int_eq(carom__local_pose_accept(&skew), CAROM_NOT_UNIT);
}
END_TEST

static double pos_get(carom_pos p, int i) { return i == 0 ? p.x : i == 1 ? p.y : p.z; }

/* A coordinate of any magnitude up to `limit`: random bits, whole numbers, or exactly a float. */
static double random_coordinate(uint64_t *random, float limit) {
  double size = (double)test_log_uniform(random, 1e-12f, limit);
  double value = size * ((double)(test_random(random) >> 11) * 0x1p-52 - 1);
  switch (test_below(random, 4)) {
  case 0:
    return floor(value);
  case 1:
    return (double)(float)value;
  default:
    return value;
  }
}

static carom_pos random_position(uint64_t *random) {
  double x = random_coordinate(random, 1e9f), y = random_coordinate(random, 1e9f);
  return (carom_pos){x, y, random_coordinate(random, 1e9f)};
}

static float random_half(uint64_t *random) {
  float half = test_log_uniform(random, CAROM_SIZE_MIN, CAROM_SIZE_MAX);
  return test_below(random, 3) == 0 ? ceilf(half) : half;
}

static carom_vec3 random_halves(uint64_t *random) {
  float x = random_half(random), y = random_half(random);
  return vec3(x, y, random_half(random));
}

/* One subtraction in long double, which rounds monotonically: an enclosing float is never called wrong. */
static int misses(float low, float high, double center, float half) {
  long double c = (long double)center, h = (long double)half;
  bool encloses = (long double)low <= c - h && (long double)high >= c + h;
  float inner_low = low, inner_high = high;
  for (int i = 0; i < 3; i++)
    inner_low = nextafterf(inner_low, INFINITY), inner_high = nextafterf(inner_high, -INFINITY);
  bool least = (long double)inner_low >= c - h && (long double)inner_high <= c + h;
  /* What lies below the last bit of a long double still shows where the box is thicker than nothing. */
  bool thick = half == 0 || ((double)low < center && (double)high > center);
  return !encloses + !least + !thick;
}

START_TEST(aabb_around_is_tight) {
  uint64_t random = 41;
  for (int i = 0; i < 500000; i++) {
    carom_pos center = random_position(&random);
    carom_vec3 half = random_halves(&random);
    carom_aabb box = aabb_around(center, half);
    int wrong = 0;
    for (int axis = 0; axis < 3; axis++)
      wrong += misses(vec3_get(box.min, axis), vec3_get(box.max, axis), pos_get(center, axis),
                      vec3_get(half, axis));
    if (wrong) ck_abort_msg("case %d: %a %a %a", i, center.x, center.y, center.z);
  }
}
END_TEST

/* Half extents too small to change the centre's double: the bounds must still open. */
START_TEST(aabb_around_feels_the_smallest_half) {
  const double centers[] = {64, -64, 1e9, -1e9, 0.5, 1, 0, 3, 1e-60, -1e-60, 0x1p-149, -0x1p-149};
  const float halves[] = {0, FLT_TRUE_MIN, 1e-30f, 1e-20f, CAROM_SIZE_MIN};
  for (size_t i = 0; i < sizeof centers / sizeof *centers; i++)
    for (size_t k = 0; k < sizeof halves / sizeof *halves; k++) {
      carom_vec3 half = {halves[k], halves[k], halves[k]};
      carom_aabb box = aabb_around((carom_pos){centers[i], centers[i], centers[i]}, half);
      ck_assert_msg(misses(box.min.x, box.max.x, centers[i], halves[k]) == 0, "%a %a", centers[i],
                    (double)halves[k]);
      ck_assert(box.min.x == box.min.y && box.min.y == box.min.z && box.max.x == box.max.y &&
                box.max.y == box.max.z);
    }
}
END_TEST

START_TEST(frames_and_relatives_agree) {
  uint64_t random = 59;
  float most = 0;
  for (int i = 0; i < 100000; i++) {
    carom_pose pose_a = {random_position(&random), test_quat(&random)},
               pose_b = {pose_a.position, test_quat(&random)};
    pose_b.position = pos_add(pose_b.position, test_vec3(&random, -10, 10));
    carom_frame a = pose_to_frame(&pose_a), b = pose_to_frame(&pose_b);
    carom_vec3 p = test_vec3(&random, -10, 10);
    carom__relative b_in_a = frame_relative(&a, &b), a_in_b = relative_inverse(&b_in_a);
    carom_vec3 there = relative_apply(&b_in_a, p);
    most = fmaxf(most, vec3_norm1(vec3_sub(there, frame_unapply(&a, frame_apply(&b, p)))));
    most = fmaxf(most, vec3_norm1(vec3_sub(relative_apply(&a_in_b, there), p)));
    most = fmaxf(most, vec3_norm1(vec3_sub(relative_unapply(&b_in_a, there), p)));
    carom_frame again = frame_compose(&a, &b_in_a);
    most = fmaxf(most, vec3_norm1(pos_sub(again.origin, b.origin)));
  }
  ck_assert_msg(most > 0 && most < 2e-4f, "off by %g", (double)most);
}
END_TEST

static TCase *accept_case(void) {
  TCase *tcase = tcase_create("accept");
  tcase_add_test(tcase, the_compiler_rounds_matrices_to_floats);
  tcase_add_test(tcase, zero_rotation_is_the_identity);
  tcase_add_test(tcase, rotations_that_are_not_finite);
  tcase_add_test(tcase, exact_units_stay);
  tcase_add_test(tcase, lengths_within_tolerance);
  tcase_add_test(tcase, lengths_far_off);
  tcase_add_test(tcase, positions);
  tcase_add_test(tcase, poses);
  tcase_add_test(tcase, local_poses);
  return tcase;
}

static TCase *bounds_case(void) {
  TCase *tcase = tcase_create("bounds");
  tcase_set_timeout(tcase, 60);
  tcase_add_test(tcase, aabb_around_is_tight);
  tcase_add_test(tcase, aabb_around_feels_the_smallest_half);
  tcase_add_test(tcase, frames_and_relatives_agree);
  return tcase;
}

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("pose");
  suite_add_tcase(suite, accept_case());
  suite_add_tcase(suite, bounds_case());
  return suite;
}
