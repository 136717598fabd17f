/* test_rest.c: bodies that rest. Two worlds are given the same random calls, but in the second each body is
 * touched before each step, so that nothing rests there: both must tell the same. */
#include "support.h"

enum { BODIES = 60, WORLDS = 2, PER_BODY = 12 };

typedef struct twins {
  uint64_t random;
  carom_world *worlds[WORLDS];
  carom_body bodies[BODIES]; /* the ids are the same in both */
  carom_hull *hull;
} twins;

/* The game's filter: users count as numbers. */
static bool ask(void *user, const carom_world *world, const carom_contact_side *a,
                const carom_contact_side *b) {
  (void)world;
  uintptr_t sum = (uintptr_t)a->body_user + (uintptr_t)b->collider_user;
  return (sum + (uintptr_t)user) % 5 != 0;
}

static void *random_user(twins *t) { return (void *)(uintptr_t)test_below(&t->random, 50); }

static carom_pose random_pose(twins *t) {
  carom_vec3 at = test_vec3(&t->random, -4, 4);
  return (carom_pose){{(double)at.x, (double)at.y, (double)at.z}, test_quat(&t->random)};
}

static carom_filter random_filter(twins *t) {
  carom_filter filter = {.category = (uint64_t)1 << test_below(&t->random, 3)};
  if (test_below(&t->random, 2)) filter.mask = 1 + test_below(&t->random, 7);
  if (test_below(&t->random, 6) == 0) filter.group = (int32_t)test_below(&t->random, 5) - 2;
  return filter;
}

static carom_collider_def random_collider(twins *t) {
  return (carom_collider_def){.shape = support_any_shape(&t->random, t->hull),
                              .pose = {test_vec3(&t->random, -1, 1), test_quat(&t->random)},
                              .filter = random_filter(t),
                              .sensor = test_below(&t->random, 4) == 0,
                              .sees_sensors = test_below(&t->random, 2),
                              .sees_static = test_below(&t->random, 8) == 0,
                              .user = random_user(t)};
}

static void create(twins *t, carom_body *out) {
  carom_collider_def defs[PER_BODY];
  carom_body_def def = {.kind = test_below(&t->random, 3) ? CAROM_KINEMATIC : CAROM_STATIC,
                        .pose = random_pose(t),
                        .user = random_user(t)};
  size_t count = test_below(&t->random, 4) ? 1 : test_below(&t->random, PER_BODY + 1);
  for (size_t i = 0; i < count; i++) defs[i] = random_collider(t);
  for (int w = 0; w < WORLDS; w++) {
    *out = carom_body_create(t->worlds[w], &def);
    ck_assert_int_eq(carom_collider_create_many(t->worlds[w], *out, defs, count, NULL), CAROM_OK);
  }
}

enum { BODY_CHANGES = 8 };

static void change_body(twins *t, carom_body *body) {
  uint32_t what = test_below(&t->random, BODY_CHANGES);
  carom_pose pose = random_pose(t);
  carom_vec3 velocity = test_vec3(&t->random, -3, 3), none = {0, 0, 0};
  bool enabled = test_below(&t->random, 3);
  void *user = random_user(t);
  for (int w = 0; w < WORLDS; w++) {
    carom_world *world = t->worlds[w];
    if (what < 2) carom_body_set_pose(world, *body, &pose);
    if (what == 2) carom_body_set_velocity(world, *body, velocity, velocity);
    if (what == 3 || what == 4) carom_body_set_velocity(world, *body, none, none);
    if (what == 5) carom_body_set_enabled(world, *body, enabled);
    if (what == 6) carom_body_set_user(world, *body, user);
    if (what == 7) carom_body_destroy(world, *body);
  }
  if (what == 7) create(t, body);
}

enum { COLLIDER_CHANGES = 8 };

static void change_collider(twins *t, carom_body body) {
  uint32_t what = test_below(&t->random, COLLIDER_CHANGES);
  carom_collider_def def = random_collider(t);
  carom_collider first = support_collider_of(t->worlds[0], body);
  for (int w = 0; w < WORLDS; w++) {
    carom_world *world = t->worlds[w];
    if (what == 0) carom_collider_set_shape(world, first, &def.shape);
    if (what == 1) carom_collider_set_local_pose(world, first, &def.pose);
    if (what == 2) carom_collider_set_filter(world, first, def.filter);
    if (what == 3) carom_collider_set_sensor(world, first, def.sensor);
    if (what == 4) carom_collider_set_user(world, first, def.user);
    if (what == 5) carom_collider_create(world, body, &def);
    if (what == 6) carom_collider_set_sees_static(world, first, def.sees_static);
    if (what == 7) carom_collider_destroy(world, first);
  }
}

