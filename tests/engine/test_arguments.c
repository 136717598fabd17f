/* test_arguments.c: every public function (calls.def) with every wrong argument (wrong_arguments.h): the
 * exact status, nothing changed, the log and the last status told, outs left alone; and with good ones. */
#include "wrong_arguments.h"

#define CALL(name, call, ...)                                                                                \
  static carom_status call_##name(args *a) {                                                                 \
    (void)a;                                                                                                 \
    return call;                                                                                             \
  }
#include "calls.def"
#undef CALL

static const struct {
  const char *name;
  carom_status (*call)(args *a);
  wrong_fn *wrongs[8];
} rows[] = {
#define CALL(name, call, ...) {#name, call_##name, {__VA_ARGS__}},
#include "calls.def"
#undef CALL
};

static carom_status call(int row, args *a) {
  a->pointers = 0;
  a->logs = false;
  return rows[row].call(a);
}

/* The call was refused as it should be. */
static void expect_refusal(int row, scene *s, args *a, carom_status got) {
  if (a->logs)
    refused(s, got, a->want, rows[row].name);
  else
    unread(s, got, a->want, rows[row].name);
  untouched(a->room, sizeof a->room);
  untouched(&a->count, sizeof a->count);
  ck_assert(args_made_nothing(a));
}

static void expect_success(int row, args *a, carom_status got) {
  ck_assert_msg(!got, "%s: %s", rows[row].name, carom_status_name(got));
  args_free_made(a);
}

static void make_wrong(int row, wrong_fn *spoil, scene *s, const args *good) {
  for (size_t i = 0;; i++) {
    args a = *good;
    if (!spoil(&a, i)) return;
    expect_refusal(row, s, &a, call(row, &a));
  }
}

/* The first call that misses no pointer is a good one. */
static void miss_pointers(int row, scene *s, const args *good) {
  for (int missing = 1;; missing++) {
    args a = *good;
    a.missing = missing;
    a.want = CAROM_NULL_ARGUMENT;
    carom_status got = call(row, &a);
    if (a.pointers < missing) {
      expect_success(row, &a, got);
      return;
    }
    expect_refusal(row, s, &a, got);
  }
}

START_TEST(wrong_arguments_are_refused) {
  traps_off();
  scene s;
  static args good;
  scene_make(&s);
  args_make(&good, &s);
  for (size_t i = 0; i < COUNT_OF(rows[_i].wrongs) && rows[_i].wrongs[i]; i++)
    make_wrong(_i, rows[_i].wrongs[i], &s, &good);
  miss_pointers(_i, &s, &good);
  args_free(&good);
  carom_world_destroy(s.world);
}
END_TEST

START_TEST(planar_worlds_refuse_spatial_shapes) {
  carom_world_def def = {.planar = true};
  carom_world *world;
  carom_shape ball = carom_shape_sphere(1);
  ck_assert_int_eq(carom_world_create(&def, &world), CAROM_OK);
  carom_body body = carom_body_create(world, NULL);
  ck_assert_uint_eq(support_collider(world, body, ball).bits, 0);
  ck_assert_int_eq(carom_world_get_last_status(world), CAROM_WRONG_FAMILY);
  support_step(world);
  carom_world_destroy(world);
}
END_TEST

/* More than can be: arrays are then not read, as they end before. */
START_TEST(counts_beyond_all_limits_are_refused) {
  scene s;
  float points[24] = {0};
  unsigned char bytes[200] = {0};
  const carom_ring ring = {(const carom_vec2 *)points, SIZE_MAX};
  const carom_chain_def chain_def = {.points = points, .count = SIZE_MAX};
  const carom_collider_def def = {.shape = carom_shape_sphere(1)};
  carom_polygons_gap gap;
  carom_polygon *polygon;
  carom_hull *hull;
  carom_chain *chain;
  carom_world *world;
  scene_make(&s);
  refused(&s, carom_collider_create_many(s.world, s.body, &def, SIZE_MAX, NULL), CAROM_LIMIT,
          "carom_collider_create_many");
  ck_assert_int_eq(carom_polygon_from_points(NULL, points, SIZE_MAX, 0, &polygon), CAROM_LIMIT);
  ck_assert_int_eq(carom_hull_from_points(NULL, points, SIZE_MAX, 0, &hull), CAROM_LIMIT);
  ck_assert_int_eq(carom_chain_create(NULL, &chain_def, &chain), CAROM_LIMIT);
  ck_assert_int_eq(carom_rings_check(NULL, &ring, 1, NULL), CAROM_LIMIT);
  ck_assert_int_eq(carom_polygons_separation(&ring, &ring, &gap), CAROM_LIMIT);
  ck_assert_int_eq(carom_world_load(NULL, NULL, bytes, SIZE_MAX, &world), CAROM_BAD_SNAPSHOT);
  carom_world_destroy(s.world);
}
END_TEST

/* The limits themselves are allowed, and denormal numbers where zero is; a quaternion that is nearly a unit
 * is made one. */
START_TEST(limits_are_accepted) {
  carom_world *world = support_world();
  carom_body_def def = {.pose = {{1e9, -1e9, 1e9}, {0, 0, 0, 0.9995f}},
                        .linear_velocity = {1e6f, -1e6f, 0},
                        .angular_velocity = {0, 1e6f, -1e6f}};
  carom_body body = carom_body_create(world, &def);
  carom_pose pose;
  ck_assert_uint_ne(body.bits, 0);
  carom_body_get_pose(world, body, &pose);
  ck_assert(pose.rotation.w == 1);
  carom_collider_def small = {.shape = carom_shape_sphere(CAROM_SIZE_MIN), .pose.position = {1e6f, 0, -1e6f}};
  carom_collider_def large = {.shape = carom_shape_box(1e6f, 1e6f, 1e6f),
                              .filter.category = ~CAROM_MASK_NONE};
  ck_assert_uint_ne(carom_collider_create(world, body, &small).bits, 0);
  ck_assert_uint_ne(carom_collider_create(world, body, &large).bits, 0);
  ck_assert_int_eq(carom_world_step(world, 1e3f), CAROM_OK);
  ck_assert_int_eq(carom_world_step(world, 0), CAROM_OK);
  const carom_pose tiny = {{1e-310, -1e-310, 0}, {1e-42f, 0, 0, 1.0009f}};
  ck_assert_int_eq(carom_body_set_pose(world, body, &tiny), CAROM_OK);
  ck_assert_int_eq(carom_world_step(world, 1e-42f), CAROM_OK);
  carom_world_destroy(world);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("arguments");
  TCase *tests = tcase_create("arguments");
  tcase_add_loop_test(tests, wrong_arguments_are_refused, 0, COUNT_OF(rows));
  tcase_add_test(tests, planar_worlds_refuse_spatial_shapes);
  tcase_add_test(tests, limits_are_accepted);
  tcase_add_test(tests, counts_beyond_all_limits_are_refused);
  suite_add_tcase(suite, tests);
  return suite;
}
