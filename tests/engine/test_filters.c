/* test_filters.c: who meets whom: categories, masks, groups, kinds of body, sensors and the callback. */
#include "support.h"

/* Few bits, so that all outcomes are frequent, and now and then the special values. */
static carom_filter random_filter(uint64_t *random) {
  carom_filter filter = {test_below(random, 8), test_below(random, 8), (int32_t)test_below(random, 5) - 2};
  if (test_below(random, 8) == 0) filter.mask = CAROM_MASK_NONE;
  if (test_below(random, 8) == 0) filter.category = (uint64_t)1 << 62, filter.mask = (uint64_t)3 << 61;
  if (test_below(random, 8) == 0) filter.mask = UINT64_MAX;
  return filter;
}

static carom_body filtered_ball(carom_world *world, carom_body_kind kind, carom_filter filter) {
  carom_body body = support_body(world, kind, 0, 0, 0);
  carom_collider_def def = {.shape = carom_shape_sphere(1), .filter = filter};
  ck_assert_uint_ne(carom_collider_create(world, body, &def).bits, 0);
  return body;
}

/* Many balls in one place: every pair that the rule admits is a contact and no other is. */
START_TEST(random_filters_follow_the_rule) {
  enum { ROUNDS = 40, BALLS = 30 };
  uint64_t random = 11;
  size_t admitted = 0;
  for (int round = 0; round < ROUNDS; round++) {
    carom_world *world = support_world();
    carom_filter filters[BALLS];
    size_t expected = 0;
    for (int i = 0; i < BALLS; i++) {
      filters[i] = random_filter(&random);
      filtered_ball(world, CAROM_KINEMATIC, filters[i]);
      for (int k = 0; k < i; k++) expected += support_admits(filters[i], filters[k]);
    }
    support_step(world);
    size_t count, wrong = 0;
    const carom_contact *contacts = carom_world_get_contacts(world, &count);
    for (size_t i = 0; i < count; i++) {
      carom_filter a, b;
      carom_collider_get_filter(world, contacts[i].a.collider, &a);
      carom_collider_get_filter(world, contacts[i].b.collider, &b);
      wrong += !support_admits(a, b);
    }
    ck_assert_msg(count == expected && wrong == 0, "round %d: %zu of %zu contacts, %zu wrong", round, count,
                  expected, wrong);
    admitted += expected;
    carom_world_destroy(world);
  }
  ck_assert_uint_gt(admitted, 100);
  ck_assert_uint_lt(admitted, ROUNDS * BALLS * (BALLS - 1) / 2 - 100);
}
END_TEST

/* Filters change at random while all stay in place: the contacts follow, and what goes ENDs as filtered. */
START_TEST(changed_filters_begin_and_end_contacts) {
  enum { BALLS = 8, STEPS = 300 };
  uint64_t random = 12;
  support_log log;
  carom_world *world = support_world();
  carom_collider colliders[BALLS];
  carom_filter filters[BALLS] = {{0}};
  size_t wrong = 0, ends = 0;
  for (int i = 0; i < BALLS; i++)
    colliders[i] = support_collider_of(world, filtered_ball(world, CAROM_KINEMATIC, filters[i]));
  support_listen(world, &log);
  for (int step = 0; step < STEPS; step++) {
    size_t expected = 0;
    for (int changes = 0; changes < 2; changes++) {
      uint32_t i = test_below(&random, BALLS);
      filters[i] = random_filter(&random);
      wrong += carom_collider_set_filter(world, colliders[i], filters[i]) != CAROM_OK;
    }
    for (int i = 0; i < BALLS; i++)
      for (int k = 0; k < i; k++) expected += support_admits(filters[i], filters[k]);
    support_step_fresh(world, &log);
    wrong += support_contact_count(world) != expected;
    for (size_t i = 0; i < log.count; i++)
      if (log.entries[i].kind == CAROM_EVENT_END) ends++, wrong += log.entries[i].cause != CAROM_END_FILTERED;
  }
  ck_assert_uint_eq(wrong, 0);
  ck_assert_uint_gt(ends, 50);
  carom_world_destroy(world);
}
END_TEST

static size_t contacts_of(carom_body_kind kind_a, carom_body_kind kind_b) {
  carom_world *world = support_world();
  support_ball(world, kind_a, 0);
  support_ball(world, kind_b, 0.5);
  support_step(world);
  size_t count = support_contact_count(world);
  carom_world_destroy(world);
  return count;
}

