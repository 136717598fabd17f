/* test_events.c: each cause of an END, what an event carries, and the order of delivery, one small world
 * each. */
#include "support.h"

/* Two balls that touch, with a handler that writes everything down. */
typedef struct {
  carom_world *world;
  carom_body a, b;
  carom_collider ca, cb;
  support_log log;
} touching;

static void touch(touching *t) {
  t->world = support_world();
  t->a = support_ball(t->world, CAROM_KINEMATIC, 0);
  t->b = support_ball(t->world, CAROM_KINEMATIC, 1.5);
  t->ca = support_collider_of(t->world, t->a);
  t->cb = support_collider_of(t->world, t->b);
  support_listen(t->world, &t->log);
  support_step_fresh(t->world, &t->log);
  ck_assert(t->log.count == 1 && support_saw(&t->log, 0, CAROM_EVENT_BEGIN, CAROM_END_NONE));
  support_step_fresh(t->world, &t->log);
  ck_assert(t->log.count == 1 && support_saw(&t->log, 0, CAROM_EVENT_STAY, CAROM_END_NONE));
}

/* The next step brings the END, with the ids and the last manifold, and then nothing any more. */
static void ends(touching *t, carom_end_cause cause) {
  support_step_fresh(t->world, &t->log);
  const support_entry *end = &t->log.entries[0];
  ck_assert_msg(t->log.count == 1 && end->kind == CAROM_EVENT_END, "%zu events", t->log.count);
  ck_assert_msg(end->cause == cause, "%s instead of %s", carom_end_cause_name(end->cause),
                carom_end_cause_name(cause));
  ck_assert(end->contact.a.collider.bits == t->ca.bits && end->contact.b.collider.bits == t->cb.bits);
  ck_assert(end->contact.a.body.bits == t->a.bits && end->contact.b.body.bits == t->b.bits);
  ck_assert(end->contact.manifold.point_count == 1 && end->contact.manifold.normal.x == 1);
  support_step_fresh(t->world, &t->log);
  ck_assert_uint_eq(t->log.count, 0);
  carom_world_destroy(t->world);
  ck_assert_uint_eq(t->log.count, 0);
}

START_TEST(end_separated) {
  touching t;
  touch(&t);
  carom_body_set_velocity(t.world, t.b, (carom_vec3){1000, 0, 0}, (carom_vec3){0, 0, 0});
  ends(&t, CAROM_END_SEPARATED);
}
END_TEST

START_TEST(end_moved) {
  touching t;
  touch(&t);
  support_move(t.world, t.a, -100);
  ends(&t, CAROM_END_MOVED);
}
END_TEST

/* R2, R4: a cause tells what the game did since the last step, also when it took that back. */
START_TEST(what_was_put_back_still_is_a_cause) {
  touching t;
  carom_shape small = carom_shape_sphere(0.1f), old = carom_shape_sphere(1);
  touch(&t);
  support_move(t.world, t.b, 50);
  support_move(t.world, t.b, 1.5);
  carom_body_set_velocity(t.world, t.b, (carom_vec3){1000, 0, 0}, (carom_vec3){0, 0, 0});
  ends(&t, CAROM_END_MOVED);
  touch(&t);
  carom_collider_set_shape(t.world, t.cb, &small);
  carom_collider_set_shape(t.world, t.cb, &old);
  carom_body_set_velocity(t.world, t.b, (carom_vec3){1000, 0, 0}, (carom_vec3){0, 0, 0});
  ends(&t, CAROM_END_RESHAPED);
}
END_TEST

START_TEST(end_reshaped) {
  touching t;
  carom_shape small = carom_shape_sphere(0.1f);
  carom_local_pose aside = {.position = {0, 50, 0}};
  touch(&t);
  carom_collider_set_shape(t.world, t.cb, &small);
  support_move(t.world, t.b, 1.5);
  ends(&t, CAROM_END_RESHAPED);
  touch(&t);
  carom_collider_set_local_pose(t.world, t.ca, &aside);
  ends(&t, CAROM_END_RESHAPED);
}
END_TEST

/* R2: the cause is the first that is true, as in the tests that follow. */
START_TEST(end_filtered) {
  touching t;
  carom_shape small = carom_shape_sphere(0.1f);
  touch(&t);
  carom_collider_set_filter(t.world, t.cb, (carom_filter){.mask = CAROM_MASK_NONE});
  carom_collider_set_shape(t.world, t.cb, &small);
  support_move(t.world, t.b, 50);
  ends(&t, CAROM_END_FILTERED);
}
END_TEST

START_TEST(end_disabled) {
  touching t;
  touch(&t);
  carom_collider_set_filter(t.world, t.cb, (carom_filter){.mask = CAROM_MASK_NONE});
  carom_body_set_enabled(t.world, t.a, false);
  support_move(t.world, t.b, 50);
  ends(&t, CAROM_END_DISABLED);
}
END_TEST

