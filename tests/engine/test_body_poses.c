/* test_body_poses.c: poses in bulk, from and to arrays of either scalar type and any stride. */
#include "refusal.h"

/* More than are done together, and more than a word has bits. */
enum { COUNT = 70 };

/* One entry of a game's own array, with other things between. */
typedef struct {
  char name[3];
  double position[3];
  int health;
  double rotation[4];
} double_entry;

typedef struct {
  char name[5];
  float rotation[4], position[3];
} float_entry;

static void make_bodies(carom_world *world, carom_body *bodies) {
  for (int i = 0; i < COUNT; i++) bodies[i] = support_body(world, CAROM_KINEMATIC, -i, 0, 0);
}

/* Does body i have this pose? Half a turn or so about z, so that floats hold it exactly. */
static bool is_at(const carom_world *world, carom_body body, double x, float z, float w) {
  carom_pose pose;
  carom_body_get_pose(world, body, &pose);
  return pose.position.x == x && pose.position.y == 2 * x && pose.position.z == -x && pose.rotation.x == 0 &&
         pose.rotation.z == z && pose.rotation.w == w;
}

START_TEST(doubles_in_structs) {
  carom_world *world = support_world();
  carom_body bodies[COUNT];
  double_entry in[COUNT], out[COUNT];
  int wrong = 0;
  make_bodies(world, bodies);
  memset(out, 0, sizeof out);
  for (int i = 0; i < COUNT; i++) {
    double x = 1e8 + i / 1024.0;
    in[i] = (double_entry){.position = {x, 2 * x, -x}, .rotation = {0, 0, 1, 0}, .health = i};
  }
  const carom_pose_array array = {CAROM_DOUBLE, in[0].position, sizeof *in, in[0].rotation, sizeof *in};
  const carom_pose_buffer buffer = {CAROM_DOUBLE, out[0].position, sizeof *out, out[0].rotation, sizeof *out};
  ck_assert_int_eq(carom_body_set_poses(world, bodies, COUNT, &array), CAROM_OK);
  ck_assert_int_eq(carom_body_get_poses(world, bodies, COUNT, &buffer), CAROM_OK);
  for (int i = 0; i < COUNT; i++) {
    wrong += !is_at(world, bodies[i], 1e8 + i / 1024.0, 1, 0) || out[i].health != 0;
    wrong += memcmp(in[i].position, out[i].position, sizeof in[i].position) != 0;
    wrong += memcmp(in[i].rotation, out[i].rotation, sizeof in[i].rotation) != 0;
  }
  ck_assert_int_eq(wrong, 0);
  carom_world_destroy(world);
}
END_TEST

START_TEST(floats_in_structs) {
  carom_world *world = support_world();
  carom_body bodies[COUNT];
  float_entry in[COUNT], out[COUNT];
  int wrong = 0;
  make_bodies(world, bodies);
  memset(out, 0, sizeof out);
  for (int i = 0; i < COUNT; i++) {
    float x = (float)i / 4;
    in[i] = (float_entry){.position = {x, 2 * x, -x}, .rotation = {0, 0, -1, 0}};
  }
  const carom_pose_array array = {CAROM_FLOAT, in[0].position, sizeof *in, in[0].rotation, sizeof *in};
  const carom_pose_buffer buffer = {CAROM_FLOAT, out[0].position, sizeof *out, out[0].rotation, sizeof *out};
  ck_assert_int_eq(carom_body_set_poses(world, bodies, COUNT, &array), CAROM_OK);
  ck_assert_int_eq(carom_body_get_poses(world, bodies, COUNT, &buffer), CAROM_OK);
  for (int i = 0; i < COUNT; i++) {
    wrong += !is_at(world, bodies[i], (double)i / 4, -1, 0) || out[i].name[0] != 0;
    wrong += memcmp(in[i].position, out[i].position, sizeof in[i].position) != 0;
    wrong += memcmp(in[i].rotation, out[i].rotation, sizeof in[i].rotation) != 0;
  }
  ck_assert_int_eq(wrong, 0);
  carom_world_destroy(world);
}
END_TEST

