/* test_one_pass.c: worlds of sharp boxes or rectangles alone find their contacts in one pass over the pairs
 * of bodies. A world whose filter admits everything goes by candidates: all that the game is told must be the
 * same. This looks inside the world, to see which way was gone. */
#include "candidates.h"

#include "event_fields.h"
#include "support.h"

enum { BODIES = 300, STEPS = 16, WORLDS = 2, BY_CANDIDATES = 1 };

/* What a run varies, a bit each. */
enum { PLANAR = 1, SHUFFLED = 2, PERSISTENT = 4, THREADS = 8, RUNS = 16 };

typedef struct one_pass {
  uint64_t random;
  int run;
  carom_world *worlds[WORLDS];
  carom_body bodies[WORLDS][BODIES];
  size_t contacts, in_one_pass;
} one_pass;

static carom_pose any_pose(one_pass *t) {
  const float wide = t->run & PLANAR ? 13.0f : 6.0f;
  const carom_vec3 at = test_vec3(&t->random, 0, wide);
  if (t->run & PLANAR)
    return carom_pose_planar((double)at.x, (double)at.y, (double)test_uniform(&t->random, 0, 6));
  return (carom_pose){{(double)at.x, (double)at.y, (double)at.z}, test_quat(&t->random)};
}

static carom_shape any_box(one_pass *t) {
  const carom_vec3 half = test_vec3(&t->random, 0.2f, 0.6f);
  return t->run & PLANAR ? carom_shape_rectangle(half.x, half.y) : carom_shape_box(half.x, half.y, half.z);
}

static carom_filter any_filter(one_pass *t) {
  const uint64_t some = 1u << test_below(&t->random, 3);
  return test_below(&t->random, 3) ? (carom_filter){0} : (carom_filter){.category = some, .mask = ~some};
}

static void make_body(one_pass *t, int i) {
  const carom_body_def def = {.kind = test_below(&t->random, 5) ? CAROM_KINEMATIC : CAROM_STATIC,
                              .pose = any_pose(t)};
  for (int w = 0; w < WORLDS; w++) t->bodies[w][i] = carom_body_create(t->worlds[w], &def);
}

static void make_collider(one_pass *t, int i) {
  const carom_collider_def def = {
      .shape = any_box(t), .filter = any_filter(t), .sensor = test_below(&t->random, 9) == 0};
  for (int w = 0; w < WORLDS; w++)
    ck_assert_uint_ne(carom_collider_create(t->worlds[w], t->bodies[w][i], &def).bits, 0);
}

static void make(one_pass *t, int run, const carom_tasks *threads) {
  *t = (one_pass){.random = (uint64_t)run + 1, .run = run};
  for (int w = 0; w < WORLDS; w++) {
    const carom_world_def def = {.planar = run & PLANAR,
                                 .persistent_manifolds = run & PERSISTENT,
                                 .filter = w == BY_CANDIDATES ? fields_admit_all : NULL,
                                 .tasks = w != BY_CANDIDATES && run & THREADS ? *threads : (carom_tasks){0}};
    ck_assert_int_eq(carom_world_create(&def, &t->worlds[w]), CAROM_OK);
  }
  for (int i = 0; i < BODIES; i++) make_body(t, i);
  for (int i = 0; i < BODIES; i++) make_collider(t, run & SHUFFLED ? BODIES - 1 - i : i);
}

/* Some bodies are put elsewhere, some are made anew, some are switched off or on. */
static void change(one_pass *t) {
  for (int i = 0; i < BODIES; i++) {
    const uint32_t what = test_below(&t->random, 8);
    const carom_pose pose = any_pose(t);
    const bool enabled = test_below(&t->random, 4);
    for (int w = 0; w < WORLDS; w++) {
      if (what < 3) ck_assert_int_eq(carom_body_set_pose(t->worlds[w], t->bodies[w][i], &pose), CAROM_OK);
      if (what == 3) carom_body_set_enabled(t->worlds[w], t->bodies[w][i], enabled);
      if (what == 4) carom_body_destroy(t->worlds[w], t->bodies[w][i]);
    }
    if (what != 4) continue;
    make_body(t, i);
    make_collider(t, i);
  }
}

