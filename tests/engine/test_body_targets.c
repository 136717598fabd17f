/* test_body_targets.c: poses that bodies reach by motion: where they end, what they meet and how fast, and in
 * bulk against one by one. */
#include "refusal.h"

#include <math.h>

/* More than a word has bits. */
enum { COUNT = 70 };

static const carom_vec3 none = {0, 0, 0};

static carom_pose random_pose(uint64_t *random, float most, bool planar) {
  carom_vec3 p = test_vec3(random, -most, most);
  if (planar) return carom_pose_planar((double)p.x, (double)p.y, (double)p.z);
  return (carom_pose){{(double)p.x, (double)p.y, (double)p.z}, test_quat(random)};
}

/* Twice the sine of half the angle between two rotations. */
static double angle_between(carom_quat a, carom_quat b) {
  double dot = (double)a.x * (double)b.x + (double)a.y * (double)b.y + (double)a.z * (double)b.z +
               (double)a.w * (double)b.w;
  double sign = dot < 0 ? -1 : 1;
  double x = (double)a.x - sign * (double)b.x, y = (double)a.y - sign * (double)b.y;
  double z = (double)a.z - sign * (double)b.z, w = (double)a.w - sign * (double)b.w;
  return 2 * sqrt(x * x + y * y + z * z + w * w);
}

static bool is_near(double got, double want, double from) {
  return fabs(got - want) <= 0x1p-23 * fabs(want - from) + 0x1p-50 * fabs(want);
}

/* Is a body where it should be, within what the header states? */
static bool has_come(const carom_world *world, carom_body body, const carom_pose *from,
                     const carom_pose *to) {
  carom_pose at;
  ck_assert_int_eq(carom_body_get_pose(world, body, &at), CAROM_OK);
  return is_near(at.position.x, to->position.x, from->position.x) &&
         is_near(at.position.y, to->position.y, from->position.y) &&
         is_near(at.position.z, to->position.z, from->position.z) &&
         angle_between(at.rotation, to->rotation) <= 0x1p-20;
}

/* The rotation of a pose as a body has it. */
static carom_quat unit_of(carom_world *world, carom_body body, const carom_pose *pose) {
  carom_pose got;
  ck_assert_int_eq(carom_body_set_pose(world, body, pose), CAROM_OK);
  carom_body_get_pose(world, body, &got);
  return got.rotation;
}

/* Near and far, slowly and fast, in one step and in four; every fourth turn is half a turn or next to none.
 */
START_TEST(targets_are_reached) {
  const float ranges[] = {1e-3f, 1, 1e3f, 1e6f}, steps[] = {1 / 60.0f, 0.25f, 1e-2f, 100};
  uint64_t random = (uint64_t)_i;
  carom_world *world;
  ck_assert_int_eq(carom_world_create(&(carom_world_def){.planar = _i % 2}, &world), CAROM_OK);
  carom_body body = carom_body_create(world, NULL), other = carom_body_create(world, NULL);
  int wrong = 0;
  for (int i = 0; i < 4000; i++) {
    float range = ranges[i % 4], dt = steps[i / 4 % 4];
    carom_pose from = random_pose(&random, range, _i % 2), to = random_pose(&random, range, _i % 2);
    if (i % 16 == 3) to.rotation = from.rotation;
    if (i % 16 == 7)
      to.rotation = (carom_quat){-from.rotation.x, -from.rotation.y, -from.rotation.z, -from.rotation.w};
    if (i % 16 == 11) from.rotation = (carom_quat){0, 0, 0, 1}, to.rotation = (carom_quat){0, 0, 1, 0};
    if (i % 16 == 15) to.rotation = from.rotation, to.rotation.z += 1e-5f;
    ck_assert_int_eq(carom_body_set_pose(world, body, &from), CAROM_OK);
    carom_status status = carom_body_set_target(world, body, &to, i % 3 ? dt : 4 * dt);
    if (status) ck_assert(status == CAROM_OUT_OF_RANGE && range / dt > 1e5f);
    if (status) continue;
    for (int k = 0; k < (i % 3 ? 1 : 4); k++) ck_assert_int_eq(carom_world_step(world, dt), CAROM_OK);
    to.rotation = unit_of(world, other, &to);
    wrong += !has_come(world, body, &from, &to);
  }
  ck_assert_int_eq(wrong, 0);
  carom_world_destroy(world);
}
END_TEST