START_TEST(static_bodies_do_not_meet) {
  ck_assert_uint_eq(contacts_of(CAROM_KINEMATIC, CAROM_KINEMATIC), 1);
  ck_assert_uint_eq(contacts_of(CAROM_KINEMATIC, CAROM_STATIC), 1);
  ck_assert_uint_eq(contacts_of(CAROM_STATIC, CAROM_KINEMATIC), 1);
  ck_assert_uint_eq(contacts_of(CAROM_STATIC, CAROM_STATIC), 0);
}
END_TEST

/* Not even with a positive group. */
START_TEST(colliders_of_one_body_do_not_meet) {
  carom_world *world = support_world();
  carom_body body = support_body(world, CAROM_KINEMATIC, 0, 0, 0);
  carom_collider_def def = {.shape = carom_shape_sphere(1), .filter.group = 1};
  for (int i = 0; i < 20; i++) carom_collider_create(world, body, &def);
  support_step(world);
  ck_assert_uint_eq(support_contact_count(world), 0);
  filtered_ball(world, CAROM_KINEMATIC, (carom_filter){0, CAROM_MASK_NONE, 1});
  support_step(world);
  ck_assert_uint_eq(support_contact_count(world), 20);
  carom_world_destroy(world);
}
END_TEST

/* A group never makes static bodies meet, nor sensors that did not ask. */
START_TEST(groups_decide_over_masks_only) {
  carom_world *world = support_world();
  const carom_filter always = {0, CAROM_MASK_NONE, 7};
  filtered_ball(world, CAROM_STATIC, always);
  filtered_ball(world, CAROM_STATIC, always);
  for (int i = 0; i < 2; i++) {
    carom_collider_def sensor = {.shape = carom_shape_sphere(1), .filter = always, .sensor = true};
    carom_collider_create(world, support_body(world, CAROM_KINEMATIC, 0, 0, 0), &sensor);
  }
  support_step(world);
  ck_assert_uint_eq(support_contact_count(world), 4);
  carom_world_destroy(world);
}
END_TEST

static carom_collider sensor_ball(carom_world *world, bool sensor, bool sees) {
  carom_collider_def def = {.shape = carom_shape_sphere(1), .sensor = sensor, .sees_sensors = sees};
  return carom_collider_create(world, support_body(world, CAROM_KINEMATIC, 0, 0, 0), &def);
}

START_TEST(sensors_meet_sensors_when_asked) {
  for (unsigned bits = 0; bits < 16; bits++) {
    carom_world *world = support_world();
    bool sensor_a = bits & 1, sees_a = bits & 2, sensor_b = bits & 4, sees_b = bits & 8;
    sensor_ball(world, sensor_a, sees_a);
    sensor_ball(world, sensor_b, sees_b);
    support_step(world);
    size_t count;
    const carom_contact *contacts = carom_world_get_contacts(world, &count);
    bool expected = !(sensor_a && sensor_b) || sees_a || sees_b;
    ck_assert_msg(count == expected, "sensors %x", bits);
    ck_assert(!count || contacts[0].sensor == (sensor_a || sensor_b));
    carom_world_destroy(world);
  }
}
END_TEST

START_TEST(sensors_see_what_stands_still) {
  carom_world *world = support_world();
  sensor_ball(world, true, false);
  support_ball(world, CAROM_STATIC, 0);
  support_ball(world, CAROM_KINEMATIC, 0);
  for (int i = 0; i < 5; i++) {
    support_step(world);
    ck_assert_uint_eq(support_contact_count(world), 3);
  }
  carom_world_destroy(world);
}
END_TEST

typedef struct {
  size_t calls, unordered, wrong_users;
  bool deny;
} callback_state;

/* Denies the pairs whose first user is set, and looks at what it is told. */
static bool filter_callback(void *user, const carom_world *world, const carom_contact_side *a,
                            const carom_contact_side *b) {
  callback_state *state = user;
  state->calls++;
  state->unordered += (uint32_t)a->collider.bits >= (uint32_t)b->collider.bits;
  state->wrong_users += carom_body_get_user(world, a->body) != a->body_user || a->category == 0 ||
                        carom_collider_get_user(world, b->collider) != b->collider_user;
  return !(state->deny && a->body_user);
}

