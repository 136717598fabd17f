/* test_keepers.c: handlers that are asked before the events whether a contact shall be. */
#include "support.h"

enum { PLAYER = 2, PLATFORM = 4 };

/* A keeper that says no while it is told to, and what it was asked. */
typedef struct {
  bool no;
  size_t asked;
  support_log log;
} keeper;

static bool answer(void *user, const carom_world *world, const carom_event *event) {
  keeper *k = user;
  support_record(&k->log, NULL, event);
  (void)world;
  k->asked++;
  return !k->no;
}

static carom_handler add_keeper(carom_world *world, keeper *k, uint32_t events) {
  *k = (keeper){0};
  return carom_handler_add(world, &(carom_handler_def){.keep = answer, .user = k, .events = events});
}

typedef struct {
  carom_world *world;
  carom_body a, b;
  keeper keeper;
  support_log log;
} scene;

static void make(scene *s, uint32_t events) {
  s->world = support_world();
  s->a = support_ball(s->world, CAROM_KINEMATIC, 0);
  s->b = support_ball(s->world, CAROM_KINEMATIC, 1.5);
  add_keeper(s->world, &s->keeper, events);
  support_listen(s->world, &s->log);
}

/* Steps with a change of pose, so that the pair is looked at anew. */
static void step(scene *s, bool no) {
  carom_pose pose;
  carom_body_get_pose(s->world, s->a, &pose);
  support_move(s->world, s->a, pose.position.x == 0 ? 0.125 : 0);
  s->keeper.no = no;
  s->keeper.asked = s->keeper.log.count = 0;
  support_step_fresh(s->world, &s->log);
}

static bool saw(const scene *s, carom_event_kind kind, carom_end_cause cause) {
  return s->log.count == 1 && support_saw(&s->log, 0, kind, cause);
}

START_TEST(a_yes_changes_nothing) {
  scene s;
  make(&s, CAROM_EVENT_BEGIN | CAROM_EVENT_STAY);
  step(&s, false);
  ck_assert(saw(&s, CAROM_EVENT_BEGIN, CAROM_END_NONE) && s.keeper.asked == 1);
  ck_assert(support_saw(&s.keeper.log, 0, CAROM_EVENT_BEGIN, CAROM_END_NONE));
  step(&s, false);
  ck_assert(saw(&s, CAROM_EVENT_STAY, CAROM_END_NONE) && s.keeper.asked == 1);
  ck_assert(support_saw(&s.keeper.log, 0, CAROM_EVENT_STAY, CAROM_END_NONE));
  carom_body_destroy(s.world, s.a);
  s.keeper.asked = 0;
  support_step_fresh(s.world, &s.log);
  ck_assert(saw(&s, CAROM_EVENT_END, CAROM_END_DESTROYED) && s.keeper.asked == 0);
  carom_world_destroy(s.world);
}
END_TEST

/* R16. What never was a contact is not told of; what was ENDs, once, and begins anew after a yes. */
START_TEST(a_no_ends_or_hides) {
  scene s;
  carom_counts counts;
  make(&s, CAROM_EVENT_BEGIN | CAROM_EVENT_STAY);
  for (int i = 0; i < 3; i++) {
    step(&s, true);
    ck_assert(s.log.count == 0 && s.keeper.asked == 1 && support_contact_count(s.world) == 0);
    ck_assert(support_saw(&s.keeper.log, 0, CAROM_EVENT_BEGIN, CAROM_END_NONE));
  }
  step(&s, false);
  ck_assert(saw(&s, CAROM_EVENT_BEGIN, CAROM_END_NONE) && support_contact_count(s.world) == 1);
  step(&s, true);
  ck_assert(saw(&s, CAROM_EVENT_END, CAROM_END_DROPPED) && support_contact_count(s.world) == 0);
  carom_world_get_counts(s.world, &counts);
  ck_assert(counts.dropped == 1 && counts.contacts == 0 && counts.begins == 1 && counts.ends == 1);
  step(&s, true);
  ck_assert_uint_eq(s.log.count, 0);
  step(&s, false);
  ck_assert(saw(&s, CAROM_EVENT_BEGIN, CAROM_END_NONE));
  carom_world_get_counts(s.world, &counts);
  ck_assert_uint_eq(counts.dropped, 0);
  carom_world_destroy(s.world);
}
END_TEST

