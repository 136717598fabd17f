/* test_body_velocities.c: velocities in bulk, from and to arrays of either scalar type and any stride. */
#include "refusal.h"

/* More than a word has bits. */
enum { COUNT = 70 };

/* One entry of a game's own array, with other things between. */
typedef struct {
  char name[3];
  double linear[3];
  int health;
  double angular[3];
} double_entry;

static void make_bodies(carom_world *world, carom_body *bodies) {
  for (int i = 0; i < COUNT; i++) bodies[i] = support_ball(world, CAROM_KINEMATIC, 10 * i);
}

static bool moves_by(const carom_world *world, carom_body body, carom_vec3 linear, carom_vec3 angular) {
  carom_vec3 v, w;
  ck_assert_int_eq(carom_body_get_velocity(world, body, &v, &w), CAROM_OK);
  return memcmp(&v, &linear, sizeof v) == 0 && memcmp(&w, &angular, sizeof w) == 0;
}

START_TEST(doubles_in_structs) {
  carom_world *world = support_world();
  carom_body bodies[COUNT];
  double_entry in[COUNT], out[COUNT];
  int wrong = 0;
  make_bodies(world, bodies);
  memset(out, 0, sizeof out);
  for (int i = 0; i < COUNT; i++)
    in[i] = (double_entry){.linear = {i, -1, 0.1}, .angular = {0, 0.5, -i}, .health = i};
  const carom_velocity_array array = {CAROM_DOUBLE, in[0].linear, sizeof *in, in[0].angular, sizeof *in};
  const carom_velocity_buffer buffer = {CAROM_DOUBLE, out[0].linear, sizeof *out, out[0].angular,
                                        sizeof *out};
  ck_assert_int_eq(carom_body_set_velocities(world, bodies, COUNT, &array), CAROM_OK);
  ck_assert_int_eq(carom_body_get_velocities(world, bodies, COUNT, &buffer), CAROM_OK);
  for (int i = 0; i < COUNT; i++) {
    wrong += !moves_by(world, bodies[i], (carom_vec3){(float)i, -1, 0.1f}, (carom_vec3){0, 0.5f, (float)-i});
    wrong += out[i].health != 0 || out[i].linear[0] != i || out[i].linear[2] != (double)0.1f;
    wrong += memcmp(in[i].angular, out[i].angular, sizeof in[i].angular) != 0;
  }
  ck_assert_int_eq(wrong, 0);
  carom_world_destroy(world);
}
END_TEST

/* Packed floats from an address that no float may stand at; what has no array stays. */
START_TEST(one_sort_alone) {
  carom_world *world = support_world();
  carom_body bodies[COUNT];
  unsigned char bytes[COUNT * 3 * sizeof(float) + 1];
  float angular[COUNT][3] = {{0}}, got[COUNT][3];
  int wrong = 0;
  make_bodies(world, bodies);
  for (int i = 0; i < COUNT; i++) {
    const float v[3] = {(float)i, 2, (float)-i};
    memcpy(bytes + 1 + (size_t)i * sizeof v, v, sizeof v);
    angular[i][1] = (float)(i % 2);
  }
  const carom_velocity_array linear = {.scalar = CAROM_FLOAT, .linear = bytes + 1};
  const carom_velocity_array turning = {.scalar = CAROM_FLOAT, .angular = angular};
  ck_assert_int_eq(carom_body_set_velocities(world, bodies, COUNT, &linear), CAROM_OK);
  ck_assert_int_eq(carom_body_set_velocities(world, bodies, COUNT, &turning), CAROM_OK);
  for (int i = 0; i < COUNT; i++)
    wrong +=
        !moves_by(world, bodies[i], (carom_vec3){(float)i, 2, (float)-i}, (carom_vec3){0, (float)(i % 2), 0});
  const carom_velocity_buffer buffer = {.scalar = CAROM_FLOAT, .angular = got};
  ck_assert_int_eq(carom_body_get_velocities(world, bodies, COUNT, &buffer), CAROM_OK);
  ck_assert_int_eq(memcmp(got, angular, sizeof got), 0);
  ck_assert_int_eq(wrong, 0);
  carom_world_destroy(world);
}
END_TEST

/* What is set in bulk is taken as if one by one: the worlds go on alike. */
START_TEST(bulk_is_the_same_as_one_by_one) {
  uint64_t random = 8;
  carom_world *bulk = support_world(), *single = support_world();
  carom_body bodies[COUNT];
  carom_vec3 linear[COUNT], angular[COUNT];
  make_bodies(bulk, bodies);
  make_bodies(single, bodies);
  for (int round = 0; round < 4; round++) {
    for (int i = 0; i < COUNT; i++) {
      bool still = test_below(&random, 3) == 0;
      linear[i] = still ? (carom_vec3){0, 0, 0} : test_vec3(&random, -50, 50);
      angular[i] = still ? (carom_vec3){0, 0, 0} : test_vec3(&random, -5, 5);
      ck_assert_int_eq(carom_body_set_velocity(single, bodies[i], linear[i], angular[i]), CAROM_OK);
    }
    const carom_velocity_array array = {.scalar = CAROM_FLOAT, .linear = linear, .angular = angular};
    ck_assert_int_eq(carom_body_set_velocities(bulk, bodies, COUNT, &array), CAROM_OK);
    ck_assert_uint_eq(carom_world_hash(bulk), carom_world_hash(single));
    support_step(bulk);
    support_step(single);
    ck_assert_uint_eq(carom_world_hash(bulk), carom_world_hash(single));
  }
  carom_world_destroy(bulk);
  carom_world_destroy(single);
}
END_TEST