START_TEST(the_callback_decides) {
  callback_state state = {0};
  carom_world_def def = {.filter = filter_callback, .filter_user = &state};
  carom_world *world;
  support_log log;
  ck_assert_int_eq(carom_world_create(&def, &world), CAROM_OK);
  carom_body a = support_ball(world, CAROM_KINEMATIC, 0);
  support_ball(world, CAROM_STATIC, 1);
  support_ball(world, CAROM_STATIC, 50);
  carom_body_set_user(world, a, &state);
  support_listen(world, &log);
  support_step_fresh(world, &log);
  ck_assert(support_saw(&log, 0, CAROM_EVENT_BEGIN, CAROM_END_NONE) && log.count == 1 && state.calls == 1);
  state.deny = true;
  support_step_fresh(world, &log);
  ck_assert(support_saw(&log, 0, CAROM_EVENT_STAY, CAROM_END_NONE) && log.count == 1 && state.calls == 1);
  ck_assert_int_eq(carom_body_touch(world, a), CAROM_OK);
  support_step_fresh(world, &log);
  ck_assert(support_saw(&log, 0, CAROM_EVENT_END, CAROM_END_FILTERED) && log.count == 1);
  support_step_fresh(world, &log);
  ck_assert_uint_eq(log.count, 0);
  ck_assert_int_eq(carom_world_set_filter(world, NULL, NULL), CAROM_OK);
  support_step_fresh(world, &log);
  ck_assert(support_saw(&log, 0, CAROM_EVENT_BEGIN, CAROM_END_NONE) && log.count == 1);
  ck_assert_int_eq(carom_world_set_filter(world, filter_callback, &state), CAROM_OK);
  carom_filter_fn filter = NULL;
  void *user = NULL;
  ck_assert_int_eq(carom_world_get_filter(world, &filter, &user), CAROM_OK);
  ck_assert(filter == filter_callback && user == &state);
  ck_assert_int_eq(carom_world_get_filter(world, NULL, NULL), CAROM_OK);
  ck_assert_int_eq(carom_world_get_filter(NULL, &filter, &user), CAROM_NULL_ARGUMENT);
  support_step_fresh(world, &log);
  ck_assert(support_saw(&log, 0, CAROM_EVENT_END, CAROM_END_FILTERED) && log.count == 1);
  ck_assert(state.unordered == 0 && state.wrong_users == 0);
  carom_world_destroy(world);
}
END_TEST

/* What the colliders' filters part is never asked for. */
START_TEST(the_callback_is_asked_last) {
  callback_state state = {0};
  carom_world_def def = {.filter = filter_callback, .filter_user = &state};
  carom_world *world;
  ck_assert_int_eq(carom_world_create(&def, &world), CAROM_OK);
  filtered_ball(world, CAROM_KINEMATIC, (carom_filter){0, CAROM_MASK_NONE, 0});
  filtered_ball(world, CAROM_KINEMATIC, (carom_filter){0});
  for (int i = 0; i < 3; i++) support_step(world);
  ck_assert_uint_eq(state.calls, 0);
  carom_world_destroy(world);
}
END_TEST

/* What a filter callback tries to change, one call a status; all of them are refused. */
typedef struct meddling {
  carom_world *world;
  carom_body body;
  carom_collider collider;
  carom_handler handler;
  size_t asked, let_through;
} meddling;

static void ignore_event(void *user, carom_world *world, const carom_event *event) {
  (void)user, (void)world, (void)event;
}

