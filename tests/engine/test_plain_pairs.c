/* test_plain_pairs.c: pairs of bodies that are one box each go through the cull in blocks. In a world where a
 * collider once had an order every pair waits by itself: all that the game is told must be the same. This
 * looks inside the worlds, to see that both ways were gone. */
#include "state.h"

#include "event_fields.h"
#include "support.h"

enum { BODIES = 150, SLOW = 1, WORLDS = 2 };

typedef struct twins {
  uint64_t random;
  bool planar;
  uint32_t others; /* one body in so many is not plain */
  carom_world *worlds[WORLDS];
  carom_body bodies[WORLDS][BODIES];
  carom_collider colliders[WORLDS][BODIES];
  size_t contacts;
} twins;

static bool one_in(twins *t, uint32_t count) { return test_below(&t->random, count) == 0; }

static carom_shape any_shape(twins *t) {
  const float half = test_uniform(&t->random, 0.2f, 0.8f);
  const bool other = one_in(t, t->others), round = one_in(t, 2);
  if (t->planar) return other ? carom_shape_disc(half) : carom_shape_rectangle(half, 0.5f);
  if (other && round) return carom_shape_sphere(half);
  return other ? carom_shape_capsule(vec3(0, 0, 0), vec3(half, half, 0), 0.2f)
               : carom_shape_box(half, 0.5f, 0.4f);
}

static carom_pose any_pose(twins *t) {
  const float side = t->planar ? 6 : 3;
  const carom_vec3 at = test_vec3(&t->random, -side, side);
  if (t->planar) return carom_pose_planar((double)at.x, (double)at.y, (double)at.z);
  return (carom_pose){{(double)at.x, (double)at.y, (double)at.z}, test_quat(&t->random)};
}

static carom_filter any_filter(twins *t) {
  if (!one_in(t, 4)) return (carom_filter){.category = 0};
  return (carom_filter){.category = 1u + test_below(&t->random, 3),
                        .mask = 1u + test_below(&t->random, 7),
                        .group = (int32_t)test_below(&t->random, 3) - 1};
}

static void add_body(twins *t, int i) {
  const bool is_static = one_in(t, 6), off = one_in(t, t->others), two = one_in(t, t->others);
  carom_body_def def = {.kind = is_static ? CAROM_STATIC : CAROM_KINEMATIC, .pose = any_pose(t)};
  def.ghost = !is_static && one_in(t, 8);
  carom_collider_def of = {.shape = any_shape(t), .filter = any_filter(t)};
  of.sensor = one_in(t, 8), of.sees_sensors = one_in(t, 2), of.sees_static = one_in(t, 8);
  if (off) of.pose.position.x = 0.3f;
  for (int w = 0; w < WORLDS; w++) {
    t->bodies[w][i] = carom_body_create(t->worlds[w], &def);
    t->colliders[w][i] = carom_collider_create(t->worlds[w], t->bodies[w][i], &of);
    ck_assert_uint_ne(t->colliders[w][i].bits, 0);
    if (two) support_collider(t->worlds[w], t->bodies[w][i], of.shape);
  }
}

/* The slots of colliders come in another order than those of their bodies. */
static void make(twins *t, int kind) {
  *t = (twins){.random = (uint64_t)kind + 1, .planar = kind & 1, .others = kind & 2 ? 12 : 1000};
  for (int w = 0; w < WORLDS; w++) {
    const carom_world_def def = {.planar = t->planar};
    ck_assert_int_eq(carom_world_create(&def, &t->worlds[w]), CAROM_OK);
    carom_body first = carom_body_create(t->worlds[w], NULL);
    const carom_collider_def of = {
        .shape = any_shape(&(twins){.random = 1, .planar = t->planar, .others = 9}), .order = w == SLOW};
    for (int i = 0; i < 9; i++) ck_assert_uint_ne(carom_collider_create(t->worlds[w], first, &of).bits, 0);
    ck_assert_int_eq(carom_body_destroy(t->worlds[w], first), CAROM_OK);
    support_step(t->worlds[w]);
  }
  for (int i = 0; i < BODIES; i++) add_body(t, i);
  ck_assert(!t->worlds[0]->ordered && t->worlds[SLOW]->ordered);
}

static void change(twins *t, int i) {
  const carom_pose pose = any_pose(t);
  const carom_filter filter = any_filter(t);
  const bool moves = one_in(t, 3), filters = one_in(t, 20), senses = one_in(t, 20), sensor = one_in(t, 2);
  for (int w = 0; w < WORLDS; w++) {
    carom_world *world = t->worlds[w];
    if (moves) ck_assert_int_eq(carom_body_set_pose(world, t->bodies[w][i], &pose), CAROM_OK);
    if (filters) ck_assert_int_eq(carom_collider_set_filter(world, t->colliders[w][i], filter), CAROM_OK);
    if (senses) ck_assert_int_eq(carom_collider_set_sensor(world, t->colliders[w][i], sensor), CAROM_OK);
  }
}

static void step_and_compare(twins *t) {
  carom_counts counts[WORLDS];
  for (int w = 0; w < WORLDS; w++) {
    support_step(t->worlds[w]);
    carom_world_get_counts(t->worlds[w], &counts[w]);
  }
  t->contacts += counts[0].contacts;
  ck_assert_uint_eq(counts[0].contacts, counts[SLOW].contacts);
  ck_assert_uint_eq(counts[0].collider_pairs, counts[SLOW].collider_pairs);
  ck_assert_uint_eq(fields_hash_told(t->worlds[0]), fields_hash_told(t->worlds[SLOW]));
}

START_TEST(blocks_change_nothing) {
  static twins t;
  make(&t, _i);
  for (int step = 0; step < 30; step++) {
    for (int i = 0; i < BODIES; i++) change(&t, i);
    step_and_compare(&t);
  }
  ck_assert_uint_gt(t.contacts, 1000);
  for (int w = 0; w < WORLDS; w++) carom_world_destroy(t.worlds[w]);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("plain_pairs");
  TCase *tests = tcase_create("plain_pairs");
  tcase_add_loop_test(tests, blocks_change_nothing, 0, 4);
  suite_add_tcase(suite, tests);
  return suite;
}