static void set_value(twins *t) {
  size_t count;
  const carom_contact *contacts = carom_world_get_contacts(t->worlds[0], &count);
  if (count == 0) return;
  carom_contact contact = contacts[test_below(&t->random, (uint32_t)count)];
  uint64_t value = test_random(&t->random);
  for (int w = 0; w < WORLDS; w++)
    carom_contact_set_value(t->worlds[w], contact.a.collider, contact.b.collider, value);
}

/* Often nothing happens for a while. */
static void act(twins *t) {
  for (uint32_t i = test_below(&t->random, 3) ? 0 : test_below(&t->random, 12); i > 0; i--) {
    carom_body *body = &t->bodies[test_below(&t->random, BODIES)];
    if (test_below(&t->random, 3))
      change_body(t, body);
    else
      change_collider(t, *body);
  }
  set_value(t);
  if (test_below(&t->random, 100)) return;
  void *user = random_user(t);
  for (int w = 0; w < WORLDS; w++) carom_world_set_filter(t->worlds[w], ask, user);
}

/* A handler that drops contacts by what it is told of the sides. */
static bool keep(void *user, const carom_world *world, const carom_event *event) {
  (void)user, (void)world;
  return ((uintptr_t)event->contact->a.body_user ^ (uintptr_t)event->contact->b.body_user) % 7 != 0;
}

static void open(twins *t, uint64_t seed, carom_broadphase_kind broadphase) {
  const carom_world_def def = {.broadphase = broadphase, .filter = ask};
  *t = (twins){.random = seed, .hull = support_hull(NULL, seed, 0.7f)};
  for (int w = 0; w < WORLDS; w++) {
    ck_assert_int_eq(carom_world_create(&def, &t->worlds[w]), CAROM_OK);
    if (seed % 2) carom_handler_add(t->worlds[w], &(carom_handler_def){.keep = keep});
  }
  for (int i = 0; i < BODIES; i++) create(t, &t->bodies[i]);
}

static void shut(twins *t) {
  for (int w = 0; w < WORLDS; w++) carom_world_destroy(t->worlds[w]);
  carom_hull_release(t->hull);
}

static bool same_side(const carom_contact_side *a, const carom_contact_side *b) {
  return a->body.bits == b->body.bits && a->collider.bits == b->collider.bits &&
         a->body_user == b->body_user && a->collider_user == b->collider_user && a->category == b->category;
}

static bool same_contact(const carom_contact *a, const carom_contact *b) {
  const carom_manifold *m = &a->manifold, *n = &b->manifold;
  return same_side(&a->a, &b->a) && same_side(&a->b, &b->b) && a->sensor == b->sensor &&
         a->approach_speed == b->approach_speed && a->value == b->value && m->point_count == n->point_count &&
         memcmp(&m->normal, &n->normal, sizeof m->normal) == 0 &&
         memcmp(m->points, n->points, m->point_count * sizeof *m->points) == 0;
}

static void check_events(const twins *t) {
  size_t counts[WORLDS];
  const carom_event *a = carom_world_get_events(t->worlds[0], &counts[0]);
  const carom_event *b = carom_world_get_events(t->worlds[1], &counts[1]);
  ck_assert_uint_eq(counts[0], counts[1]);
  for (size_t i = 0; i < counts[0]; i++)
    ck_assert(a[i].kind == b[i].kind && a[i].cause == b[i].cause && same_contact(a[i].contact, b[i].contact));
}

static void check_contacts(const twins *t) {
  size_t counts[WORLDS];
  const carom_contact *a = carom_world_get_contacts(t->worlds[0], &counts[0]);
  const carom_contact *b = carom_world_get_contacts(t->worlds[1], &counts[1]);
  ck_assert_uint_eq(counts[0], counts[1]);
  for (size_t i = 0; i < counts[0]; i++) ck_assert(same_contact(&a[i], &b[i]));
  ck_assert_uint_eq(carom_world_hash(t->worlds[0]), carom_world_hash(t->worlds[1]));
}