/* The same target before each step: what is there rests. */
START_TEST(what_has_come_rests) {
  uint64_t random = 3;
  carom_world *world = support_world();
  carom_body body = carom_body_create(world, NULL);
  for (int i = 0; i < 500; i++) {
    carom_pose to = random_pose(&random, i % 2 ? 3 : 1e3f, false), last, at;
    carom_vec3 v, w;
    for (int k = 0; k < 6; k++) {
      ck_assert_int_eq(carom_body_set_target(world, body, &to, SUPPORT_DT), CAROM_OK);
      carom_body_get_pose(world, body, &last);
      support_step(world);
    }
    carom_body_get_pose(world, body, &at);
    carom_body_get_velocity(world, body, &v, &w);
    ck_assert(memcmp(&v, &none, sizeof v) == 0 && memcmp(&w, &none, sizeof w) == 0);
    ck_assert(memcmp(&at, &last, sizeof at) == 0);
    ck_assert(at.position.x == to.position.x && at.position.y == to.position.y &&
              at.position.z == to.position.z);
  }
  carom_world_destroy(world);
}
END_TEST

/* A lift comes up to a ball: placed, it has no speed, and on its way it has. */
START_TEST(contacts_have_the_speed) {
  for (int targeted = 0; targeted < 2; targeted++) {
    carom_world *world = support_world();
    carom_body lift = support_ball(world, CAROM_KINEMATIC, -3);
    carom_pose up = {.position = {-1.75, 0, 0}};
    size_t count;
    support_ball(world, CAROM_KINEMATIC, 0);
    if (targeted)
      ck_assert_int_eq(carom_body_set_target(world, lift, &up, SUPPORT_DT), CAROM_OK);
    else
      ck_assert_int_eq(carom_body_set_pose(world, lift, &up), CAROM_OK);
    support_step(world);
    const carom_contact *contacts = carom_world_get_contacts(world, &count);
    ck_assert_uint_eq(count, 1);
    ck_assert(fabsf(contacts[0].approach_speed - (targeted ? 1.25f / SUPPORT_DT : 0)) < 1e-4f);
    carom_world_destroy(world);
  }
}
END_TEST

/* The same with a thin wall between, which only what moves can meet; a blade turns through a post. */
START_TEST(what_is_swept_meets_what_lies_between) {
  for (int targeted = 0; targeted < 2; targeted++) {
    carom_world *world = support_world();
    carom_body door = support_body(world, CAROM_KINEMATIC, 0, 0, 0);
    carom_body post = support_body(world, CAROM_STATIC, 3, 0, 3);
    carom_pose open = {.rotation = {0, 0.70710678f, 0, 0.70710678f}};
    size_t count;
    support_collider(world, door, carom_shape_box(0.1f, 1, 5));
    support_collider(world, post, carom_shape_box(0.2f, 1, 0.2f));
    carom_body_set_swept(world, door, true);
    support_step(world);
    if (targeted)
      ck_assert_int_eq(carom_body_set_target(world, door, &open, SUPPORT_DT), CAROM_OK);
    else
      ck_assert_int_eq(carom_body_set_pose(world, door, &open), CAROM_OK);
    support_step(world);
    const carom_swept_hit *hits = carom_world_get_swept_hits(world, &count);
    ck_assert_uint_eq(count, (size_t)targeted);
    if (targeted) ck_assert(hits[0].fraction > 0.4 && hits[0].fraction < 0.5);
    carom_world_destroy(world);
  }
}
END_TEST

