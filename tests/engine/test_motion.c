/* test_motion.c: velocities move bodies exactly as stated, within the limits of the world. */
#include "support.h"

static carom_body moving(carom_world *world, carom_pose pose, carom_vec3 linear, carom_vec3 angular) {
  carom_body_def def = {.pose = pose, .linear_velocity = linear, .angular_velocity = angular};
  return carom_body_create(world, &def);
}

/* p + v dt, in double: the product of two floats is exact there, and the sum is rounded once. */
START_TEST(positions_are_integrated_in_double) {
  uint64_t random = 5;
  int wrong = 0;
  carom_world *world = support_world();
  for (int i = 0; i < 300; i++) {
    carom_pos p = {(double)test_uniform(&random, -1e6f, 1e6f), (double)test_uniform(&random, -1, 1), -5e8};
    carom_vec3 v = test_vec3(&random, -100, 100);
    carom_body body = moving(world, (carom_pose){.position = p}, v, (carom_vec3){0, 0, 0});
    for (int step = 0; step < 10; step++) {
      float dt = test_uniform(&random, 0, 0.1f);
      carom_pose out;
      ck_assert_int_eq(carom_world_step(world, dt), CAROM_OK);
      p = (carom_pos){p.x + (double)v.x * (double)dt, p.y + (double)v.y * (double)dt,
                      p.z + (double)v.z * (double)dt};
      carom_body_get_pose(world, body, &out);
      wrong += out.position.x != p.x || out.position.y != p.y || out.position.z != p.z ||
               out.rotation.w != 1 || out.rotation.x != 0;
    }
    carom_body_destroy(world, body);
  }
  ck_assert_int_eq(wrong, 0);
  carom_world_destroy(world);
}
END_TEST

/* exp(w dt / 2) q, in long double. */
static void reference_turn(carom_quat q, carom_vec3 w, float dt, long double out[4]) {
  long double t = (long double)dt, x = (long double)w.x * t, y = (long double)w.y * t,
              z = (long double)w.z * t;
  long double i = (long double)q.x, j = (long double)q.y, k = (long double)q.z, r = (long double)q.w;
  long double angle = sqrtl(x * x + y * y + z * z), c = cosl(angle / 2);
  long double s = angle > 0 ? sinl(angle / 2) / angle : 0.5L;
  x *= s, y *= s, z *= s;
  out[0] = c * i + x * r + y * k - z * j;
  out[1] = c * j + y * r + z * i - x * k;
  out[2] = c * k + z * r + x * j - y * i;
  out[3] = c * r - x * i - y * j - z * k;
}

/* The rounding of w dt to floats turns by up to 2^-23 of the angle; the rest is that of the quaternions. */
static double turn_error(carom_world *world, uint64_t *random, float speed) {
  carom_pose start = {.rotation = test_quat(random)}, before, after;
  carom_vec3 w = test_vec3(random, -speed, speed);
  float dt = test_uniform(random, 0, 0.5f);
  carom_body body = moving(world, start, (carom_vec3){0, 0, 0}, w);
  long double want[4], norm = 0, error = 0;
  carom_body_get_pose(world, body, &before);
  ck_assert_int_eq(carom_world_step(world, dt), CAROM_OK);
  carom_body_get_pose(world, body, &after);
  carom_body_destroy(world, body);
  reference_turn(before.rotation, w, dt, want);
  const long double got[4] = {(long double)after.rotation.x, (long double)after.rotation.y,
                              (long double)after.rotation.z, (long double)after.rotation.w};
  for (int i = 0; i < 4; i++) {
    error = fmaxl(error, fabsl(got[i] - want[i]));
    norm += got[i] * got[i];
  }
  ck_assert(fabsl(norm - 1) < 3e-7L);
  double angle = sqrt(3.0) * (double)speed * (double)dt;
  return (double)error / (6e-8 * (4 + angle));
}

START_TEST(rotations_are_the_exact_exponential) {
  const float speeds[] = {1e-20f, 1e-3f, 1, 10, 1e3f, 1e5f};
  uint64_t random = 6;
  carom_world *world = support_world();
  double worst = 0;
  for (int s = 0; s < 6; s++)
    for (int i = 0; i < 500; i++) worst = fmax(worst, turn_error(world, &random, speeds[s]));
  ck_assert_msg(worst <= 1, "error is %g of the bound", worst);
  carom_world_destroy(world);
}
END_TEST

