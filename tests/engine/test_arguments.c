/* test_arguments.c: every wrong argument of every call that takes a world: the exact status, nothing changed,
 * the log and the last status told, outs left alone. */
#include "refusal.h"

static const struct {
  carom_vec3 velocity;
  carom_status want;
} bad_velocities[] = {
    {{NAN, 0, 0}, CAROM_NOT_FINITE},      {{0, -INFINITY, 0}, CAROM_NOT_FINITE},
    {{0, 0, INFINITY}, CAROM_NOT_FINITE}, {{1.0001e6f, 0, 0}, CAROM_OUT_OF_RANGE},
    {{0, -1e30f, 0}, CAROM_OUT_OF_RANGE},
};
enum { BAD_VELOCITIES = sizeof bad_velocities / sizeof *bad_velocities };

START_TEST(bodies_are_refused) {
  scene s;
  scene_make(&s);
  for (int i = 0; i < BAD_POSES; i++) {
    carom_body_def def = {.pose = bad_poses[i].pose};
    no_id(&s, carom_body_create(s.world, &def).bits, bad_poses[i].want, "carom_body_create");
    refused(&s, carom_body_set_pose(s.world, s.body, &def.pose), bad_poses[i].want, "carom_body_set_pose");
  }
  for (int i = 0; i < BAD_VELOCITIES; i++) {
    const carom_vec3 bad = bad_velocities[i].velocity, zero = {0, 0, 0};
    carom_body_def linear = {.linear_velocity = bad}, angular = {.angular_velocity = bad};
    const char *setter = "carom_body_set_velocity";
    no_id(&s, carom_body_create(s.world, &linear).bits, bad_velocities[i].want, "carom_body_create");
    no_id(&s, carom_body_create(s.world, &angular).bits, bad_velocities[i].want, "carom_body_create");
    refused(&s, carom_body_set_velocity(s.world, s.body, bad, zero), bad_velocities[i].want, setter);
    refused(&s, carom_body_set_velocity(s.world, s.body, zero, bad), bad_velocities[i].want, setter);
  }
  const carom_body_kind kinds[] = {CAROM_BODY_KIND_COUNT, (carom_body_kind)-1, (carom_body_kind)99};
  for (int i = 0; i < 3; i++) {
    carom_body_def def = {.kind = kinds[i]};
    no_id(&s, carom_body_create(s.world, &def).bits, CAROM_UNKNOWN_KIND, "carom_body_create");
  }
  carom_body_def moving = {.kind = CAROM_STATIC, .angular_velocity = {0, 1, 0}};
  no_id(&s, carom_body_create(s.world, &moving).bits, CAROM_STATIC_BODY, "carom_body_create");
  refused(&s, carom_body_set_velocity(s.world, s.still, (carom_vec3){1, 0, 0}, (carom_vec3){0, 0, 0}),
          CAROM_STATIC_BODY, "carom_body_set_velocity");
  ck_assert_int_eq(carom_body_set_velocity(s.world, s.still, (carom_vec3){0, 0, 0}, (carom_vec3){0, 0, 0}),
                   CAROM_OK);
  refused(&s, carom_body_set_pose(s.world, s.body, NULL), CAROM_NULL_ARGUMENT, "carom_body_set_pose");
  carom_world_destroy(s.world);
}
END_TEST