static void step_and_compare(one_pass *t) {
  carom_counts counts[WORLDS];
  for (int w = 0; w < WORLDS; w++) {
    support_step(t->worlds[w]);
    carom_world_get_counts(t->worlds[w], &counts[w]);
  }
  const carom_world *world = t->worlds[0];
  t->in_one_pass += carom__pairs_need_no_cull(world);
  t->contacts += counts[0].contacts;
  ck_assert_uint_eq(counts[0].contacts, counts[BY_CANDIDATES].contacts);
  ck_assert_uint_le(counts[0].collider_pairs, counts[0].contacts);
  ck_assert_uint_le(counts[0].collider_pairs, counts[BY_CANDIDATES].collider_pairs);
  ck_assert_uint_eq(fields_hash_told(world), fields_hash_told(t->worlds[BY_CANDIDATES]));
}

START_TEST(one_pass_tells_the_same) {
  static one_pass t;
  carom_pool *pool;
  ck_assert_int_eq(carom_pool_create(NULL, 4, &pool), CAROM_OK);
  const carom_tasks threads = carom_pool_get_tasks(pool);
  make(&t, _i, &threads);
  for (int i = 0; i < STEPS; i++) {
    step_and_compare(&t);
    change(&t);
  }
  ck_assert_uint_gt(t.contacts, 20 * STEPS);
  ck_assert_int_eq(t.in_one_pass > 0, !(_i & SHUFFLED));
  for (int w = 0; w < WORLDS; w++) carom_world_destroy(t.worlds[w]);
  carom_pool_destroy(pool);
}
END_TEST

/* Two clumps that do not meet, of as many pairs. The colliders of the second one come first, so that the
 * pairs ascend within each half, and not from one half to the other. */
START_TEST(pairs_may_ascend_within_parts_alone) {
  enum { SIDE = 25, CLUMP = SIDE * SIDE };
  static carom_body bodies[2 * CLUMP];
  carom_pool *pool;
  carom_world *worlds[WORLDS];
  ck_assert_int_eq(carom_pool_create(NULL, 2, &pool), CAROM_OK);
  for (int w = 0; w < WORLDS; w++) {
    const carom_world_def def = {.tasks = w ? (carom_tasks){0} : carom_pool_get_tasks(pool)};
    ck_assert_int_eq(carom_world_create(&def, &worlds[w]), CAROM_OK);
    for (int i = 0; i < 2 * CLUMP; i++)
      bodies[i] = support_body(worlds[w], CAROM_KINEMATIC, (double)(i % SIDE) * 1.5 + i / CLUMP * 1000,
                               (double)(i / SIDE % SIDE) * 1.5, 0);
    for (int i = 0; i < 2 * CLUMP; i++)
      support_collider(worlds[w], bodies[(i + CLUMP) % (2 * CLUMP)], carom_shape_box(1, 1, 1));
    support_step(worlds[w]);
  }
  ck_assert(!carom__pairs_need_no_cull(worlds[0]));
  ck_assert_uint_gt(support_contact_count(worlds[0]), 4 * CLUMP);
  ck_assert_uint_eq(fields_hash_told(worlds[0]), fields_hash_told(worlds[1]));
  for (int w = 0; w < WORLDS; w++) carom_world_destroy(worlds[w]);
  carom_pool_destroy(pool);
}
END_TEST

/* The boxes of a row of clumps. In a clump that is on, all boxes are in one place; else they are beside each
 * other and their bounds overlap, but they do not touch. */
enum { CLUMPS = 24, IN_CLUMP = 40 };

static void put_clumps(carom_world *world, const carom_body *bodies, uint32_t on) {
  const carom_quat turn = carom_quat_about((carom_vec3){0, 0, 1}, 0.785);
  for (int i = 0; i < CLUMPS * IN_CLUMP; i++) {
    const int clump = i / IN_CLUMP;
    const double aside = on >> clump & 1 ? 0 : 1.5 * (i % IN_CLUMP);
    const carom_pose pose = {{100.0 * clump + aside, aside, 0}, turn};
    ck_assert_int_eq(carom_body_set_pose(world, bodies[i], &pose), CAROM_OK);
  }
}

/* Parts begin with room for what there was, and get more when that is not enough: wherever contacts come, all
 * are found, and there is no room for much more. */