START_TEST(end_destroyed) {
  touching t;
  touch(&t);
  carom_body_set_enabled(t.world, t.a, false);
  carom_body_destroy(t.world, t.b);
  ends(&t, CAROM_END_DESTROYED);
  touch(&t);
  carom_collider_destroy(t.world, t.ca);
  ends(&t, CAROM_END_DESTROYED);
}
END_TEST

START_TEST(end_cleared) {
  touching t;
  touch(&t);
  carom_body_destroy(t.world, t.b);
  t.log.count = 0;
  ck_assert_int_eq(carom_world_clear(t.world), CAROM_OK);
  ck_assert(t.log.count == 1 && support_saw(&t.log, 0, CAROM_EVENT_END, CAROM_END_CLEARED));
  size_t count;
  const carom_event *events = carom_world_get_events(t.world, &count);
  ck_assert(count == 1 && events[0].cause == CAROM_END_CLEARED && support_contact_count(t.world) == 0);
  ck_assert(!carom_body_is_valid(t.world, t.a) && !carom_collider_is_valid(t.world, t.ca));
  support_ball(t.world, CAROM_KINEMATIC, 0);
  support_ball(t.world, CAROM_KINEMATIC, 1);
  support_step_fresh(t.world, &t.log);
  ck_assert(t.log.count == 1 && support_saw(&t.log, 0, CAROM_EVENT_BEGIN, CAROM_END_NONE));
  carom_world_destroy(t.world);
  ck_assert(t.log.count == 2 && support_saw(&t.log, 1, CAROM_EVENT_END, CAROM_END_CLEARED));
}
END_TEST

/* R4. What ends a contact and is taken back before the step ends nothing. */
START_TEST(undone_changes_end_nothing) {
  touching t;
  carom_shape small = carom_shape_sphere(0.1f), old = carom_shape_sphere(1);
  touch(&t);
  carom_body_set_enabled(t.world, t.a, false);
  carom_body_set_enabled(t.world, t.a, true);
  support_move(t.world, t.b, 50);
  support_move(t.world, t.b, 1.5);
  carom_collider_set_shape(t.world, t.cb, &small);
  carom_collider_set_shape(t.world, t.cb, &old);
  support_step_fresh(t.world, &t.log);
  ck_assert(t.log.count == 1 && support_saw(&t.log, 0, CAROM_EVENT_STAY, CAROM_END_NONE));
  carom_body_set_velocity(t.world, t.b, (carom_vec3){1000, 0, 0}, (carom_vec3){0, 0, 0});
  ends(&t, CAROM_END_SEPARATED);
}
END_TEST

/* A collider in the slot of one that was destroyed is another one: END and BEGIN, not STAY. */
START_TEST(a_new_collider_in_an_old_slot_begins_anew) {
  touching t;
  touch(&t);
  carom_collider_destroy(t.world, t.cb);
  support_collider(t.world, t.b, carom_shape_sphere(1));
  support_step_fresh(t.world, &t.log);
  ck_assert(t.log.count == 2 && support_saw(&t.log, 0, CAROM_EVENT_END, CAROM_END_DESTROYED) &&
            support_saw(&t.log, 1, CAROM_EVENT_BEGIN, CAROM_END_NONE));
  support_step_fresh(t.world, &t.log);
  carom_collider_destroy(t.world, support_collider_of(t.world, t.b));
  support_step_fresh(t.world, &t.log);
  carom_collider again = support_collider(t.world, t.b, carom_shape_sphere(1));
  ck_assert_uint_lt((uint32_t)again.bits, 3);
  support_step_fresh(t.world, &t.log);
  ck_assert(t.log.count == 1 && support_saw(&t.log, 0, CAROM_EVENT_BEGIN, CAROM_END_NONE));
  carom_world_destroy(t.world);
}
END_TEST

START_TEST(teleports_begin_in_the_same_step) {
  touching t;
  touch(&t);
  support_move(t.world, t.b, 5000);
  support_step_fresh(t.world, &t.log);
  ck_assert(support_saw(&t.log, 0, CAROM_EVENT_END, CAROM_END_MOVED));
  support_move(t.world, t.a, 5001);
  support_step_fresh(t.world, &t.log);
  ck_assert(t.log.count == 1 && support_saw(&t.log, 0, CAROM_EVENT_BEGIN, CAROM_END_NONE));
  carom_world_destroy(t.world);
}
END_TEST

/* A body that is slow, resting or static keeps its contacts as long as it lies there. */
START_TEST(resting_changes_nothing) {
  touching t;
  size_t stays = 0;
  touch(&t);
  for (int i = 0; i < 500; i++) {
    support_step_fresh(t.world, &t.log);
    stays += t.log.count == 1 && support_saw(&t.log, 0, CAROM_EVENT_STAY, CAROM_END_NONE);
  }
  ck_assert_uint_eq(stays, 500);
  carom_world_destroy(t.world);
}
END_TEST

