/* test_ghosts.c: bodies that stand for those of another world. */
#include "crowd.h"

enum { STEPS = 12, SEEDS = 60 };

typedef enum role { PLAIN, GHOST, STILL } role;

static carom_body add(carom_world *world, role of, double x) {
  const carom_body_def def = {
      .kind = of == STILL ? CAROM_STATIC : CAROM_KINEMATIC, .pose.position.x = x, .ghost = of == GHOST};
  const carom_body body = carom_body_create(world, &def);
  const carom_collider_def ball = {.shape = carom_shape_sphere(1), .sees_static = of != PLAIN};
  carom_collider_create(world, body, &ball);
  return body;
}

/* That a collider sees static ones is asked of static bodies alone. */
START_TEST(a_ghost_meets_what_is_neither_ghost_nor_static) {
  for (role a = PLAIN; a <= STILL; a++)
    for (role b = PLAIN; b <= STILL; b++) {
      carom_world *world = support_world();
      add(world, a, 0);
      add(world, b, 1);
      support_step(world);
      const bool meets = a == PLAIN || b == PLAIN || (a == STILL && b == STILL);
      ck_assert_uint_eq(support_contact_count(world), meets);
      carom_world_destroy(world);
    }
}
END_TEST

START_TEST(what_becomes_a_ghost_ends_filtered) {
  carom_world *world = support_world();
  const carom_body body = add(world, PLAIN, 0);
  support_log log;
  bool ghost = true;
  add(world, GHOST, 1);
  support_listen(world, &log);
  support_step_fresh(world, &log);
  ck_assert(log.count == 1 && support_saw(&log, 0, CAROM_EVENT_BEGIN, CAROM_END_NONE));
  ck_assert_int_eq(carom_body_set_ghost(world, body, true), CAROM_OK);
  ck_assert_int_eq(carom_body_is_ghost(world, body, &ghost), CAROM_OK);
  ck_assert(ghost);
  support_step_fresh(world, &log);
  ck_assert(log.count == 1 && support_saw(&log, 0, CAROM_EVENT_END, CAROM_END_FILTERED));
  support_step_fresh(world, &log);
  ck_assert_uint_eq(log.count, 0);
  ck_assert_int_eq(carom_body_set_ghost(world, body, false), CAROM_OK);
  support_step_fresh(world, &log);
  ck_assert(log.count == 1 && support_saw(&log, 0, CAROM_EVENT_BEGIN, CAROM_END_NONE));
  carom_world_destroy(world);
}
END_TEST

START_TEST(static_bodies_are_no_ghosts) {
  carom_world *world = support_world();
  const carom_body_def def = {.kind = CAROM_STATIC, .ghost = true};
  ck_assert_uint_eq(carom_body_create(world, &def).bits, 0);
  ck_assert_int_eq(carom_world_get_last_status(world), CAROM_STATIC_BODY);
  ck_assert_int_eq(carom_body_set_ghost(world, add(world, STILL, 0), true), CAROM_STATIC_BODY);
  carom_world_destroy(world);
}
END_TEST

/* A rewind takes a ghost back to what it was, and its contacts. */
START_TEST(rewinds_know_ghosts) {
  static unsigned char past[4096];
  carom_world *world = support_world();
  const carom_body body = add(world, PLAIN, 0);
  size_t size;
  bool ghost;
  add(world, GHOST, 1);
  support_step(world);
  const uint64_t hash = carom_world_hash(world);
  ck_assert_int_eq(carom_world_rollback_save(world, past, sizeof past, &size), CAROM_OK);
  carom_body_set_ghost(world, body, true);
  ck_assert_uint_ne(carom_world_hash(world), hash);
  support_step(world);
  ck_assert_uint_eq(support_contact_count(world), 0);
  ck_assert_int_eq(carom_world_rollback_restore(world, past, size), CAROM_OK);
  ck_assert_uint_eq(carom_world_hash(world), hash);
  carom_body_is_ghost(world, body, &ghost);
  ck_assert(!ghost);
  carom_body_touch(world, body);
  support_step(world);
  ck_assert_uint_eq(support_contact_count(world), 1);
  carom_world_destroy(world);
}
END_TEST