/* Packed floats from an address that no float may stand at, positions alone: rotations stay. */
START_TEST(packed_positions_from_any_address) {
  carom_world *world = support_world();
  carom_body bodies[COUNT];
  unsigned char bytes[COUNT * 3 * sizeof(float) + 1];
  int wrong = 0;
  make_bodies(world, bodies);
  for (int i = 0; i < COUNT; i++) {
    const carom_pose turned = {.rotation = {0, 0, 1, 0}};
    const float p[3] = {(float)i, 2 * (float)i, -(float)i};
    carom_body_set_pose(world, bodies[i], &turned);
    memcpy(bytes + 1 + (size_t)i * sizeof p, p, sizeof p);
  }
  const carom_pose_array array = {.scalar = CAROM_FLOAT, .positions = bytes + 1};
  ck_assert_int_eq(carom_body_set_poses(world, bodies, COUNT, &array), CAROM_OK);
  for (int i = 0; i < COUNT; i++) wrong += !is_at(world, bodies[i], i, 1, 0);
  ck_assert_int_eq(wrong, 0);
  double positions[COUNT][3], rotations[COUNT][4];
  ck_assert_int_eq(carom_body_get_poses(world, bodies, COUNT, &(carom_pose_buffer){.scalar = CAROM_DOUBLE}),
                   CAROM_OK);
  const carom_pose_buffer buffer = {.scalar = CAROM_DOUBLE, .positions = positions, .rotations = rotations};
  ck_assert_int_eq(carom_body_get_poses(world, bodies, COUNT, &buffer), CAROM_OK);
  for (int i = 0; i < COUNT; i++)
    wrong += positions[i][1] != 2.0 * i || rotations[i][2] != 1 || rotations[i][3] != 0;
  ck_assert_int_eq(wrong, 0);
  carom_world_destroy(world);
}
END_TEST

/* What is set in bulk is taken as if one by one. */
START_TEST(bulk_is_the_same_as_one_by_one) {
  uint64_t random = 8;
  carom_world *bulk = support_world(), *single = support_world();
  carom_body bodies[COUNT];
  double positions[COUNT][3];
  float as_floats[COUNT][4];
  double rotations[COUNT][4];
  make_bodies(bulk, bodies);
  make_bodies(single, bodies);
  for (int i = 0; i < COUNT; i++) {
    carom_quat q = test_quat(&random);
    carom_vec3 p = test_vec3(&random, -50, 50);
    memcpy(as_floats[i], &q, sizeof q);
    for (int k = 0; k < 4; k++) rotations[i][k] = (double)as_floats[i][k];
    positions[i][0] = (double)p.x, positions[i][1] = (double)p.y, positions[i][2] = (double)p.z;
    carom_pose pose = {{positions[i][0], positions[i][1], positions[i][2]}, q};
    ck_assert_int_eq(carom_body_set_pose(single, bodies[i], &pose), CAROM_OK);
  }
  const carom_pose_array array = {.scalar = CAROM_DOUBLE, .positions = positions, .rotations = rotations};
  ck_assert_int_eq(carom_body_set_poses(bulk, bodies, COUNT, &array), CAROM_OK);
  ck_assert_uint_eq(carom_world_hash(bulk), carom_world_hash(single));
  carom_world_destroy(bulk);
  carom_world_destroy(single);
}
END_TEST

/* One wrong entry, wherever it is, and none is taken; the log names it. */
START_TEST(one_wrong_entry_refuses_all) {
  traps_off();
  for (size_t at = 0; at < 3; at++)
    for (int i = 0; i < BAD_POSES; i++) {
      scene s;
      scene_make(&s);
      carom_body bodies[3] = {s.body, s.still, s.body};
      const carom_pose *bad = &bad_poses[i].pose;
      double positions[3][3] = {{5, 5, 5}, {6, 6, 6}, {7, 7, 7}};
      double rotations[3][4] = {{0, 0, 0, 1}, {0, 0, 0, 0}, {0, 0, 1, 0}};
      memcpy(positions[at], &bad->position, sizeof positions[at]);
      const carom_quat q = bad->rotation;
      rotations[at][0] = (double)q.x, rotations[at][1] = (double)q.y;
      rotations[at][2] = (double)q.z, rotations[at][3] = (double)q.w;
      const carom_pose_array array = {.scalar = CAROM_DOUBLE, .positions = positions, .rotations = rotations};
      refused(&s, carom_body_set_poses(s.world, bodies, 3, &array), bad_poses[i].want,
              "carom_body_set_poses");
      carom_world_destroy(s.world);
    }
}
END_TEST