/* R7. */
START_TEST(events_carry_what_a_game_needs) {
  carom_world *world = support_world();
  support_log log;
  int body_a, body_b, collider_a, collider_b;
  carom_body_def defs[2] = {{.kind = CAROM_STATIC, .user = &body_a, .pose.position = {2, 0, 0}},
                            {.user = &body_b, .linear_velocity = {3, 0, 0}, .angular_velocity = {0, 0, 2}}};
  carom_collider_def a = {
      .shape = carom_shape_sphere(1), .filter.category = 4, .user = &collider_a, .sensor = true};
  carom_collider_def b = {.shape = carom_shape_sphere(1.5f), .filter.category = 8, .user = &collider_b};
  carom_body first = carom_body_create(world, &defs[0]), second = carom_body_create(world, &defs[1]);
  carom_collider on_first = carom_collider_create(world, first, &a);
  carom_collider on_second = carom_collider_create(world, second, &b);
  support_listen(world, &log);
  ck_assert_int_eq(carom_world_step(world, 0), CAROM_OK);
  ck_assert_uint_eq(log.count, 1);
  const carom_contact *c = &log.entries[0].contact;
  ck_assert(c->a.body.bits == first.bits && c->b.body.bits == second.bits && c->sensor);
  ck_assert(c->a.collider.bits == on_first.bits && c->b.collider.bits == on_second.bits);
  ck_assert(c->a.body_user == &body_a && c->b.body_user == &body_b);
  ck_assert(c->a.collider_user == &collider_a && c->b.collider_user == &collider_b);
  ck_assert(c->a.category == 4 && c->b.category == 8 && c->a.child == 0 && c->b.triangle == 0);
  ck_assert(c->manifold.point_count == 1 && c->manifold.normal.x == -1);
  ck_assert(fabsf(c->manifold.points[0].separation + 0.5f) < 1e-6f);
  ck_assert(fabs(c->manifold.points[0].position.x - 1.25) < 1e-6);
  ck_assert(fabsf(c->approach_speed - 3) < 1e-6f);
  carom_world_destroy(world);
}
END_TEST

/* v = v_linear + w x r at the first point; positive when they come nearer. */
START_TEST(approach_speed_has_the_spin_in_it) {
  carom_world *world = support_world();
  support_log log;
  carom_body floor = support_body(world, CAROM_STATIC, 0, -1, 0);
  carom_body_def def = {
      .pose.position = {0, 0.9, 0}, .linear_velocity = {0, 2, 0}, .angular_velocity = {0, 0, 3}};
  carom_body box = carom_body_create(world, &def);
  carom_collider_def on_side = {.shape = carom_shape_sphere(1), .pose.position = {-2, 0, 0}};
  support_collider(world, floor, carom_shape_box(10, 1, 10));
  carom_collider_create(world, box, &on_side);
  support_listen(world, &log);
  ck_assert_int_eq(carom_world_step(world, 0), CAROM_OK);
  const carom_contact *c = &log.entries[0].contact;
  ck_assert(log.count == 1 && c->manifold.normal.y == 1);
  ck_assert(fabsf(c->approach_speed - (-2 + 3 * 2)) < 1e-5f);
  carom_world_destroy(world);
}
END_TEST

START_TEST(user_data_is_that_of_the_last_finding) {
  touching t;
  int later;
  touch(&t);
  carom_body_set_user(t.world, t.a, &later);
  support_step_fresh(t.world, &t.log);
  ck_assert_ptr_eq(t.log.entries[0].contact.a.body_user, &later);
  carom_body_set_user(t.world, t.a, NULL);
  carom_body_destroy(t.world, t.a);
  support_step_fresh(t.world, &t.log);
  ck_assert(support_saw(&t.log, 0, CAROM_EVENT_END, CAROM_END_DESTROYED));
  ck_assert_ptr_eq(t.log.entries[0].contact.a.body_user, &later);
  carom_world_destroy(t.world);
}
END_TEST

START_TEST(a_world_without_handlers_counts_too) {
  carom_world *world = support_world();
  carom_counts counts;
  carom_body a = support_ball(world, CAROM_KINEMATIC, 0);
  support_ball(world, CAROM_STATIC, 1);
  for (int i = 0; i < 4; i++) support_step(world);
  support_move(world, a, 90);
  support_step(world);
  size_t count;
  const carom_event *events = carom_world_get_events(world, &count);
  ck_assert(count == 1 && events[0].kind == CAROM_EVENT_END && events[0].cause == CAROM_END_MOVED);
  carom_world_get_counts(world, &counts);
  ck_assert(counts.steps == 5 && counts.begins == 1 && counts.stays == 3 && counts.ends == 1);
  ck_assert(counts.contacts == 0 && counts.static_bodies == 1 && counts.kinematic_bodies == 1);
  ck_assert_uint_gt(counts.memory, 0);
  carom_world_destroy(world);
}
END_TEST