START_TEST(stale_bodies_are_refused) {
  scene s;
  scene_make(&s);
  const carom_body ids[] = {s.dead_body, {0}, {s.collider.bits + 5}, {UINT64_MAX}};
  for (int i = 0; i < 4; i++) {
    const carom_body id = ids[i];
    const carom_vec3 zero = {0, 0, 0};
    carom_pose pose = {.position = {0, 0, 0}}, out;
    carom_collider_def def = {.shape = carom_shape_sphere(1)};
    const carom_status want = CAROM_STALE_ID;
    carom_vec3 v;
    bool enabled;
    carom_body_kind kind;
    size_t count;
    memset(&out, MARK, sizeof out), memset(&v, MARK, sizeof v), memset(&count, MARK, sizeof count);
    memset(&enabled, MARK, sizeof enabled), memset(&kind, MARK, sizeof kind);
    refused(&s, carom_body_destroy(s.world, id), want, "carom_body_destroy");
    refused(&s, carom_body_set_pose(s.world, id, &pose), want, "carom_body_set_pose");
    refused(&s, carom_body_set_velocity(s.world, id, zero, zero), want, "carom_body_set_velocity");
    refused(&s, carom_body_set_enabled(s.world, id, true), want, "carom_body_set_enabled");
    refused(&s, carom_body_set_user(s.world, id, NULL), want, "carom_body_set_user");
    refused(&s, carom_body_touch(s.world, id), want, "carom_body_touch");
    no_id(&s, carom_collider_create(s.world, id, &def).bits, want, "carom_collider_create");
    refused(&s, carom_collider_create_many(s.world, id, &def, 1, NULL), want, "carom_collider_create_many");
    unread(&s, carom_body_pose(s.world, id, &out), want, "carom_body_pose");
    unread(&s, carom_body_velocity(s.world, id, &v, &v), want, "carom_body_velocity");
    unread(&s, carom_body_is_enabled(s.world, id, &enabled), want, "carom_body_is_enabled");
    unread(&s, carom_body_kind_of(s.world, id, &kind), want, "carom_body_kind_of");
    unread(&s, carom_body_colliders(s.world, id, NULL, 0, &count), want, "carom_body_colliders");
    untouched(&out, sizeof out), untouched(&v, sizeof v), untouched(&count, sizeof count);
    untouched(&enabled, sizeof enabled), untouched(&kind, sizeof kind);
    ck_assert_ptr_null(carom_body_user(s.world, id));
  }
  unread(&s, carom_body_pose(s.world, s.body, NULL), CAROM_NULL_ARGUMENT, "carom_body_pose");
  unread(&s, carom_body_is_enabled(s.world, s.body, NULL), CAROM_NULL_ARGUMENT, "carom_body_is_enabled");
  unread(&s, carom_body_kind_of(s.world, s.body, NULL), CAROM_NULL_ARGUMENT, "carom_body_kind_of");
  unread(&s, carom_body_colliders(s.world, s.body, NULL, 0, NULL), CAROM_NULL_ARGUMENT,
         "carom_body_colliders");
  size_t count;
  unread(&s, carom_body_colliders(s.world, s.body, NULL, 1, &count), CAROM_NULL_ARGUMENT,
         "carom_body_colliders");
  carom_world_destroy(s.world);
}
END_TEST

/* Each wrong definition alone, and in the middle of good ones. */
static void refuse_def(scene *s, const carom_collider_def *bad, carom_status want) {
  carom_collider_def defs[3] = {{.shape = carom_shape_sphere(1)}, *bad, {.shape = carom_shape_sphere(2)}};
  carom_collider out[3];
  memset(out, MARK, sizeof out);
  no_id(s, carom_collider_create(s->world, s->body, bad).bits, want, "carom_collider_create");
  refused(s, carom_collider_create_many(s->world, s->body, defs, 3, out), want, "carom_collider_create_many");
  untouched(out, sizeof out);
}

START_TEST(colliders_are_refused) {
  scene s;
  scene_make(&s);
  bad_shape shapes[32];
  size_t count = list_bad_shapes(shapes);
  for (size_t i = 0; i < count; i++) {
    carom_collider_def def = {.shape = shapes[i].shape};
    refuse_def(&s, &def, shapes[i].want);
    refused(&s, carom_collider_set_shape(s.world, s.collider, &shapes[i].shape), shapes[i].want,
            "carom_collider_set_shape");
  }
  carom_collider_def high = {.shape = carom_shape_sphere(1), .filter.category = CAROM_MASK_NONE | 1};
  refuse_def(&s, &high, CAROM_OUT_OF_RANGE);
  refused(&s, carom_collider_set_filter(s.world, s.collider, high.filter), CAROM_OUT_OF_RANGE,
          "carom_collider_set_filter");
  no_id(&s, carom_collider_create(s.world, s.body, NULL).bits, CAROM_NULL_ARGUMENT, "carom_collider_create");
  refused(&s, carom_collider_create_many(s.world, s.body, NULL, 1, NULL), CAROM_NULL_ARGUMENT,
          "carom_collider_create_many");
  refused(&s, carom_collider_set_shape(s.world, s.collider, NULL), CAROM_NULL_ARGUMENT,
          "carom_collider_set_shape");
  refused(&s, carom_collider_set_local_pose(s.world, s.collider, NULL), CAROM_NULL_ARGUMENT,
          "carom_collider_set_local_pose");
  carom_world_destroy(s.world);
}
END_TEST

