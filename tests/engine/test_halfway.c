/* test_halfway.c: steps in two halves, and the boxes of many bodies between them. */
#include "crowd.h"
#include "test_memory.h"

enum { STEPS = 20, SEEDS = 60 };

static const float DT = 0x1p-5f;

static void step_in_halves(carom_world *world, float dt) {
  ck_assert_int_eq(carom_world_move(world, dt), CAROM_OK);
  ck_assert_int_eq(carom_world_step(world, 0), CAROM_OK);
}

START_TEST(two_halves_are_a_step) {
  for (uint64_t seed = 0; seed < (uint64_t)test_scaled(SEEDS); seed++) {
    crowd c;
    crowd_begin(&c, seed);
    crowd_view whole = crowd_open(&c, 0), halves = crowd_open(&c, 0);
    uint64_t random = seed;
    for (int step = 0; step < STEPS; step++) {
      const uint64_t call = test_random(&random);
      crowd_call(&whole, call, true);
      crowd_call(&halves, call, true);
      ck_assert_int_eq(carom_world_step(whole.world, DT), CAROM_OK);
      step_in_halves(halves.world, DT);
      ck_assert_uint_eq(carom_world_hash(whole.world), carom_world_hash(halves.world));
      size_t hits_whole, hits_halves;
      carom_world_get_swept_hits(whole.world, &hits_whole);
      carom_world_get_swept_hits(halves.world, &hits_halves);
      ck_assert_uint_eq(hits_whole, hits_halves);
      carom_counts a, b;
      carom_world_get_counts(whole.world, &a);
      carom_world_get_counts(halves.world, &b);
      ck_assert_uint_eq(a.clamped, b.clamped);
      ck_assert_uint_eq(a.begins, b.begins);
      ck_assert_uint_eq(a.ends, b.ends);
    }
    crowd_close(&whole);
    crowd_close(&halves);
    crowd_end(&c);
  }
}
END_TEST

/* A ball that flies at a wall. */
static carom_world *shot(carom_body *ball) {
  carom_world *world = support_world();
  support_collider(world, support_body(world, CAROM_STATIC, 5, 0, 0), carom_shape_box(0.1f, 2, 2));
  const carom_body_def def = {.linear_velocity = {100, 0, 0}};
  *ball = carom_body_create(world, &def);
  support_collider(world, *ball, carom_shape_sphere(0.1f));
  carom_body_set_swept(world, *ball, true);
  return world;
}

static size_t hits_of(const carom_world *world) {
  size_t count = 0;
  carom_world_get_swept_hits(world, &count);
  return count;
}

/* What is changed between the halves has no way in this step. */
START_TEST(changes_between_the_halves) {
  for (int change = 0; change < 6; change++) {
    carom_body ball;
    carom_world *world = shot(&ball);
    const carom_vec3 none = {0, 0, 0}, other = {99, 0, 0};
    carom_pose pose;
    ck_assert_int_eq(carom_world_move(world, 0.1f), CAROM_OK);
    carom_body_get_pose(world, ball, &pose);
    ck_assert(pose.position.x > 9.9);
    if (change == 1) carom_body_set_velocity(world, ball, other, none);
    pose.position.y = change == 2 ? 1e-3 : 0;
    carom_body_set_pose(world, ball, &pose);
    if (change == 3) carom_body_destroy(world, ball);
    if (change == 4) carom_body_set_enabled(world, ball, false);
    if (change == 5) carom_world_clear(world);
    ck_assert_int_eq(carom_world_step(world, change == 5 ? 0.1f : 0), CAROM_OK);
    ck_assert_uint_eq(hits_of(world), change == 0);
    ck_assert_int_eq(carom_world_step(world, 0.1f), CAROM_OK);
    carom_world_destroy(world);
  }
}
END_TEST

static carom_body swept_ball(carom_world *world, double x, float speed) {
  const carom_vec3 velocity = {speed, 0, 0}, none = {0, 0, 0};
  const carom_body body = support_ball(world, CAROM_KINEMATIC, x);
  ck_assert_int_eq(carom_body_set_velocity(world, body, velocity, none), CAROM_OK);
  ck_assert_int_eq(carom_body_set_swept(world, body, true), CAROM_OK);
  ck_assert_int_eq(carom_body_set_stopping(world, body, true), CAROM_OK);
  return body;
}