START_TEST(only_the_kinds_asked_for) {
  scene s;
  make(&s, CAROM_EVENT_BEGIN);
  step(&s, false);
  step(&s, true);
  ck_assert(saw(&s, CAROM_EVENT_STAY, CAROM_END_NONE) && s.keeper.asked == 0);
  carom_world_destroy(s.world);
}
END_TEST

/* The first no decides; those after it are not asked. */
START_TEST(all_must_agree) {
  scene s;
  keeper second;
  make(&s, 0);
  carom_handler later = add_keeper(s.world, &second, 0);
  second.no = true;
  step(&s, false);
  ck_assert(s.log.count == 0 && s.keeper.asked == 1 && second.asked == 1);
  second.no = false;
  step(&s, true);
  ck_assert(s.log.count == 0 && s.keeper.asked == 1 && second.asked == 1);
  carom_handler_remove(s.world, later);
  step(&s, false);
  ck_assert(saw(&s, CAROM_EVENT_BEGIN, CAROM_END_NONE) && second.asked == 1);
  carom_world_destroy(s.world);
}
END_TEST

/* Side a is the one of category_a, and the contact is whole. */
static bool expect_platform(void *user, const carom_world *world, const carom_event *event) {
  const carom_contact *c = event->contact;
  size_t *asked = user;
  ++*asked;
  (void)world;
  ck_assert(c->a.category == PLATFORM && c->b.category == PLAYER && c->a.collider.bits > c->b.collider.bits);
  ck_assert(c->manifold.point_count > 0 && c->manifold.normal.y == 1 && c->approach_speed == 3);
  return false;
}

START_TEST(the_contact_is_turned_around) {
  carom_world *world = support_world();
  size_t asked = 0;
  carom_body player = carom_body_create(
      world, &(carom_body_def){.pose.position = {0, 1.5, 0}, .linear_velocity = {0, -3, 0}});
  carom_body platform = support_body(world, CAROM_STATIC, 0, 0, 0);
  carom_collider_create(world, player,
                        &(carom_collider_def){.shape = carom_shape_box(1, 1, 1), .filter.category = PLAYER});
  carom_collider_create(
      world, platform, &(carom_collider_def){.shape = carom_shape_box(9, 1, 9), .filter.category = PLATFORM});
  carom_handler_add(
      world, &(carom_handler_def){
                 .keep = expect_platform, .user = &asked, .category_a = PLATFORM, .category_b = PLAYER});
  support_step(world);
  ck_assert(asked == 1 && support_contact_count(world) == 0);
  carom_world_destroy(world);
}
END_TEST

/* The world that is asked about has the last step's contacts still, and may not be changed. */
typedef struct {
  carom_world *world;
  size_t asked;
} changer;

static bool try_changes(void *user, const carom_world *world, const carom_event *event) {
  changer *c = user;
  size_t events = 7;
  const carom_contact *contact = event->contact;
  carom_handler_def def = {.keep = try_changes};
  ck_assert_uint_eq(support_contact_count(world), c->asked++);
  ck_assert(!carom_world_get_events(world, &events) && events == 0);
  ck_assert_int_eq(carom_body_destroy(c->world, contact->a.body), CAROM_BUSY);
  ck_assert_int_eq(carom_contact_set_value(c->world, contact->a.collider, contact->b.collider, 1),
                   CAROM_BUSY);
  ck_assert_int_eq(carom_world_step(c->world, 1), CAROM_BUSY);
  ck_assert_uint_eq(carom_handler_add(c->world, &def).bits, 0);
  return true;
}