static const struct {
  carom_local_pose pose;
  carom_status want;
} bad_locals[] = {
    {{{NAN, 0, 0}, {0, 0, 0, 1}}, CAROM_NOT_FINITE},
    {{{0, 0, INFINITY}, {0, 0, 0, 1}}, CAROM_NOT_FINITE},
    {{{1.001e6f, 0, 0}, {0, 0, 0, 1}}, CAROM_OUT_OF_RANGE},
    {{{0, -3e38f, 0}, {0, 0, 0, 1}}, CAROM_OUT_OF_RANGE},
    {{{0, 0, 0}, {0, NAN, 0, 1}}, CAROM_NOT_FINITE},
    {{{0, 0, 0}, {0, 0, 0, 0.998f}}, CAROM_NOT_UNIT},
    {{{0, 0, 0}, {1, 1, 0, 0}}, CAROM_NOT_UNIT},
};

START_TEST(local_poses_are_refused) {
  scene s;
  scene_make(&s);
  for (size_t i = 0; i < sizeof bad_locals / sizeof *bad_locals; i++) {
    carom_collider_def def = {.shape = carom_shape_sphere(1), .pose = bad_locals[i].pose};
    refuse_def(&s, &def, bad_locals[i].want);
    refused(&s, carom_collider_set_local_pose(s.world, s.collider, &def.pose), bad_locals[i].want,
            "carom_collider_set_local_pose");
  }
  carom_world_destroy(s.world);
}
END_TEST

START_TEST(stale_colliders_are_refused) {
  scene s;
  scene_make(&s);
  const carom_collider ids[] = {s.dead_collider, {0}, {UINT64_MAX}};
  for (int i = 0; i < 3; i++) {
    const carom_collider id = ids[i];
    const carom_status want = CAROM_STALE_ID;
    carom_shape shape = carom_shape_sphere(1);
    carom_local_pose local = {.position = {0, 0, 0}};
    carom_filter filter = {0};
    carom_body body;
    carom_aabb box;
    bool sensor;
    memset(&body, MARK, sizeof body), memset(&box, MARK, sizeof box), memset(&sensor, MARK, sizeof sensor);
    refused(&s, carom_collider_destroy(s.world, id), want, "carom_collider_destroy");
    refused(&s, carom_collider_set_shape(s.world, id, &shape), want, "carom_collider_set_shape");
    refused(&s, carom_collider_set_local_pose(s.world, id, &local), want, "carom_collider_set_local_pose");
    refused(&s, carom_collider_set_filter(s.world, id, filter), want, "carom_collider_set_filter");
    refused(&s, carom_collider_set_user(s.world, id, NULL), want, "carom_collider_set_user");
    refused(&s, carom_collider_set_sensor(s.world, id, true), want, "carom_collider_set_sensor");
    refused(&s, carom_collider_set_sees_sensors(s.world, id, true), want, "carom_collider_set_sees_sensors");
    refused(&s, carom_collider_set_sees_static(s.world, id, true), want, "carom_collider_set_sees_static");
    refused(&s, carom_contact_set_value(s.world, s.collider, id, 1), want, "carom_contact_set_value");
    unread(&s, carom_collider_body(s.world, id, &body), want, "carom_collider_body");
    unread(&s, carom_collider_bounds(s.world, id, &box), want, "carom_collider_bounds");
    unread(&s, carom_collider_is_sensor(s.world, id, &sensor), want, "carom_collider_is_sensor");
    unread(&s, carom_collider_sees_sensors(s.world, id, &sensor), want, "carom_collider_sees_sensors");
    unread(&s, carom_collider_sees_static(s.world, id, &sensor), want, "carom_collider_sees_static");
    unread(&s, carom_collider_shape(s.world, id, &shape), want, "carom_collider_shape");
    unread(&s, carom_collider_local_pose(s.world, id, &local), want, "carom_collider_local_pose");
    unread(&s, carom_collider_filter(s.world, id, &filter), want, "carom_collider_filter");
    untouched(&body, sizeof body), untouched(&box, sizeof box), untouched(&sensor, sizeof sensor);
    ck_assert_ptr_null(carom_collider_user(s.world, id));
  }
  const carom_status want = CAROM_NULL_ARGUMENT;
  unread(&s, carom_collider_body(s.world, s.collider, NULL), want, "carom_collider_body");
  unread(&s, carom_collider_bounds(s.world, s.collider, NULL), want, "carom_collider_bounds");
  unread(&s, carom_collider_pose(s.world, s.collider, NULL), want, "carom_collider_pose");
  unread(&s, carom_collider_is_sensor(s.world, s.collider, NULL), want, "carom_collider_is_sensor");
  unread(&s, carom_collider_sees_sensors(s.world, s.collider, NULL), want, "carom_collider_sees_sensors");
  unread(&s, carom_collider_sees_static(s.world, s.collider, NULL), want, "carom_collider_sees_static");
  unread(&s, carom_collider_shape(s.world, s.collider, NULL), want, "carom_collider_shape");
  unread(&s, carom_collider_local_pose(s.world, s.collider, NULL), want, "carom_collider_local_pose");
  unread(&s, carom_collider_filter(s.world, s.collider, NULL), want, "carom_collider_filter");
  carom_world_destroy(s.world);
}
END_TEST