/* One wrong entry, wherever it is, and none is taken; the first of two wrong ones counts. */
START_TEST(one_wrong_entry_refuses_all) {
  traps_off();
  scene s;
  scene_make(&s);
  carom_body bodies[COUNT];
  double linear[COUNT][3];
  const carom_velocity_array array = {.scalar = CAROM_DOUBLE, .linear = linear};
  const struct {
    double number;
    carom_status want;
  } wrongs[] = {{(double)NAN, CAROM_NOT_FINITE},
                {1e300, CAROM_NOT_FINITE},
                {-1.001e6, CAROM_OUT_OF_RANGE},
                {1, CAROM_STATIC_BODY}};
  for (int i = 0; i < COUNT; i++) {
    bodies[i] = s.body;
    for (int k = 0; k < 3; k++) linear[i][k] = 3;
  }
  bodies[COUNT - 1] = s.dead_body;
  refused(&s, carom_body_set_velocities(s.world, bodies, COUNT, &array), CAROM_STALE_ID,
          "carom_body_set_velocities");
  for (int i = 0; i < COUNT - 1; i++)
    for (int k = 0; k < 4; k++) {
      linear[i][k % 3] = wrongs[k].number;
      if (k == 3) bodies[i] = s.still;
      refused(&s, carom_body_set_velocities(s.world, bodies, COUNT, &array), wrongs[k].want,
              "carom_body_set_velocities");
      linear[i][k % 3] = 3;
      bodies[i] = s.body;
    }
  carom_world_destroy(s.world);
}
END_TEST

/* Static bodies take zero, and planar worlds what is in the plane. */
START_TEST(what_one_call_takes_many_take) {
  carom_world *world;
  ck_assert_int_eq(carom_world_create(&(carom_world_def){.planar = true}, &world), CAROM_OK);
  carom_body bodies[2] = {support_body(world, CAROM_STATIC, 0, 0, 0),
                          support_body(world, CAROM_KINEMATIC, 0, 0, 0)};
  float linear[2][3] = {{0, -0.0f, 0}, {1, 2, 0}}, angular[2][3] = {{0, 0, 0}, {0, 0, 3}};
  const carom_velocity_array array = {.scalar = CAROM_FLOAT, .linear = linear, .angular = angular};
  ck_assert_int_eq(carom_body_set_velocities(world, bodies, 2, &array), CAROM_OK);
  linear[1][2] = 1;
  ck_assert_int_eq(carom_body_set_velocities(world, bodies, 2, &array), CAROM_NOT_PLANAR);
  ck_assert(moves_by(world, bodies[1], (carom_vec3){1, 2, 0}, (carom_vec3){0, 0, 3}));
  carom_world_destroy(world);
}
END_TEST

/* Of two entries of one body the later one stays, near or far. */
START_TEST(a_body_of_two_entries) {
  carom_world *world = support_world();
  carom_body bodies[COUNT];
  float linear[COUNT][3] = {{0}};
  const carom_velocity_array array = {.scalar = CAROM_FLOAT, .linear = linear};
  make_bodies(world, bodies);
  bodies[1] = bodies[COUNT - 1] = bodies[0];
  for (int i = 0; i < COUNT; i++) linear[i][0] = (float)i;
  ck_assert_int_eq(carom_body_set_velocities(world, bodies, COUNT, &array), CAROM_OK);
  ck_assert(moves_by(world, bodies[0], (carom_vec3){COUNT - 1, 0, 0}, (carom_vec3){0, 0, 0}));
  carom_world_destroy(world);
}
END_TEST

START_TEST(no_bodies_need_no_arrays) {
  carom_world *world = support_world();
  const carom_velocity_array velocities = {.scalar = CAROM_FLOAT};
  const carom_velocity_buffer buffer = {.scalar = CAROM_FLOAT};
  ck_assert_int_eq(carom_body_set_velocities(world, NULL, 0, &velocities), CAROM_OK);
  ck_assert_int_eq(carom_body_get_velocities(world, NULL, 0, &buffer), CAROM_OK);
  carom_world_destroy(world);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("body velocities");
  TCase *tests = tcase_create("bulk");
  tcase_add_test(tests, doubles_in_structs);
  tcase_add_test(tests, one_sort_alone);
  tcase_add_test(tests, bulk_is_the_same_as_one_by_one);
  tcase_add_test(tests, one_wrong_entry_refuses_all);
  tcase_add_test(tests, what_one_call_takes_many_take);
  tcase_add_test(tests, a_body_of_two_entries);
  tcase_add_test(tests, no_bodies_need_no_arrays);
  suite_add_tcase(suite, tests);
  return suite;
}