START_TEST(keepers_only_read) {
  scene s;
  make(&s, 0);
  changer c = {.world = s.world};
  carom_handler_def def = {.keep = try_changes, .user = &c, .events = CAROM_EVENT_BEGIN | CAROM_EVENT_STAY};
  carom_handler_add(s.world, &def);
  step(&s, false);
  step(&s, false);
  ck_assert_uint_eq(c.asked, 2);
  carom_world_destroy(s.world);
}
END_TEST

/* What rests is not asked about: it stays as it was, until it is changed or someone else asks. */
START_TEST(what_rests_stays_as_it_was) {
  scene s;
  make(&s, CAROM_EVENT_BEGIN | CAROM_EVENT_STAY);
  step(&s, false);
  for (int i = 0; i < 3; i++) {
    s.keeper = (keeper){.no = true};
    support_step_fresh(s.world, &s.log);
    ck_assert(saw(&s, CAROM_EVENT_STAY, CAROM_END_NONE) && s.keeper.asked == 0);
  }
  step(&s, true);
  ck_assert(saw(&s, CAROM_EVENT_END, CAROM_END_DROPPED));
  for (int i = 0; i < 3; i++) {
    s.keeper = (keeper){.no = false};
    support_step_fresh(s.world, &s.log);
    ck_assert(s.log.count == 0 && s.keeper.asked == 0);
  }
  keeper other;
  carom_handler handler = add_keeper(s.world, &other, 0);
  support_step_fresh(s.world, &s.log);
  ck_assert(saw(&s, CAROM_EVENT_BEGIN, CAROM_END_NONE) && s.keeper.asked == 1 && other.asked == 1);
  carom_handler_remove(s.world, handler);
  support_step_fresh(s.world, &s.log);
  ck_assert(saw(&s, CAROM_EVENT_STAY, CAROM_END_NONE) && s.keeper.asked == 2 && other.asked == 1);
  carom_world_destroy(s.world);
}
END_TEST

/* A platform that is passed from below and stood on from above: dropped while the player comes through, kept
 * once it falls, and asked no more while it stands. */
static bool from_above(void *user, const carom_world *world, const carom_event *event) {
  (void)user, (void)world;
  return event->contact->manifold.normal.y > 0.5f && event->contact->approach_speed >= 0;
}

START_TEST(one_way_platform) {
  carom_world *world = support_world();
  support_log log;
  carom_body player = support_body(world, CAROM_KINEMATIC, 0, -4, 0);
  carom_body platform = support_body(world, CAROM_STATIC, 0, 0, 0);
  carom_vec3 none = {0, 0, 0};
  support_collider(world, platform, carom_shape_box(9, 0.5f, 9));
  support_collider(world, player, carom_shape_box(0.5f, 1, 0.5f));
  support_listen(world, &log);
  carom_handler_add(world, &(carom_handler_def){.keep = from_above});
  carom_body_set_velocity(world, player, (carom_vec3){0, 64, 0}, none);
  for (int i = 0; i < 7; i++) support_step(world);
  ck_assert_uint_eq(log.count, 0);
  carom_body_set_velocity(world, player, (carom_vec3){0, -64, 0}, none);
  support_step(world);
  ck_assert_uint_eq(log.count, 0);
  support_step(world);
  ck_assert(log.count == 1 && support_saw(&log, 0, CAROM_EVENT_BEGIN, CAROM_END_NONE));
  carom_body_set_velocity(world, player, none, none);
  for (int i = 0; i < 5; i++) support_step_fresh(world, &log);
  ck_assert(log.count == 1 && support_saw(&log, 0, CAROM_EVENT_STAY, CAROM_END_NONE));
  carom_world_destroy(world);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("keepers");
  TCase *tests = tcase_create("keepers");
  tcase_add_test(tests, a_yes_changes_nothing);
  tcase_add_test(tests, a_no_ends_or_hides);
  tcase_add_test(tests, only_the_kinds_asked_for);
  tcase_add_test(tests, all_must_agree);
  tcase_add_test(tests, the_contact_is_turned_around);
  tcase_add_test(tests, keepers_only_read);
  tcase_add_test(tests, what_rests_stays_as_it_was);
  tcase_add_test(tests, one_way_platform);
  suite_add_tcase(suite, tests);
  return suite;
}