START_TEST(bulk_is_the_same_as_one_by_one) {
  uint64_t random = 8;
  carom_world *bulk = support_world(), *single = support_world();
  carom_body bodies[COUNT];
  carom_pos positions[COUNT];
  carom_quat rotations[COUNT];
  for (int i = 0; i < COUNT; i++) {
    bodies[i] = support_ball(bulk, CAROM_KINEMATIC, 10 * i);
    support_ball(single, CAROM_KINEMATIC, 10 * i);
  }
  bodies[COUNT - 1] = bodies[0];
  for (int round = 0; round < 6; round++) {
    for (int i = 0; i < COUNT; i++) {
      carom_pose to = random_pose(&random, 50, false), own;
      positions[i] = to.position, rotations[i] = to.rotation;
      carom_body_get_pose(single, bodies[i], &own);
      if (round % 2) to.rotation = own.rotation;
      ck_assert_int_eq(carom_body_set_target(single, bodies[i], &to, 0.5f), CAROM_OK);
    }
    const carom_pose_array array = {.scalar = CAROM_DOUBLE, .positions = positions};
    double wide[COUNT][4];
    for (int i = 0; i < COUNT; i++) {
      const carom_quat q = rotations[i];
      wide[i][0] = (double)q.x, wide[i][1] = (double)q.y, wide[i][2] = (double)q.z, wide[i][3] = (double)q.w;
    }
    carom_pose_array turning = array;
    turning.rotations = wide;
    ck_assert_int_eq(carom_body_set_targets(bulk, bodies, COUNT, round % 2 ? &array : &turning, 0.5f),
                     CAROM_OK);
    ck_assert_uint_eq(carom_world_hash(bulk), carom_world_hash(single));
    ck_assert_int_eq(carom_world_step(bulk, 0.5f), CAROM_OK);
    ck_assert_int_eq(carom_world_step(single, 0.5f), CAROM_OK);
    ck_assert_uint_eq(carom_world_hash(bulk), carom_world_hash(single));
  }
  carom_world_destroy(bulk);
  carom_world_destroy(single);
}
END_TEST

/* One wrong entry, wherever it is, and none is taken. A static body may be told to stay. */
START_TEST(one_wrong_entry_refuses_all) {
  traps_off();
  scene s;
  scene_make(&s);
  carom_body bodies[COUNT];
  double positions[COUNT][3];
  const carom_pose_array array = {.scalar = CAROM_DOUBLE, .positions = positions};
  const struct {
    double number;
    carom_status want;
  } wrongs[] = {{(double)NAN, CAROM_NOT_FINITE}, {1.1e9, CAROM_OUT_OF_RANGE}, {1e7, CAROM_OUT_OF_RANGE}};
  for (int i = 0; i < COUNT; i++) {
    bodies[i] = s.body;
    for (int k = 0; k < 3; k++) positions[i][k] = 3;
  }
  for (int i = 0; i < COUNT; i++) {
    for (int k = 0; k < 3; k++) {
      positions[i][k] = wrongs[k].number;
      refused(&s, carom_body_set_targets(s.world, bodies, COUNT, &array, 1), wrongs[k].want,
              "carom_body_set_targets");
      positions[i][k] = 3;
    }
    bodies[i] = s.still;
    refused(&s, carom_body_set_targets(s.world, bodies, COUNT, &array, 1), CAROM_STATIC_BODY,
            "carom_body_set_targets");
    bodies[i] = s.body;
  }
  const carom_pose stay = {.position = {1, 0, 0}};
  ck_assert_int_eq(carom_body_set_target(s.world, s.still, &stay, 1), CAROM_OK);
  ck_assert_uint_eq(carom_world_hash(s.world), s.hash);
  ck_assert_int_eq(carom_body_set_targets(s.world, NULL, 0, &(carom_pose_array){.scalar = CAROM_FLOAT}, 1),
                   CAROM_OK);
  refused(&s, carom_body_set_target(s.world, s.body, &stay, 1e-42f), CAROM_OUT_OF_RANGE,
          "carom_body_set_target");
  carom_world_destroy(s.world);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("body targets");
  TCase *tests = tcase_create("targets");
  tcase_add_loop_test(tests, targets_are_reached, 0, 4);
  tcase_add_test(tests, what_has_come_rests);
  tcase_add_test(tests, contacts_have_the_speed);
  tcase_add_test(tests, what_is_swept_meets_what_lies_between);
  tcase_add_test(tests, bulk_is_the_same_as_one_by_one);
  tcase_add_test(tests, one_wrong_entry_refuses_all);
  suite_add_tcase(suite, tests);
  return suite;
}