static void expect_counts(const carom_world *world, carom_body body, uint32_t contacts, uint32_t begins,
                          uint32_t ends) {
  carom_contact_counts counts;
  ck_assert_int_eq(carom_body_get_counts(world, body, &counts), CAROM_OK);
  ck_assert(counts.contacts == contacts && counts.begins == begins && counts.ends == ends);
}

/* R19. */
START_TEST(a_body_counts_its_contacts) {
  carom_world *world = support_world();
  carom_body box = support_body(world, CAROM_KINEMATIC, 0, 0, 0);
  carom_body balls[2] = {support_ball(world, CAROM_STATIC, -2), support_ball(world, CAROM_STATIC, 2)};
  carom_contact_counts counts;
  support_collider(world, box, carom_shape_box(3, 1, 1));
  support_step(world);
  expect_counts(world, box, 2, 2, 0);
  for (int i = 0; i < 2; i++) expect_counts(world, balls[i], 1, 1, 0);
  support_move(world, box, 4);
  support_step(world);
  support_step(world);
  expect_counts(world, box, 1, 2, 1);
  expect_counts(world, balls[0], 0, 1, 1);
  carom_body_destroy(world, box);
  ck_assert_int_eq(carom_body_get_counts(world, box, &counts), CAROM_OK);
  support_step(world);
  ck_assert_int_eq(carom_body_get_counts(world, box, &counts), CAROM_STALE_ID);
  expect_counts(world, balls[1], 0, 1, 1);
  carom_body again = support_ball(world, CAROM_KINEMATIC, 2);
  expect_counts(world, again, 0, 0, 0);
  carom_world_destroy(world);
}
END_TEST

START_TEST(names_are_told) {
  ck_assert_str_eq(carom_event_kind_name(CAROM_EVENT_BEGIN), "begin");
  ck_assert_str_eq(carom_event_kind_name(CAROM_EVENT_STAY), "stay");
  ck_assert_str_eq(carom_event_kind_name(CAROM_EVENT_END), "end");
  ck_assert_str_eq(carom_event_kind_name((carom_event_kind)3), "unknown");
  ck_assert_str_eq(carom_end_cause_name(CAROM_END_NONE), "none");
  ck_assert_str_eq(carom_end_cause_name(CAROM_END_CLEARED), "cleared");
  ck_assert_str_eq(carom_end_cause_name(CAROM_END_DESTROYED), "destroyed");
  ck_assert_str_eq(carom_end_cause_name(CAROM_END_DISABLED), "disabled");
  ck_assert_str_eq(carom_end_cause_name(CAROM_END_FILTERED), "filtered");
  ck_assert_str_eq(carom_end_cause_name(CAROM_END_DROPPED), "dropped");
  ck_assert_str_eq(carom_end_cause_name(CAROM_END_RESHAPED), "reshaped");
  ck_assert_str_eq(carom_end_cause_name(CAROM_END_MOVED), "moved");
  ck_assert_str_eq(carom_end_cause_name(CAROM_END_SEPARATED), "separated");
  ck_assert_str_eq(carom_end_cause_name((carom_end_cause)-1), "unknown");
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("events");
  TCase *causes = tcase_create("causes"), *payload = tcase_create("payload");
  tcase_add_test(causes, end_separated);
  tcase_add_test(causes, end_moved);
  tcase_add_test(causes, what_was_put_back_still_is_a_cause);
  tcase_add_test(causes, end_reshaped);
  tcase_add_test(causes, end_filtered);
  tcase_add_test(causes, end_disabled);
  tcase_add_test(causes, end_destroyed);
  tcase_add_test(causes, end_cleared);
  tcase_add_test(causes, undone_changes_end_nothing);
  tcase_add_test(causes, a_new_collider_in_an_old_slot_begins_anew);
  tcase_add_test(causes, teleports_begin_in_the_same_step);
  tcase_add_test(causes, resting_changes_nothing);
  tcase_add_test(payload, events_carry_what_a_game_needs);
  tcase_add_test(payload, approach_speed_has_the_spin_in_it);
  tcase_add_test(payload, user_data_is_that_of_the_last_finding);
  tcase_add_test(payload, a_world_without_handlers_counts_too);
  tcase_add_test(payload, a_body_counts_its_contacts);
  tcase_add_test(payload, names_are_told);
  suite_add_tcase(suite, causes);
  suite_add_tcase(suite, payload);
  return suite;
}