START_TEST(worlds_and_handlers_are_refused) {
  scene s;
  scene_make(&s);
  const float steps[] = {NAN, INFINITY, -INFINITY, -1e-9f, 1000.1f};
  for (int i = 0; i < 5; i++)
    refused(&s, carom_world_step(s.world, steps[i]), i < 3 ? CAROM_NOT_FINITE : CAROM_OUT_OF_RANGE,
            "carom_world_step");
  carom_handler_def silent = {.events = CAROM_EVENT_BEGIN}, odd = {.callback = ignore_event, .events = 8};
  no_id(&s, carom_handler_add(s.world, NULL).bits, CAROM_NULL_ARGUMENT, "carom_handler_add");
  no_id(&s, carom_handler_add(s.world, &silent).bits, CAROM_NULL_ARGUMENT, "carom_handler_add");
  no_id(&s, carom_handler_add(s.world, &odd).bits, CAROM_UNKNOWN_KIND, "carom_handler_add");
  carom_handler_def hit = {.callback = ignore_event, .events = CAROM_EVENT_END, .impact = 1};
  no_id(&s, carom_handler_add(s.world, &hit).bits, CAROM_UNKNOWN_KIND, "carom_handler_add");
  hit.impact = -1;
  no_id(&s, carom_handler_add(s.world, &hit).bits, CAROM_OUT_OF_RANGE, "carom_handler_add");
  hit.impact = NAN;
  no_id(&s, carom_handler_add(s.world, &hit).bits, CAROM_NOT_FINITE, "carom_handler_add");
  refused(&s, carom_handler_remove(s.world, s.dead_handler), CAROM_STALE_ID, "carom_handler_remove");
  refused(&s, carom_handler_remove(s.world, (carom_handler){0}), CAROM_STALE_ID, "carom_handler_remove");
  unread(&s, carom_world_counts(s.world, NULL), CAROM_NULL_ARGUMENT, "carom_world_counts");
  ck_assert_ptr_null(carom_world_contacts(s.world, NULL));
  ck_assert_ptr_null(carom_world_events(s.world, NULL));
  const carom_draw odd_draw = {.parts = 16}, nan_draw = {.normal_length = NAN}, back = {.normal_length = -1};
  unread(&s, carom_world_draw(s.world, NULL), CAROM_NULL_ARGUMENT, "carom_world_draw");
  unread(&s, carom_world_draw(s.world, &odd_draw), CAROM_UNKNOWN_KIND, "carom_world_draw");
  unread(&s, carom_world_draw(s.world, &nan_draw), CAROM_NOT_FINITE, "carom_world_draw");
  unread(&s, carom_world_draw(s.world, &back), CAROM_OUT_OF_RANGE, "carom_world_draw");
  carom_world_destroy(s.world);
  carom_world *world = (carom_world *)&s;
  carom_world_def def = {.broadphase = CAROM_BROADPHASE_KIND_COUNT};
  ck_assert_int_eq(carom_world_create(&def, &world), CAROM_UNKNOWN_KIND);
  ck_assert_ptr_eq(world, &s);
  ck_assert_int_eq(carom_world_create(NULL, NULL), CAROM_NULL_ARGUMENT);
}
END_TEST