/* The first of two wrong entries is the one that counts, wherever it is. */
START_TEST(one_wrong_among_many) {
  traps_off();
  carom_world *world = support_world();
  carom_body bodies[COUNT], gone = support_body(world, CAROM_KINEMATIC, 0, 0, 0);
  float positions[COUNT][3] = {{0}};
  const carom_pose_array array = {.scalar = CAROM_FLOAT, .positions = positions};
  make_bodies(world, bodies);
  ck_assert_int_eq(carom_body_destroy(world, gone), CAROM_OK);
  bodies[COUNT - 1] = gone;
  uint64_t before = carom_world_hash(world);
  int wrong = 0;
  for (int i = 0; i < COUNT - 1; i++) {
    positions[i][1] = NAN;
    wrong += carom_body_set_poses(world, bodies, COUNT, &array) != CAROM_NOT_FINITE;
    positions[i][1] = 1.1e9f;
    wrong += carom_body_set_poses(world, bodies, COUNT, &array) != CAROM_OUT_OF_RANGE;
    positions[i][1] = 1;
    wrong += carom_body_set_poses(world, bodies, COUNT, &array) != CAROM_STALE_ID;
  }
  ck_assert_int_eq(wrong, 0);
  ck_assert_uint_eq(carom_world_hash(world), before);
  carom_world_destroy(world);
}
END_TEST

/* Of two entries of one body the later one stays, near or far. */
START_TEST(a_body_of_two_entries) {
  carom_world *world = support_world();
  carom_body bodies[COUNT];
  float positions[COUNT][3] = {{0}};
  const carom_pose_array array = {.scalar = CAROM_FLOAT, .positions = positions};
  make_bodies(world, bodies);
  bodies[1] = bodies[COUNT - 1] = bodies[0];
  for (int i = 0; i < COUNT; i++) positions[i][0] = (float)i;
  carom_pose pose;
  ck_assert_int_eq(carom_body_set_poses(world, bodies, 2, &array), CAROM_OK);
  ck_assert_int_eq(carom_body_get_pose(world, bodies[0], &pose), CAROM_OK);
  ck_assert(pose.position.x == 1);
  ck_assert_int_eq(carom_body_set_poses(world, bodies, COUNT, &array), CAROM_OK);
  ck_assert_int_eq(carom_body_get_pose(world, bodies[0], &pose), CAROM_OK);
  ck_assert(pose.position.x == COUNT - 1);
  carom_world_destroy(world);
}
END_TEST

START_TEST(no_bodies_need_no_arrays) {
  carom_world *world = support_world();
  const carom_pose_array poses = {.scalar = CAROM_FLOAT};
  const carom_pose_buffer buffer = {.scalar = CAROM_FLOAT};
  ck_assert_int_eq(carom_body_set_poses(world, NULL, 0, &poses), CAROM_OK);
  ck_assert_int_eq(carom_body_get_poses(world, NULL, 0, &buffer), CAROM_OK);
  carom_world_destroy(world);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("body poses");
  TCase *tests = tcase_create("bulk");
  tcase_add_test(tests, doubles_in_structs);
  tcase_add_test(tests, floats_in_structs);
  tcase_add_test(tests, packed_positions_from_any_address);
  tcase_add_test(tests, bulk_is_the_same_as_one_by_one);
  tcase_add_test(tests, one_wrong_entry_refuses_all);
  tcase_add_test(tests, one_wrong_among_many);
  tcase_add_test(tests, a_body_of_two_entries);
  tcase_add_test(tests, no_bodies_need_no_arrays);
  suite_add_tcase(suite, tests);
  return suite;
}