/* It stands where it was put: what comes its way stops at it, and does not push it. */
START_TEST(what_is_put_elsewhere_between_the_halves_stands) {
  carom_world *world = support_world();
  const carom_body put = swept_ball(world, 0, -1), comes = swept_ball(world, 20, -100);
  carom_pose at;
  carom_swept_hit hit;
  size_t count;
  ck_assert_int_eq(carom_world_move(world, 0.1f), CAROM_OK);
  support_move(world, put, 12);
  ck_assert_int_eq(carom_world_step(world, 0), CAROM_OK);
  const carom_swept_hit *hits = carom_world_get_swept_hits(world, &count);
  ck_assert_uint_eq(count, 1);
  hit = hits[0];
  ck_assert(hit.body_a.bits == put.bits && hit.body_b.bits == comes.bits);
  ck_assert(!hit.stopped_a && hit.stopped_b);
  ck_assert_int_eq(carom_body_get_pose(world, put, &at), CAROM_OK);
  ck_assert(at.position.x == 12 && at.position.y == 0 && at.position.z == 0);
  ck_assert_int_eq(carom_body_get_pose(world, comes, &at), CAROM_OK);
  ck_assert(fabs(at.position.x - 14) < 1e-4);
  carom_world_destroy(world);
}
END_TEST

/* What touches it was not met on its way, as it has none. */
START_TEST(what_is_put_elsewhere_between_the_halves_has_no_hits) {
  carom_world *world = support_world();
  const carom_body put = swept_ball(world, 0, -1);
  swept_ball(world, -100, -1); /* has one */
  support_ball(world, CAROM_STATIC, 50);
  ck_assert_int_eq(carom_world_move(world, 0.1f), CAROM_OK);
  support_move(world, put, 51);
  ck_assert_int_eq(carom_world_step(world, 0), CAROM_OK);
  ck_assert_uint_eq(hits_of(world), 0);
  ck_assert_uint_eq(support_contact_count(world), 1);
  carom_world_destroy(world);
}
END_TEST

START_TEST(what_is_refused_between_the_halves) {
  unsigned char room[64];
  carom_body ball;
  carom_world *world = shot(&ball), *other = NULL;
  size_t size;
  ck_assert_int_eq(carom_world_move(world, 0.1f), CAROM_OK);
  const uint64_t hash = carom_world_hash(world);
  ck_assert_int_eq(carom_world_move(world, 0.1f), CAROM_BUSY);
  ck_assert_int_eq(carom_world_step(world, 0.1f), CAROM_BUSY);
  ck_assert_int_eq(carom_world_save(world, NULL, room, sizeof room, &size), CAROM_BUSY);
  ck_assert_int_eq(carom_world_clone(world, NULL, NULL, 0, &other), CAROM_BUSY);
  ck_assert_int_eq(carom_world_rollback_save(world, room, sizeof room, &size), CAROM_BUSY);
  ck_assert_int_eq(carom_world_rollback_restore(world, room, sizeof room), CAROM_BUSY);
  ck_assert_uint_eq(carom_world_hash(world), hash);
  ck_assert_int_eq(carom_world_step(world, 0), CAROM_OK);
  ck_assert_uint_eq(hits_of(world), 1);
  ck_assert_int_eq(carom_world_step(world, 0.1f), CAROM_OK);
  carom_world_destroy(world);
}
END_TEST

/* Every request of both halves is refused once: nothing changes, and a repetition does the rest. */
START_TEST(refused_halves_may_be_repeated) {
  crowd c;
  crowd_begin(&c, 21);
  crowd_view sound = crowd_open(&c, 0);
  test_memory memory = {0};
  c.def.allocator = test_memory_allocator(&memory);
  crowd_view poor = crowd_open(&c, 0);
  size_t refused = 0;
  for (int step = 0; step < 12; step++) {
    const uint64_t before = carom_world_hash(poor.world);
    step_in_halves(sound.world, DT);
    for (size_t at = 1;; at++) {
      test_memory_fail_at(&memory, at);
      const carom_status status = carom_world_move(poor.world, DT);
      if (!status) break;
      ck_assert_int_eq(status, CAROM_OUT_OF_MEMORY);
      ck_assert_uint_eq(carom_world_hash(poor.world), before);
      refused++;
    }
    const uint64_t between = carom_world_hash(poor.world);
    for (size_t at = 1;; at++) {
      test_memory_fail_at(&memory, at);
      const carom_status status = carom_world_step(poor.world, 0);
      if (!status) break;
      ck_assert_int_eq(status, CAROM_OUT_OF_MEMORY);
      ck_assert_uint_eq(carom_world_hash(poor.world), between);
      refused++;
    }
    test_memory_fail_at(&memory, 0);
    ck_assert_uint_eq(carom_world_hash(poor.world), carom_world_hash(sound.world));
  }
  ck_assert_uint_gt(refused, 8);
  crowd_close(&sound);
  crowd_close(&poor);
  ck_assert(test_memory_is_clean(&memory));
  crowd_end(&c);
}
END_TEST