START_TEST(no_world_is_refused) {
  const carom_handler_def handler = {.callback = ignore_event};
  const carom_draw draw = {0};
  carom_counts counts;
  size_t count;
  ck_assert_uint_eq(carom_handler_add(NULL, &handler).bits, 0);
  ck_assert(!carom_world_user(NULL));
  ck_assert(!carom_world_contacts(NULL, &count) && !carom_world_events(NULL, &count));
  ck_assert(carom_world_hash(NULL) == 0 && carom_world_destroy(NULL) == CAROM_OK);
  worldless(carom_world_last_status(NULL), "carom_world_last_status");
  worldless(carom_world_step(NULL, 0), "carom_world_step");
  worldless(carom_world_clear(NULL), "carom_world_clear");
  worldless(carom_world_set_filter(NULL, NULL, NULL), "carom_world_set_filter");
  worldless(carom_world_counts(NULL, &counts), "carom_world_counts");
  worldless(carom_world_draw(NULL, &draw), "carom_world_draw");
  worldless(carom_handler_remove(NULL, (carom_handler){1}), "carom_handler_remove");
}
END_TEST

START_TEST(bodies_of_no_world_are_refused) {
  const carom_vec3 zero = {0, 0, 0};
  const carom_body body = {UINT64_C(1) << 32};
  const carom_pose_array poses = {.positions = &zero};
  carom_pose pose = {.position = {0, 0, 0}};
  carom_pose_buffer buffer = {0};
  carom_body_kind kind;
  bool enabled;
  size_t count;
  ck_assert_uint_eq(carom_body_create(NULL, NULL).bits, 0);
  ck_assert(!carom_body_is_valid(NULL, body) && !carom_body_user(NULL, body));
  worldless(carom_body_destroy(NULL, body), "carom_body_destroy");
  worldless(carom_body_set_pose(NULL, body, &pose), "carom_body_set_pose");
  worldless(carom_body_set_velocity(NULL, body, zero, zero), "carom_body_set_velocity");
  worldless(carom_body_set_enabled(NULL, body, true), "carom_body_set_enabled");
  worldless(carom_body_set_user(NULL, body, NULL), "carom_body_set_user");
  worldless(carom_body_touch(NULL, body), "carom_body_touch");
  worldless(carom_body_set_poses(NULL, &body, 1, &poses), "carom_body_set_poses");
  worldless(carom_body_velocity(NULL, body, NULL, NULL), "carom_body_velocity");
  worldless(carom_body_pose(NULL, body, &pose), "carom_body_pose");
  worldless(carom_body_kind_of(NULL, body, &kind), "carom_body_kind_of");
  worldless(carom_body_is_enabled(NULL, body, &enabled), "carom_body_is_enabled");
  worldless(carom_body_colliders(NULL, body, NULL, 0, &count), "carom_body_colliders");
  worldless(carom_body_get_poses(NULL, &body, 0, &buffer), "carom_body_get_poses");
}
END_TEST

