/* test_touched.c: which calls make the next step look at a body anew. Results are the same if too many do, so
 * this looks inside the world. */
#include "state.h"

#include "support.h"
#include "test_memory.h"

typedef struct scene {
  carom_world *world;
  carom_body body;
  carom_collider collider;
} scene;

static void scene_make(scene *s) {
  s->world = support_world();
  support_ball(s->world, CAROM_STATIC, 10);
  s->body = support_ball(s->world, CAROM_KINEMATIC, 1);
  s->collider = support_collider_of(s->world, s->body);
  support_step(s->world);
}

static bool is_touched(const scene *s) {
  return bits_test(&s->world->bodies.touched, carom__id_index(s->body.bits));
}

static size_t count_touched(const scene *s) {
  const carom__bits *touched = &s->world->bodies.touched;
  return carom__bits_count(touched, 0, touched->words.count);
}

enum { CHANGES = 12 };

static carom_status change(scene *s, int what) {
  const carom_shape shape = carom_shape_box(1, 2, 3);
  const carom_local_pose aside = {.position = {0, 1, 0}};
  const float position[3] = {1, 2, 3};
  const carom_pose_array poses = {.positions = position};
  const carom_velocity_array velocities = {.angular = position};
  const carom_collider_def def = {.shape = shape};
  switch (what) {
  case 0:
    return carom_body_set_pose(s->world, s->body, &(carom_pose){.position = {0x1p-1000, 0, 0}});
  case 1:
    return carom_body_set_poses(s->world, &s->body, 1, &poses);
  case 2:
    return carom_body_set_velocity(s->world, s->body, (carom_vec3){1, 0, 0}, (carom_vec3){0, 0, 0});
  case 3:
    return carom_body_set_enabled(s->world, s->body, false);
  case 4:
    return carom_body_set_user(s->world, s->body, s);
  case 5:
    return carom_collider_set_shape(s->world, s->collider, &shape);
  case 6:
    return carom_collider_set_local_pose(s->world, s->collider, &aside);
  case 7:
    return carom_collider_set_filter(s->world, s->collider, (carom_filter){.group = -1});
  case 8:
    return carom_collider_set_sensor(s->world, s->collider, true);
  case 9:
    return carom_collider_set_user(s->world, s->collider, s);
  case 10:
    return carom_body_set_velocities(s->world, &s->body, 1, &velocities);
  default:
    return carom_collider_create_many(s->world, s->body, &def, 1, NULL);
  }
}

START_TEST(what_changes_a_body_touches_it) {
  scene s;
  scene_make(&s);
  ck_assert_uint_eq(count_touched(&s), 0);
  ck_assert_int_eq(change(&s, _i), CAROM_OK);
  ck_assert(is_touched(&s));
  ck_assert_uint_eq(count_touched(&s), 1);
  support_step(s.world);
  ck_assert_uint_eq(count_touched(&s), 0);
  carom_world_destroy(s.world);
}
END_TEST

START_TEST(destroying_touches) {
  scene s;
  scene_make(&s);
  ck_assert_int_eq(carom_collider_destroy(s.world, s.collider), CAROM_OK);
  ck_assert(is_touched(&s));
  support_step(s.world);
  ck_assert_int_eq(carom_body_destroy(s.world, s.body), CAROM_OK);
  ck_assert(is_touched(&s));
  support_step(s.world);
  ck_assert_uint_eq(count_touched(&s), 0);
  carom_world_destroy(s.world);
}
END_TEST

/* Each value is what it was; the rotation is so after the usual rounding. */
START_TEST(what_changes_nothing_does_not_touch) {
  scene s;
  scene_make(&s);
  const carom_vec3 none = {0, 0, 0};
  const double position[3] = {1, 0, 0}, rotation[4] = {0, 0, 0, 1.0005};
  const carom_pose_array poses = {.scalar = CAROM_DOUBLE, .positions = position, .rotations = rotation};
  const carom_velocity_array velocities = {.linear = &none, .angular = &none};
  support_move(s.world, s.body, 1);
  ck_assert_int_eq(carom_body_set_poses(s.world, &s.body, 1, &poses), CAROM_OK);
  ck_assert_int_eq(carom_body_set_velocity(s.world, s.body, none, none), CAROM_OK);
  ck_assert_int_eq(carom_body_set_velocities(s.world, &s.body, 1, &velocities), CAROM_OK);
  ck_assert_int_eq(carom_body_set_enabled(s.world, s.body, true), CAROM_OK);
  ck_assert_uint_eq(count_touched(&s), 0);
  carom_world_destroy(s.world);
}
END_TEST

static void note_touched(void *user, carom_world *world, const carom_event *event) {
  (void)event;
  *(size_t *)user = carom__bits_count(&world->bodies.touched, 0, world->bodies.touched.words.count);
}

/* What a handler changes is for the next step, and what the step itself has moved is not. */
START_TEST(marks_are_cleared_before_the_handlers_run) {
  scene s;
  size_t seen = 99;
  scene_make(&s);
  carom_handler_add(s.world, &(carom_handler_def){.callback = note_touched, .user = &seen});
  carom_body_set_velocity(s.world, s.body, (carom_vec3){512, 0, 0}, (carom_vec3){0, 0, 0});
  support_step(s.world);
  ck_assert_uint_eq(seen, 0);
  carom_world_destroy(s.world);
}
END_TEST

START_TEST(a_refused_step_keeps_the_marks) {
  test_memory memory = {0};
  carom_world_def def = {.allocator = test_memory_allocator(&memory)};
  scene s = {0};
  ck_assert_int_eq(carom_world_create(&def, &s.world), CAROM_OK);
  s.body = support_ball(s.world, CAROM_KINEMATIC, 0);
  test_memory_fail_all(&memory);
  ck_assert_int_eq(carom_world_step(s.world, 1), CAROM_OUT_OF_MEMORY);
  test_memory_fail_at(&memory, 0);
  ck_assert(is_touched(&s));
  support_step(s.world);
  ck_assert(!is_touched(&s));
  carom_world_destroy(s.world);
}
END_TEST

/* While a body is disabled nothing looks at it, but its boxes are asked for all the same. */
START_TEST(a_disabled_body_has_boxes_that_fit) {
  scene s;
  carom_aabb bounds;
  scene_make(&s);
  carom_body_set_enabled(s.world, s.body, false);
  support_step(s.world);
  support_move(s.world, s.body, 100);
  support_step(s.world);
  ck_assert(!is_touched(&s));
  ck_assert_int_eq(carom_collider_get_bounds(s.world, s.collider, &bounds), CAROM_OK);
  ck_assert(bounds.min.x > 98);
  carom_body_set_enabled(s.world, s.body, true);
  ck_assert(is_touched(&s));
  carom_world_destroy(s.world);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("touched");
  TCase *tests = tcase_create("touched");
  tcase_add_loop_test(tests, what_changes_a_body_touches_it, 0, CHANGES);
  tcase_add_test(tests, destroying_touches);
  tcase_add_test(tests, what_changes_nothing_does_not_touch);
  tcase_add_test(tests, marks_are_cleared_before_the_handlers_run);
  tcase_add_test(tests, a_refused_step_keeps_the_marks);
  tcase_add_test(tests, a_disabled_body_has_boxes_that_fit);
  suite_add_tcase(suite, tests);
  return suite;
}
