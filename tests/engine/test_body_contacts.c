/* test_body_contacts.c: the contacts of one body against a look through all of them, whatever happens to the
 * world: steps, handlers, clears, rewinds, refused steps, many threads. */
#include "program.h"
#include "test_memory.h"

enum { MOST = 4096, ASKERS = 4 };

/* Two balls on the x axis touch within 2. */
START_TEST(both_sides_are_found) {
  carom_world *world = support_world();
  carom_body left = support_ball(world, CAROM_KINEMATIC, 0),
             middle = support_ball(world, CAROM_KINEMATIC, 1.5);
  carom_body right = support_ball(world, CAROM_STATIC, 3), alone = support_ball(world, CAROM_KINEMATIC, 30);
  const carom_contact *found[3] = {NULL};
  size_t count, all;
  for (int step = 0; step < 3; step++) {
    support_step(world);
    const carom_contact *contacts = carom_world_get_contacts(world, &all);
    ck_assert_uint_eq(all, 2);
    ck_assert_int_eq(carom_body_get_contacts(world, middle, found, 3, &count), CAROM_OK);
    ck_assert(count == 2 && found[0] == &contacts[0] && found[1] == &contacts[1] && !found[2]);
    ck_assert_int_eq(carom_body_get_contacts(world, left, found + 2, 1, &count), CAROM_OK);
    ck_assert(count == 1 && found[2] == &contacts[0]);
    ck_assert_int_eq(carom_body_get_contacts(world, right, found + 2, 1, &count), CAROM_OK);
    ck_assert(count == 1 && found[2] == &contacts[1]);
    ck_assert_int_eq(carom_body_get_contacts(world, alone, NULL, 0, &count), CAROM_OK);
    ck_assert_uint_eq(count, 0);
    found[1] = found[2] = NULL;
    ck_assert_int_eq(carom_body_get_contacts(world, middle, found, 1, &count), CAROM_OK);
    ck_assert(count == 2 && !found[1]);
    found[2] = NULL;
  }
  carom_world_destroy(world);
}
END_TEST

/* Before the END a destroyed body has its contacts, and neither body has them afterwards. */
START_TEST(an_end_takes_it_away) {
  carom_world *world = support_world();
  carom_body a = support_ball(world, CAROM_KINEMATIC, 0), b = support_ball(world, CAROM_KINEMATIC, 1);
  size_t count;
  support_step(world);
  support_step(world);
  carom_body_destroy(world, b);
  ck_assert_int_eq(carom_body_get_contacts(world, b, NULL, 0, &count), CAROM_OK);
  ck_assert_uint_eq(count, 1);
  support_step(world);
  ck_assert_int_eq(carom_body_get_contacts(world, b, NULL, 0, &count), CAROM_STALE_ID);
  ck_assert_int_eq(carom_body_get_contacts(world, a, NULL, 0, &count), CAROM_OK);
  ck_assert_uint_eq(count, 0);
  carom_world_destroy(world);
}
END_TEST

/* --- Random programs --- */

/* Can a collider be read, so that the END of what it touches is not delivered? */
static bool is_there(const carom_world *world, carom_collider collider) {
  carom_pose pose;
  return carom_collider_get_pose(world, collider, &pose) == CAROM_OK;
}

static bool has_side(const carom_contact *contact, carom_body body) {
  return contact->a.body.bits == body.bits || contact->b.body.bits == body.bits;
}

/* Is a contact one of what the answer must be? Inside handlers an END may be on its way when one of the two
 * was destroyed: only the others are compared. */
static bool counts(const carom_world *world, const carom_contact *c, bool inside) {
  carom_contact found;
  if (inside) return carom_contact_between(world, c->a.collider, c->b.collider, &found) == CAROM_OK;
  if (!is_there(world, c->a.collider) || !is_there(world, c->b.collider)) return false;
  bool dies =
      !carom_collider_is_valid(world, c->a.collider) || !carom_collider_is_valid(world, c->b.collider);
  /* what was forgotten is still in the list */
  return dies || carom_contact_between(world, c->a.collider, c->b.collider, &found) == CAROM_OK;
}

/* How many of the answers about one body are wrong. */
static size_t wrong_of(const carom_world *world, carom_body body, bool inside) {
  static const carom_contact *found[MOST];
  size_t count, all, at = 0, wrong = 0;
  carom_contact_counts own;
  const carom_contact *contacts = carom_world_get_contacts(world, &all);
  if (carom_body_get_contacts(world, body, found, MOST, &count)) return carom_body_is_valid(world, body);
  for (size_t i = 0; i < all; i++) {
    if (!has_side(&contacts[i], body) || !counts(world, &contacts[i], inside)) continue;
    while (inside && at < count && !counts(world, found[at], inside)) at++;
    wrong += at >= count || found[at++] != &contacts[i];
  }
  while (inside && at < count && !counts(world, found[at], inside)) at++;
  wrong += at != count;
  carom_body_get_counts(world, body, &own);
  for (at = 0, all = 0; at < count; at++) all += !found[at]->apart;
  return wrong + (!inside && own.contacts != all);
}

typedef struct checked {
  program p;
  size_t wrong, asked, met;
} checked;

static void check(checked *c, bool inside) {
  for (int i = 0; i < PROGRAM_BODIES; i += inside ? 5 : 1) {
    size_t count = 0;
    c->wrong += wrong_of(c->p.world, c->p.bodies[i], inside);
    carom_body_get_contacts(c->p.world, c->p.bodies[i], NULL, 0, &count);
    c->met += count;
    c->asked++;
  }
}

