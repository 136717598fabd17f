/* test_contact_values.c: the value that a game keeps with a contact, from BEGIN to END, and contacts looked
 * up by their colliders. */
#include "support.h"

typedef struct {
  carom_world *world;
  carom_body bodies[3];
  carom_collider colliders[3];
  support_log log;
} scene;

/* Three balls in a row: the middle one touches both others. */
static void make(scene *s) {
  s->world = support_world();
  for (int i = 0; i < 3; i++) {
    s->bodies[i] = support_ball(s->world, CAROM_KINEMATIC, 1.5 * i);
    s->colliders[i] = support_collider_of(s->world, s->bodies[i]);
  }
  support_listen(s->world, &s->log);
  support_step(s->world);
  ck_assert_uint_eq(s->log.count, 2);
}

static carom_status set(scene *s, int a, int b, uint64_t value) {
  return carom_contact_set_value(s->world, s->colliders[a], s->colliders[b], value);
}

static uint64_t value_of(const scene *s, int a, int b) {
  carom_contact contact = {.value = 1000};
  carom_contact_between(s->world, s->colliders[a], s->colliders[b], &contact);
  return contact.value;
}

/* R17. */
START_TEST(a_value_lasts_from_begin_to_end) {
  scene s;
  make(&s);
  ck_assert(s.log.entries[0].contact.value == 0 && value_of(&s, 0, 1) == 0);
  ck_assert_int_eq(set(&s, 1, 0, 77), CAROM_OK);
  ck_assert(value_of(&s, 0, 1) == 77 && value_of(&s, 1, 0) == 77 && value_of(&s, 1, 2) == 0);
  for (int i = 0; i < 5; i++) {
    support_step_fresh(s.world, &s.log);
    ck_assert(s.log.entries[0].contact.value == 77 && s.log.entries[1].contact.value == 0);
  }
  ck_assert_int_eq(set(&s, 0, 1, UINT64_MAX), CAROM_OK);
  support_move(s.world, s.bodies[0], -50);
  support_step_fresh(s.world, &s.log);
  ck_assert(support_saw(&s.log, 0, CAROM_EVENT_END, CAROM_END_MOVED));
  ck_assert_uint_eq(s.log.entries[0].contact.value, UINT64_MAX);
  support_move(s.world, s.bodies[0], 0);
  support_step_fresh(s.world, &s.log);
  ck_assert(support_saw(&s.log, 0, CAROM_EVENT_BEGIN, CAROM_END_NONE) && s.log.entries[0].contact.value == 0);
  carom_world_destroy(s.world);
}
END_TEST

START_TEST(a_value_is_there_when_all_ends) {
  scene s;
  make(&s);
  set(&s, 1, 2, 5);
  carom_body_destroy(s.world, s.bodies[2]);
  support_step_fresh(s.world, &s.log);
  ck_assert(s.log.entries[0].kind == CAROM_EVENT_END && s.log.entries[0].contact.value == 5);
  set(&s, 0, 1, 6);
  s.log.count = 0;
  carom_world_destroy(s.world);
  ck_assert(s.log.count == 1 && s.log.entries[0].contact.value == 6);
}
END_TEST

/* What is polled has the values as they are now. */
START_TEST(polled_contacts_have_values) {
  scene s;
  make(&s);
  size_t count;
  set(&s, 0, 1, 3);
  const carom_contact *contacts = carom_world_get_contacts(s.world, &count);
  ck_assert(count == 2 && contacts[0].value == 3 && contacts[1].value == 0);
  ck_assert_uint_eq(carom_world_get_events(s.world, &count)[0].contact->value, 3);
  carom_world_destroy(s.world);
}
END_TEST

START_TEST(only_contacts_have_values) {
  scene s;
  carom_contact contact = {.value = 9};
  make(&s);
  ck_assert_int_eq(set(&s, 0, 2, 1), CAROM_NO_CONTACT);
  ck_assert_int_eq(set(&s, 0, 0, 1), CAROM_NO_CONTACT);
  ck_assert_int_eq(carom_contact_between(s.world, s.colliders[0], s.colliders[2], &contact),
                   CAROM_NO_CONTACT);
  ck_assert_uint_eq(contact.value, 9);
  carom_body_destroy(s.world, s.bodies[2]);
  ck_assert_int_eq(set(&s, 1, 2, 1), CAROM_STALE_ID);
  ck_assert_int_eq(carom_contact_between(s.world, s.colliders[1], s.colliders[2], &contact), CAROM_STALE_ID);
  carom_world_destroy(s.world);
}
END_TEST

/* Sets the value at BEGIN to that of a counter, and reads it in what follows. */
static void number(void *user, carom_world *world, const carom_event *event) {
  uint64_t *next = user;
  const carom_contact *c = event->contact;
  carom_status status = carom_contact_set_value(world, c->a.collider, c->b.collider, *next);
  ck_assert_int_eq(status, event->kind == CAROM_EVENT_BEGIN ? CAROM_OK : CAROM_NO_CONTACT);
  ++*next;
}

START_TEST(handlers_set_what_later_handlers_see) {
  carom_world *world = support_world();
  uint64_t next = 41;
  support_log log;
  carom_body a = support_ball(world, CAROM_KINEMATIC, 0);
  support_ball(world, CAROM_STATIC, 1);
  carom_handler_add(world, &(carom_handler_def){.callback = number, .user = &next});
  support_listen(world, &log);
  support_step(world);
  ck_assert(log.count == 1 && log.entries[0].contact.value == 41);
  support_move(world, a, 50);
  support_step_fresh(world, &log);
  ck_assert(log.entries[0].kind == CAROM_EVENT_END && log.entries[0].contact.value == 41);
  carom_world_destroy(world);
}
END_TEST

static bool remember(void *user, const carom_world *world, const carom_event *event) {
  uint64_t *last = user;
  (void)world;
  *last = event->contact->value;
  return true;
}

START_TEST(keepers_see_values) {
  scene s;
  uint64_t last = 0;
  make(&s);
  carom_body_destroy(s.world, s.bodies[2]);
  carom_handler_add(
      s.world,
      &(carom_handler_def){.keep = remember, .user = &last, .events = CAROM_EVENT_BEGIN | CAROM_EVENT_STAY});
  set(&s, 0, 1, 12);
  support_move(s.world, s.bodies[0], 0.25);
  support_step(s.world);
  ck_assert_uint_eq(last, 12);
  carom_world_destroy(s.world);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("contact values");
  TCase *tests = tcase_create("values");
  tcase_add_test(tests, a_value_lasts_from_begin_to_end);
  tcase_add_test(tests, a_value_is_there_when_all_ends);
  tcase_add_test(tests, polled_contacts_have_values);
  tcase_add_test(tests, only_contacts_have_values);
  tcase_add_test(tests, handlers_set_what_later_handlers_see);
  tcase_add_test(tests, keepers_see_values);
  suite_add_tcase(suite, tests);
  return suite;
}