static bool meddle(void *user, const carom_world *world, const carom_contact_side *a,
                   const carom_contact_side *b) {
  meddling *m = user;
  carom_pose pose = {{0, 0, 0}, {0, 0, 0, 1}};
  carom_shape shape = carom_shape_sphere(1);
  carom_local_pose local = {{0, 0, 0}, {0, 0, 0, 1}};
  double positions[3] = {0, 0, 0};
  carom_pose_array poses = {.scalar = CAROM_DOUBLE, .positions = positions};
  carom_velocity_array velocities = {.scalar = CAROM_DOUBLE, .linear = positions};
  carom_collider_def def = {.shape = shape};
  carom_handler_def handler = {.callback = ignore_event};
  const carom_vec3 none = {0, 0, 0};
  const carom_status statuses[] = {
      carom_body_create(m->world, NULL).bits ? CAROM_OK : carom_world_get_last_status(m->world),
      carom_body_destroy(m->world, m->body),
      carom_body_set_pose(m->world, m->body, &pose),
      carom_body_set_velocity(m->world, m->body, none, none),
      carom_body_set_enabled(m->world, m->body, false),
      carom_body_set_user(m->world, m->body, m),
      carom_body_touch(m->world, m->body),
      carom_body_set_poses(m->world, &m->body, 1, &poses),
      carom_body_set_velocities(m->world, &m->body, 1, &velocities),
      carom_body_set_target(m->world, m->body, &pose, 1),
      carom_body_set_targets(m->world, &m->body, 1, &poses, 1),
      carom_collider_create_many(m->world, m->body, &def, 1, NULL),
      carom_collider_destroy(m->world, m->collider),
      carom_collider_set_shape(m->world, m->collider, &shape),
      carom_collider_set_local_pose(m->world, m->collider, &local),
      carom_collider_set_filter(m->world, m->collider, (carom_filter){0, 0, 0}),
      carom_collider_set_sensor(m->world, m->collider, true),
      carom_collider_set_user(m->world, m->collider, m),
      carom_handler_add(m->world, &handler).bits ? CAROM_OK : carom_world_get_last_status(m->world),
      carom_handler_remove(m->world, m->handler),
      carom_world_set_filter(m->world, NULL, NULL),
      carom_world_step(m->world, 0),
      carom_world_clear(m->world),
      carom_world_destroy(m->world),
  };
  (void)world, (void)a, (void)b;
  m->asked++;
  for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++) m->let_through += statuses[i] != CAROM_BUSY;
  return true;
}

START_TEST(the_callback_may_change_nothing) {
  carom_world *world = support_world();
  meddling m = {.world = world, .body = support_ball(world, CAROM_KINEMATIC, 0)};
  m.collider = support_collider_of(world, m.body);
  m.handler = carom_handler_add(world, &(carom_handler_def){.callback = ignore_event});
  support_ball(world, CAROM_STATIC, 1);
  ck_assert_int_eq(carom_world_set_filter(world, meddle, &m), CAROM_OK);
  support_step(world);
  support_move(world, m.body, 10); /* the second step asks for the cause of the END */
  support_step(world);
  ck_assert_uint_eq(m.asked, 2);
  ck_assert_uint_eq(m.let_through, 0);
  ck_assert_uint_eq(support_contact_count(world), 0);
  ck_assert_int_eq(carom_body_destroy(world, m.body), CAROM_OK);
  carom_world_destroy(world);
}
END_TEST

/* Made a sensor, one of two that touch ends the contact when both then are; made solid again, it begins anew.
 */
START_TEST(sensors_can_be_made_and_unmade) {
  carom_world *world = support_world();
  carom_collider a = support_collider_of(world, support_ball(world, CAROM_KINEMATIC, 0));
  carom_collider b = support_collider_of(world, support_ball(world, CAROM_KINEMATIC, 1));
  size_t count;
  bool sensor = false;
  support_step(world);
  ck_assert_int_eq(carom_collider_set_sensor(world, a, true), CAROM_OK);
  support_step(world);
  ck_assert(carom_world_get_contacts(world, &count)[0].sensor && count == 1);
  ck_assert_int_eq(carom_collider_set_sensor(world, b, true), CAROM_OK);
  support_step(world);
  const carom_event *events = carom_world_get_events(world, &count);
  ck_assert(count == 1 && events[0].kind == CAROM_EVENT_END && events[0].cause == CAROM_END_FILTERED);
  ck_assert_int_eq(carom_collider_set_sensor(world, a, false), CAROM_OK);
  ck_assert(carom_collider_is_sensor(world, a, &sensor) == CAROM_OK && !sensor);
  support_step(world);
  ck_assert_uint_eq(support_contact_count(world), 1);
  carom_world_destroy(world);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("filters");
  TCase *tests = tcase_create("who meets whom");
  tcase_add_test(tests, random_filters_follow_the_rule);
  tcase_add_test(tests, changed_filters_begin_and_end_contacts);
  tcase_add_test(tests, static_bodies_do_not_meet);
  tcase_add_test(tests, colliders_of_one_body_do_not_meet);
  tcase_add_test(tests, groups_decide_over_masks_only);
  tcase_add_test(tests, sensors_meet_sensors_when_asked);
  tcase_add_test(tests, sensors_see_what_stands_still);
  tcase_add_test(tests, the_callback_decides);
  tcase_add_test(tests, the_callback_is_asked_last);
  tcase_add_test(tests, the_callback_may_change_nothing);
  tcase_add_test(tests, sensors_can_be_made_and_unmade);
  suite_add_tcase(suite, tests);
  return suite;
}