START_TEST(colliders_of_no_world_are_refused) {
  carom_shape shape = carom_shape_sphere(1);
  const carom_collider_def def = {.shape = shape};
  const carom_collider collider = {UINT64_C(1) << 32};
  carom_body body = {UINT64_C(1) << 32};
  carom_local_pose local = {.position = {0, 0, 0}};
  carom_filter filter = {0};
  carom_aabb box;
  bool sensor;
  ck_assert_uint_eq(carom_collider_create(NULL, body, &def).bits, 0);
  ck_assert(!carom_collider_is_valid(NULL, collider) && !carom_collider_user(NULL, collider));
  worldless(carom_collider_create_many(NULL, body, &def, 1, NULL), "carom_collider_create_many");
  worldless(carom_collider_destroy(NULL, collider), "carom_collider_destroy");
  worldless(carom_collider_set_shape(NULL, collider, &shape), "carom_collider_set_shape");
  worldless(carom_collider_set_local_pose(NULL, collider, &local), "carom_collider_set_local_pose");
  worldless(carom_collider_set_filter(NULL, collider, filter), "carom_collider_set_filter");
  worldless(carom_collider_set_user(NULL, collider, NULL), "carom_collider_set_user");
  worldless(carom_collider_set_sensor(NULL, collider, true), "carom_collider_set_sensor");
  worldless(carom_collider_set_sees_sensors(NULL, collider, true), "carom_collider_set_sees_sensors");
  worldless(carom_collider_set_sees_static(NULL, collider, true), "carom_collider_set_sees_static");
  worldless(carom_collider_body(NULL, collider, &body), "carom_collider_body");
  worldless(carom_collider_shape(NULL, collider, &shape), "carom_collider_shape");
  worldless(carom_collider_local_pose(NULL, collider, &local), "carom_collider_local_pose");
  worldless(carom_collider_filter(NULL, collider, &filter), "carom_collider_filter");
  worldless(carom_collider_is_sensor(NULL, collider, &sensor), "carom_collider_is_sensor");
  worldless(carom_collider_bounds(NULL, collider, &box), "carom_collider_bounds");
}
END_TEST

START_TEST(planar_worlds_refuse_spatial_shapes) {
  carom_world_def def = {.planar = true};
  carom_world *world;
  carom_shape ball = carom_shape_sphere(1);
  ck_assert_int_eq(carom_world_create(&def, &world), CAROM_OK);
  carom_body body = carom_body_create(world, NULL);
  ck_assert_uint_eq(support_collider(world, body, ball).bits, 0);
  ck_assert_int_eq(carom_world_last_status(world), CAROM_WRONG_FAMILY);
  support_step(world);
  carom_world_destroy(world);
}
END_TEST

/* The limits themselves are allowed, and a quaternion that is nearly a unit is made one. */
START_TEST(limits_are_accepted) {
  carom_world *world = support_world();
  carom_body_def def = {.pose = {{1e9, -1e9, 1e9}, {0, 0, 0, 0.9995f}},
                        .linear_velocity = {1e6f, -1e6f, 0},
                        .angular_velocity = {0, 1e6f, -1e6f}};
  carom_body body = carom_body_create(world, &def);
  carom_pose pose;
  ck_assert_uint_ne(body.bits, 0);
  carom_body_pose(world, body, &pose);
  ck_assert(pose.rotation.w == 1);
  carom_collider_def small = {.shape = carom_shape_sphere(CAROM_SIZE_MIN), .pose.position = {1e6f, 0, -1e6f}};
  carom_collider_def large = {.shape = carom_shape_box(1e6f, 1e6f, 1e6f),
                              .filter.category = ~CAROM_MASK_NONE};
  ck_assert_uint_ne(carom_collider_create(world, body, &small).bits, 0);
  ck_assert_uint_ne(carom_collider_create(world, body, &large).bits, 0);
  ck_assert_int_eq(carom_world_step(world, 1e3f), CAROM_OK);
  ck_assert_int_eq(carom_world_step(world, 0), CAROM_OK);
  carom_world_destroy(world);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("arguments");
  TCase *tests = tcase_create("refused");
  tcase_add_test(tests, bodies_are_refused);
  tcase_add_test(tests, stale_bodies_are_refused);
  tcase_add_test(tests, colliders_are_refused);
  tcase_add_test(tests, local_poses_are_refused);
  tcase_add_test(tests, stale_colliders_are_refused);
  tcase_add_test(tests, worlds_and_handlers_are_refused);
  tcase_add_test(tests, no_world_is_refused);
  tcase_add_test(tests, bodies_of_no_world_are_refused);
  tcase_add_test(tests, colliders_of_no_world_are_refused);
  tcase_add_test(tests, planar_worlds_refuse_spatial_shapes);
  tcase_add_test(tests, limits_are_accepted);
  suite_add_tcase(suite, tests);
  return suite;
}