START_TEST(room_follows_the_contacts) {
  static const uint32_t ons[] = {0, 0xFFFFFF, 0, 0x800000, 0x000001, 0xFFF000, 0x000FFF, 0x555555, 0xAAAAAA};
  static carom_body bodies[CLUMPS * IN_CLUMP];
  carom_pool *pool;
  carom_world *worlds[WORLDS];
  ck_assert_int_eq(carom_pool_create(NULL, 4, &pool), CAROM_OK);
  for (int w = 0; w < WORLDS; w++) {
    const carom_world_def def = {.filter = w == BY_CANDIDATES ? fields_admit_all : NULL,
                                 .tasks = w == 0 && _i ? carom_pool_get_tasks(pool) : (carom_tasks){0}};
    ck_assert_int_eq(carom_world_create(&def, &worlds[w]), CAROM_OK);
    for (int i = 0; i < CLUMPS * IN_CLUMP; i++) {
      bodies[i] = support_body(worlds[w], CAROM_KINEMATIC, i, 0, 0);
      support_collider(worlds[w], bodies[i], carom_shape_box(1, 1, 1));
    }
  }
  for (size_t k = 0; k < sizeof ons / sizeof *ons; k++) {
    for (int w = 0; w < WORLDS; w++) {
      put_clumps(worlds[w], bodies, ons[k]);
      support_step(worlds[w]);
    }
    size_t clumps = 0;
    for (uint32_t on = ons[k]; on; on &= on - 1) clumps++;
    ck_assert_uint_eq(support_contact_count(worlds[0]), clumps * IN_CLUMP * (IN_CLUMP - 1) / 2);
    ck_assert_uint_eq(fields_hash_told(worlds[0]), fields_hash_told(worlds[BY_CANDIDATES]));
  }
  ck_assert(carom__pairs_need_no_cull(worlds[0]));
  for (int w = 0; w < WORLDS; w++) carom_world_destroy(worlds[w]);
  carom_pool_destroy(pool);
}
END_TEST

/* Of pairs that all have the same share of contacts, no list has room for many more than there are. */
START_TEST(room_is_for_what_there_is) {
  enum { SIDE = 22, MANY = SIDE * SIDE * SIDE };
  carom_pool *pool;
  carom_world *world;
  ck_assert_int_eq(carom_pool_create(NULL, 4, &pool), CAROM_OK);
  const carom_world_def def = {.tasks = _i ? carom_pool_get_tasks(pool) : (carom_tasks){0}};
  ck_assert_int_eq(carom_world_create(&def, &world), CAROM_OK);
  for (int i = 0; i < MANY; i++) {
    const carom_body_def body = {.pose.position = {i % SIDE, i / SIDE % SIDE, i / (SIDE * SIDE) * 0.97},
                                 .kind = CAROM_KINEMATIC,
                                 .linear_velocity.x = 9};
    support_collider(world, carom_body_create(world, &body), carom_shape_box(0.499f, 0.499f, 0.49f));
  }
  for (int i = 0; i < 3; i++) support_step(world);
  const size_t contacts = support_contact_count(world);
  ck_assert_uint_ge(contacts, MANY - SIDE * SIDE);
  ck_assert_uint_le(world->contacts.list.capacity, contacts + contacts / 8 + 8192);
  ck_assert_uint_le(world->fresh.list.capacity, contacts + contacts / 8 + 8192);
  carom_world_destroy(world);
  carom_pool_destroy(pool);
}
END_TEST

/* Whatever is no sharp box, and whatever asks for candidates, leads back to these. */
START_TEST(other_worlds_have_candidates) {
  static const carom_world_def defs[] = {
      {.margin = 0}, {.margin = 0.1f}, {.seamless = true}, {.filter = fields_admit_all}};
  for (size_t i = 0; i < sizeof defs / sizeof *defs; i++) {
    carom_world *world;
    ck_assert_int_eq(carom_world_create(&defs[i], &world), CAROM_OK);
    support_collider(world, support_body(world, CAROM_KINEMATIC, 0, 0, 0), carom_shape_box(1, 1, 1));
    support_collider(world, support_body(world, CAROM_KINEMATIC, 1, 0, 0), carom_shape_box(1, 1, 1));
    ck_assert_int_eq(carom__pairs_need_no_cull(world), i == 0);
    support_step(world);
    ck_assert_uint_eq(support_contact_count(world), 1);
    ck_assert_uint_eq(world->step.candidates.count, i > 0);
    support_ball(world, CAROM_KINEMATIC, 3);
    ck_assert(!carom__pairs_need_no_cull(world));
    support_step(world);
    ck_assert_uint_eq(support_contact_count(world), 2);
    carom_world_destroy(world);
  }
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("one_pass");
  TCase *tests = tcase_create("one_pass");
  tcase_add_loop_test(tests, one_pass_tells_the_same, 0, RUNS);
  tcase_add_test(tests, pairs_may_ascend_within_parts_alone);
  tcase_add_loop_test(tests, room_follows_the_contacts, 0, 2);
  tcase_add_loop_test(tests, room_is_for_what_there_is, 0, 2);
  tcase_add_test(tests, other_worlds_have_candidates);
  suite_add_tcase(suite, tests);
  return suite;
}