/* --- Two worlds that are parts of one --- */

/* The things with numbers below `border` belong to the first part, the others to the second; each is a ghost
 * in the other part. Static ones are in both. */
static crowd_view open_part(crowd *c, uint32_t border, bool first, uint64_t shuffle) {
  crowd_view v = crowd_open(c, shuffle);
  for (uint32_t n = 0; n < CROWD_THINGS; n++)
    if (c->things[n].body.kind == CAROM_KINEMATIC && (n < border) != first)
      ck_assert_int_eq(carom_body_set_ghost(v.world, v.bodies[n], true), CAROM_OK);
  return v;
}

/* The part to which the thing of the lower number belongs tells of a contact; a static one belongs to none.
 */
static bool tells(const crowd *c, const carom_contact *contact, uint32_t border, bool first) {
  const uint32_t a = (uint32_t)(uintptr_t)contact->a.body_user - 1,
                 b = (uint32_t)(uintptr_t)contact->b.body_user - 1;
  const bool a_still = c->things[a].body.kind == CAROM_STATIC,
             b_still = c->things[b].body.kind == CAROM_STATIC;
  const uint32_t teller = a_still ? b : b_still ? a : a < b ? a : b;
  return (teller < border) == first;
}

static void gather_events(const crowd_view *v, crowd_tale *tale, uint32_t border, int part) {
  size_t count;
  const carom_event *events = carom_world_get_events(v->world, &count);
  for (size_t i = 0; i < count; i++)
    if (part == 2 || tells(v->crowd, events[i].contact, border, part == 0))
      crowd_tell(tale, events[i].contact, (uint32_t)events[i].kind, (uint64_t)events[i].cause);
}

static void must_be_parts(const crowd_view *whole, const crowd_view parts[2], uint32_t border) {
  static crowd_tale one, two;
  one.count = two.count = 0;
  gather_events(whole, &one, border, 2);
  for (int i = 0; i < 2; i++) gather_events(&parts[i], &two, border, i);
  qsort(one.told, one.count, sizeof *one.told, crowd_compare);
  qsort(two.told, two.count, sizeof *two.told, crowd_compare);
  ck_assert_uint_eq(one.count, two.count);
  for (size_t i = 0; i < one.count; i++) ck_assert_int_eq(crowd_compare(&one.told[i], &two.told[i]), 0);
}

/* Without bodies that stop, whose ways would have to be exchanged, and seams over those of two parts. */
START_TEST(two_parts_tell_what_one_world_tells) {
  for (uint64_t seed = 0; seed < (uint64_t)test_scaled(SEEDS); seed++) {
    crowd c;
    crowd_begin(&c, seed);
    c.def.seamless = false;
    for (uint32_t n = 0; n < CROWD_THINGS; n++) c.things[n].stopping = false;
    const uint32_t border = 5 + (uint32_t)(seed % 25);
    crowd_view whole = crowd_open(&c, 0);
    crowd_view parts[2] = {open_part(&c, border, true, seed + 1), open_part(&c, border, false, seed + 2)};
    for (int step = 0; step < STEPS; step++) {
      ck_assert_int_eq(carom_world_step(whole.world, 0x1p-5f), CAROM_OK);
      for (int i = 0; i < 2; i++) ck_assert_int_eq(carom_world_step(parts[i].world, 0x1p-5f), CAROM_OK);
      must_be_parts(&whole, parts, border);
    }
    crowd_close(&whole);
    for (int i = 0; i < 2; i++) crowd_close(&parts[i]);
    crowd_end(&c);
  }
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("ghosts");
  TCase *tc = tcase_create("ghosts");
  tcase_set_timeout(tc, 600);
  tcase_add_test(tc, a_ghost_meets_what_is_neither_ghost_nor_static);
  tcase_add_test(tc, what_becomes_a_ghost_ends_filtered);
  tcase_add_test(tc, static_bodies_are_no_ghosts);
  tcase_add_test(tc, rewinds_know_ghosts);
  tcase_add_test(tc, two_parts_tell_what_one_world_tells);
  suite_add_tcase(suite, tc);
  return suite;
}