/* A thousand small turns are one large one, and the quaternion stays a unit. */
START_TEST(rotations_do_not_drift) {
  carom_world *world = support_world();
  carom_body body =
      moving(world, (carom_pose){.position = {0, 0, 0}}, (carom_vec3){0, 0, 0}, (carom_vec3){0, 0, 1});
  carom_pose pose;
  for (int i = 0; i < 1024; i++) ck_assert_int_eq(carom_world_step(world, 0x1p-7f), CAROM_OK);
  carom_body_get_pose(world, body, &pose);
  ck_assert(fabs((double)pose.rotation.z - sin(4.0)) < 1e-4 &&
            fabs((double)pose.rotation.w - cos(4.0)) < 1e-4);
  ck_assert(pose.rotation.x == 0 && pose.rotation.y == 0);
  carom_world_destroy(world);
}
END_TEST

START_TEST(no_time_moves_nothing) {
  carom_world *world = support_world();
  carom_pose start = {{1, 2, 3}, {0.6f, 0, 0, 0.8f}}, before, after;
  carom_body body = moving(world, start, (carom_vec3){1e6f, 0, 0}, (carom_vec3){0, 1e6f, 0});
  carom_body_get_pose(world, body, &before);
  ck_assert_int_eq(carom_world_step(world, 0), CAROM_OK);
  carom_body_get_pose(world, body, &after);
  ck_assert_int_eq(memcmp(&before, &after, sizeof before), 0);
  carom_world_destroy(world);
}
END_TEST

START_TEST(what_does_not_move_stays) {
  carom_world *world = support_world();
  carom_body still = support_ball(world, CAROM_STATIC, 3), resting = support_ball(world, CAROM_KINEMATIC, 7);
  carom_body away =
      moving(world, (carom_pose){.position = {50, 0, 0}}, (carom_vec3){1, 0, 0}, (carom_vec3){1, 0, 0});
  carom_pose pose;
  carom_body_set_enabled(world, away, false);
  for (int i = 0; i < 10; i++) support_step(world);
  carom_body_get_pose(world, still, &pose);
  ck_assert(pose.position.x == 3 && pose.rotation.w == 1);
  carom_body_get_pose(world, resting, &pose);
  ck_assert(pose.position.x == 7 && pose.rotation.w == 1);
  carom_body_get_pose(world, away, &pose);
  ck_assert(pose.position.x == 50 && pose.rotation.w == 1);
  carom_body_set_enabled(world, away, true);
  support_step(world);
  carom_body_get_pose(world, away, &pose);
  ck_assert(pose.position.x == 50 + 0x1p-6 && pose.rotation.x > 0);
  carom_world_destroy(world);
}
END_TEST

START_TEST(bodies_stop_at_the_edge_of_the_world) {
  carom_world *world = support_world();
  carom_body out = moving(world, (carom_pose){.position = {9.9e8, -9.9e8, 5}}, (carom_vec3){1e6f, -1e6f, 1},
                          (carom_vec3){0, 0, 1});
  carom_body in = moving(world, (carom_pose){.position = {9.9e8, 0, 0}}, (carom_vec3){-1e6f, 0, 0},
                         (carom_vec3){0, 0, 0});
  carom_counts counts;
  carom_pose pose;
  support_collider(world, out, carom_shape_box(1e6f, 1, 1));
  for (int i = 0; i < 3; i++) {
    ck_assert_int_eq(carom_world_step(world, 16), CAROM_OK);
    carom_world_get_counts(world, &counts);
    ck_assert_uint_eq(counts.clamped, 1);
    carom_body_get_pose(world, out, &pose);
    ck_assert(pose.position.x == 1e9 && pose.position.y == -1e9 && pose.position.z == 5 + 16.0 * (i + 1));
  }
  carom_body_get_pose(world, in, &pose);
  ck_assert(pose.position.x == 9.9e8 - 48e6);
  carom_body_set_velocity(world, out, (carom_vec3){-1, 1, 0}, (carom_vec3){0, 0, 0});
  support_step(world);
  carom_world_get_counts(world, &counts);
  ck_assert_uint_eq(counts.clamped, 0);
  carom_body_get_pose(world, out, &pose);
  ck_assert(pose.position.x == 1e9 - 0x1p-6);
  carom_world_destroy(world);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("motion");
  TCase *tests = tcase_create("velocities");
  tcase_add_test(tests, positions_are_integrated_in_double);
  tcase_add_test(tests, rotations_are_the_exact_exponential);
  tcase_add_test(tests, rotations_do_not_drift);
  tcase_add_test(tests, no_time_moves_nothing);
  tcase_add_test(tests, what_does_not_move_stays);
  tcase_add_test(tests, bodies_stop_at_the_edge_of_the_world);
  suite_add_tcase(suite, tests);
  return suite;
}