static void hear(void *user, carom_world *world, const carom_event *event) {
  checked *c = user;
  (void)world, (void)event;
  if (test_below(&c->p.random, 8) == 0) check(c, true);
}

static void begin(checked *c, uint64_t seed, const carom_world_def *def) {
  const carom_handler_def handler = {.callback = hear, .user = c};
  *c = (checked){0};
  program_start(&c->p, seed, def);
  carom_handler_add(c->p.world, &handler);
  carom_world_rollback_keep(c->p.world, 4);
}

START_TEST(programs_agree_with_a_look_through_all) {
  static unsigned char past[1 << 20];
  checked c;
  size_t size = 0;
  begin(&c, (uint64_t)_i, NULL);
  for (int i = 0; i < 40; i++) {
    program_step(&c.p);
    check(&c, false);
    program_calls(&c.p);
    check(&c, false);
    if (i % 7 == 3)
      ck_assert_int_eq(carom_world_rollback_save(c.p.world, past, sizeof past, &size), CAROM_OK);
    if (i % 7 == 5) ck_assert_int_eq(carom_world_rollback_restore(c.p.world, past, size), CAROM_OK);
    if (i == 30) ck_assert_int_eq(carom_world_clear(c.p.world), CAROM_OK);
    check(&c, false);
  }
  ck_assert_uint_eq(c.wrong, 0);
  ck_assert_uint_gt(c.met, 100);
  program_end(&c.p);
}
END_TEST

/* Once a step has followed a question, neither steps nor questions ask for memory. */
START_TEST(steady_steps_need_no_memory) {
  test_memory memory = {0};
  carom_world *world;
  carom_world_def def = {.allocator = test_memory_allocator(&memory)};
  ck_assert_int_eq(carom_world_create(&def, &world), CAROM_OK);
  carom_body bodies[50];
  size_t count, found = 0;
  for (int i = 0; i < 50; i++) bodies[i] = support_ball(world, CAROM_KINEMATIC, 1.5 * i);
  for (int step = 0; step < 16; step++) {
    size_t before = memory.requests;
    for (int i = 0; i < 50; i++) {
      carom_body_touch(world, bodies[i]);
      ck_assert_int_eq(carom_body_get_contacts(world, bodies[i], NULL, 0, &count), CAROM_OK);
      found += count;
    }
    ck_assert_uint_eq(memory.requests, before);
    support_step(world);
    if (step > 7) ck_assert_uint_eq(memory.requests, before);
  }
  ck_assert_uint_eq(found, 15 * 98);
  carom_world_destroy(world);
  ck_assert(test_memory_is_clean(&memory));
}
END_TEST

/* Steps that run out of memory leave the answers as they were, also when the index has grown meanwhile. */
START_TEST(refused_steps_change_no_answer) {
  test_memory memory = {0};
  checked c;
  begin(&c, (uint64_t)_i * 3, &(carom_world_def){.allocator = test_memory_allocator(&memory)});
  for (int i = 0; i < 12; i++) {
    program_calls(&c.p);
    for (size_t k = 1; k < 30; k++) {
      test_memory_fail_at(&memory, k);
      carom_status status = carom_world_step(c.p.world, SUPPORT_DT);
      test_memory_fail_at(&memory, 0);
      check(&c, false);
      if (!status) break;
    }
  }
  ck_assert_uint_eq(c.wrong, 0);
  program_end(&c.p);
  ck_assert(test_memory_is_clean(&memory));
}
END_TEST

typedef struct asker {
  const program *p;
  size_t counts[PROGRAM_BODIES];
} asker;

static void ask_all(void *context) {
  asker *a = context;
  for (int i = 0; i < PROGRAM_BODIES; i++) {
    a->counts[i] = SIZE_MAX;
    carom_body_get_contacts(a->p->world, a->p->bodies[i], NULL, 0, &a->counts[i]);
  }
}

/* All of them find the index stale. */
START_TEST(many_threads_may_ask_at_once) {
  carom_pool *pool;
  checked c;
  begin(&c, (uint64_t)_i, NULL);
  ck_assert_int_eq(carom_pool_create(NULL, ASKERS, &pool), CAROM_OK);
  carom_tasks tasks = carom_pool_get_tasks(pool);
  for (int round = 0; round < 20; round++) {
    asker askers[ASKERS], alone = {&c.p, {0}};
    void *jobs[ASKERS];
    program_step(&c.p);
    for (int i = 0; i < ASKERS; i++) {
      askers[i].p = &c.p;
      jobs[i] = tasks.enqueue(tasks.user, ask_all, &askers[i]);
    }
    for (int i = 0; i < ASKERS; i++)
      if (jobs[i]) tasks.wait(tasks.user, jobs[i]);
    ask_all(&alone);
    for (int i = 0; i < ASKERS; i++)
      ck_assert_int_eq(memcmp(askers[i].counts, alone.counts, sizeof alone.counts), 0);
  }
  carom_pool_destroy(pool);
  program_end(&c.p);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("body contacts");
  TCase *tests = tcase_create("contacts");
  tcase_add_test(tests, both_sides_are_found);
  tcase_add_test(tests, an_end_takes_it_away);
  tcase_add_loop_test(tests, programs_agree_with_a_look_through_all, 0, 20);
  tcase_add_test(tests, steady_steps_need_no_memory);
  tcase_add_loop_test(tests, refused_steps_change_no_answer, 0, 4);
  tcase_add_loop_test(tests, many_threads_may_ask_at_once, 0, 4);
  suite_add_tcase(suite, tests);
  return suite;
}