/* What was done by a random program, so that a test may tell that it was not nothing. */
typedef struct tally {
  size_t contacts, looked_at[WORLDS], ends;
} tally;

static void step(twins *t, tally *sum) {
  float dt = test_below(&t->random, 5) ? SUPPORT_DT : 0;
  for (int i = 0; i < BODIES; i++) ck_assert_int_eq(carom_body_touch(t->worlds[1], t->bodies[i]), CAROM_OK);
  for (int w = 0; w < WORLDS; w++) {
    carom_counts counts;
    ck_assert_int_eq(carom_world_step(t->worlds[w], dt), CAROM_OK);
    carom_world_get_counts(t->worlds[w], &counts);
    sum->looked_at[w] += counts.collider_pairs;
    sum->contacts = counts.contacts > sum->contacts ? counts.contacts : sum->contacts;
    sum->ends = counts.ends;
  }
}

/* R6. */
START_TEST(rest_changes_no_event) {
  enum { STEPS = 400 };
  for (uint64_t seed = 0; seed < (uint64_t)test_scaled(20); seed++) {
    twins t;
    tally sum = {0};
    open(&t, seed, _i ? CAROM_BROADPHASE_BRUTE : CAROM_BROADPHASE_SWEEP);
    for (int i = 0; i < STEPS; i++) {
      act(&t);
      step(&t, &sum);
      check_events(&t);
      check_contacts(&t);
    }
    ck_assert(sum.contacts > 20 && sum.ends > 50 && sum.looked_at[0] < sum.looked_at[1] / 2);
    shut(&t);
  }
}
END_TEST

static carom_counts counts_after_step(carom_world *world, support_log *log) {
  carom_counts counts;
  support_step_fresh(world, log);
  carom_world_get_counts(world, &counts);
  return counts;
}

START_TEST(what_rests_is_not_looked_at) {
  carom_world *world = support_world();
  support_log log;
  for (int i = 0; i < 5; i++) support_ball(world, CAROM_KINEMATIC, 1.5 * i);
  carom_body last = support_ball(world, CAROM_STATIC, 7.5);
  support_listen(world, &log);
  carom_counts counts = counts_after_step(world, &log);
  ck_assert(counts.body_pairs == 5 && counts.contacts == 5 && counts.begins == 5);
  counts = counts_after_step(world, &log);
  ck_assert(counts.body_pairs == 0 && counts.collider_pairs == 0 && counts.contacts == 5 &&
            counts.stays == 5);
  ck_assert_int_eq(carom_body_touch(world, last), CAROM_OK);
  counts = counts_after_step(world, &log);
  ck_assert(counts.body_pairs == 1 && counts.contacts == 5 && counts.stays == 10);
  support_move(world, last, 7.5);
  ck_assert_uint_eq(counts_after_step(world, &log).body_pairs, 0);
  support_move(world, last, 100);
  counts = counts_after_step(world, &log);
  ck_assert(counts.body_pairs == 0 && counts.contacts == 4 && counts.ends == 1);
  carom_world_destroy(world);
}
END_TEST

/* Neither while all is new nor when one is added to a world at rest. */
START_TEST(static_bodies_never_meet) {
  carom_world *world = support_world();
  support_log log = {0};
  for (int i = 0; i < 4; i++) support_ball(world, CAROM_STATIC, 0.25 * i);
  ck_assert_uint_eq(counts_after_step(world, &log).body_pairs, 0);
  carom_body ball = support_ball(world, CAROM_KINEMATIC, 1);
  ck_assert_uint_eq(counts_after_step(world, &log).body_pairs, 4);
  support_ball(world, CAROM_STATIC, 2);
  ck_assert_uint_eq(counts_after_step(world, &log).body_pairs, 1);
  ck_assert_int_eq(carom_body_touch(world, ball), CAROM_OK);
  ck_assert_uint_eq(counts_after_step(world, &log).body_pairs, 5);
  ck_assert_uint_eq(support_contact_count(world), 5);
  carom_world_destroy(world);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("rest");
  TCase *tests = tcase_create("bodies that rest");
  tcase_set_timeout(tests, 120);
  tcase_add_loop_test(tests, rest_changes_no_event, 0, 2);
  tcase_add_test(tests, what_rests_is_not_looked_at);
  tcase_add_test(tests, static_bodies_never_meet);
  suite_add_tcase(suite, tests);
  return suite;
}