/* --- Boxes --- */

static bool apart(const carom_aabb *a, const carom_aabb *b) {
  return a->max.x < b->min.x || b->max.x < a->min.x || a->max.y < b->min.y || b->max.y < a->min.y ||
         a->max.z < b->min.z || b->max.z < a->min.z;
}

static size_t number_of(const crowd_view *v, carom_body body) {
  for (size_t n = 0; n < CROWD_THINGS; n++)
    if (v->bodies[n].bits == body.bits) return n;
  ck_abort_msg("an unknown body");
}

/* No contact is between bodies whose boxes are apart; without changes the step has the boxes that were told.
 */
START_TEST(boxes_hold_what_the_step_finds) {
  for (uint64_t seed = 0; seed < (uint64_t)test_scaled(SEEDS); seed++) {
    crowd c;
    crowd_begin(&c, seed);
    crowd_view v = crowd_open(&c, 0);
    uint64_t random = seed;
    size_t apart_pairs = 0;
    for (int step = 0; step < STEPS; step++) {
      carom_aabb with[CROWD_THINGS], without[CROWD_THINGS], after[CROWD_THINGS];
      crowd_call(&v, test_random(&random), false);
      ck_assert_int_eq(carom_world_move(v.world, DT), CAROM_OK);
      ck_assert_int_eq(carom_body_get_bounds(v.world, v.bodies, CROWD_THINGS, true, with), CAROM_OK);
      ck_assert_int_eq(carom_body_get_bounds(v.world, v.bodies, CROWD_THINGS, false, without), CAROM_OK);
      ck_assert_int_eq(carom_world_step(v.world, 0), CAROM_OK);
      ck_assert_int_eq(carom_body_get_bounds(v.world, v.bodies, CROWD_THINGS, true, after), CAROM_OK);
      for (uint32_t n = 0; n < CROWD_THINGS; n++)
        if (!c.things[n].stopping) ck_assert_int_eq(memcmp(&after[n], &without[n], sizeof *after), 0);
      size_t count;
      const carom_contact *contacts = carom_world_get_contacts(v.world, &count);
      for (size_t i = 0; i < count; i++)
        ck_assert(!apart(&with[number_of(&v, contacts[i].a.body)], &with[number_of(&v, contacts[i].b.body)]));
      for (uint32_t n = 1; n < CROWD_THINGS; n++) apart_pairs += apart(&with[n - 1], &with[n]);
    }
    ck_assert_uint_gt(apart_pairs, 100);
    crowd_close(&v);
    crowd_end(&c);
  }
}
END_TEST

START_TEST(boxes_of_what_has_no_colliders) {
  carom_world *world = support_world();
  const carom_body bodies[2] = {support_body(world, CAROM_KINEMATIC, 3, 4, 5),
                                support_ball(world, CAROM_KINEMATIC, 0)};
  carom_aabb boxes[2];
  ck_assert_int_eq(carom_body_get_bounds(world, bodies, 2, true, boxes), CAROM_OK);
  ck_assert(boxes[0].min.x <= 3 && boxes[0].min.x > 2.99f && boxes[0].max.z >= 5 && boxes[0].max.z < 5.01f);
  ck_assert(boxes[1].min.x <= -1 && boxes[1].max.z >= 1);
  ck_assert_int_eq(carom_body_get_bounds(world, NULL, 0, false, NULL), CAROM_OK);
  carom_world_destroy(world);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("halfway");
  TCase *tc = tcase_create("halfway");
  tcase_set_timeout(tc, 600);
  tcase_add_test(tc, two_halves_are_a_step);
  tcase_add_test(tc, changes_between_the_halves);
  tcase_add_test(tc, what_is_put_elsewhere_between_the_halves_stands);
  tcase_add_test(tc, what_is_put_elsewhere_between_the_halves_has_no_hits);
  tcase_add_test(tc, what_is_refused_between_the_halves);
  tcase_add_test(tc, refused_halves_may_be_repeated);
  tcase_add_test(tc, boxes_hold_what_the_step_finds);
  tcase_add_test(tc, boxes_of_what_has_no_colliders);
  suite_add_tcase(suite, tc);
  return suite;
}
