/* test_dense.c: where nearly all boxes touch, the cull leaves their test to the narrow phase. A world whose
 * filter admits everything always tests: all that the game is told must be the same. This looks inside the
 * world, to see that both ways were gone. */
#include "state.h"

#include "event_fields.h"
#include "support.h"

enum { SIDE = 5, BODIES = SIDE * SIDE * SIDE, TESTED = 1, WORLDS = 2 };

typedef struct pile {
  uint64_t random;
  bool planar, boxes_alone;
  carom_world *worlds[WORLDS];
  carom_body bodies[WORLDS][BODIES];
  size_t dense, contacts;
} pile;

static carom_shape any_shape(pile *p) {
  const bool other = !p->boxes_alone && test_below(&p->random, 4) == 0;
  if (p->planar) return other ? carom_shape_disc(0.5f) : carom_shape_rectangle(0.5f, 0.5f);
  return other ? carom_shape_sphere(0.5f) : carom_shape_box(0.5f, 0.5f, 0.5f);
}

/* A place of a lattice, which is `step` wide, with some play. */
static carom_pose place(pile *p, int i, float step) {
  const carom_vec3 play = test_vec3(&p->random, -0.04f, 0.04f);
  const double x = (double)((float)(i % SIDE) * step + play.x),
               y = (double)((float)(i / SIDE % SIDE) * step + play.y),
               z = (double)((float)(i / (SIDE * SIDE)) * step + play.z);
  if (p->planar) return carom_pose_planar(x + 6 * z, y, (double)play.z);
  return (carom_pose){{x, y, z}, {play.x, 0, 0, sqrtf(1 - play.x * play.x)}};
}

/* One in ten has a second collider beside its first one. */
static void add_body(pile *p, int i) {
  const carom_body_def def = {.kind = i % 7 ? CAROM_KINEMATIC : CAROM_STATIC, .pose = place(p, i, 0.98f)};
  const carom_shape shape = any_shape(p);
  const bool two = !p->boxes_alone && test_below(&p->random, 10) == 0;
  for (int w = 0; w < WORLDS; w++) {
    p->bodies[w][i] = carom_body_create(p->worlds[w], &def);
    support_collider(p->worlds[w], p->bodies[w][i], shape);
    carom_collider_def beside = {.shape = shape, .pose = {.position = {0.3f, 0, 0}}};
    if (two) ck_assert_uint_ne(carom_collider_create(p->worlds[w], p->bodies[w][i], &beside).bits, 0);
  }
}

static void make(pile *p, int kind) {
  *p = (pile){.random = (uint64_t)kind + 1, .planar = kind & 1, .boxes_alone = kind & 2};
  for (int w = 0; w < WORLDS; w++) {
    carom_world_def def = {.planar = p->planar, .filter = w == TESTED ? fields_admit_all : NULL};
    ck_assert_int_eq(carom_world_create(&def, &p->worlds[w]), CAROM_OK);
  }
  for (int i = 0; i < BODIES; i++) add_body(p, i);
}

static void move(pile *p, float step) {
  for (int i = 0; i < BODIES; i++) {
    if (test_below(&p->random, 5) == 0) continue;
    const carom_pose pose = place(p, i, step);
    for (int w = 0; w < WORLDS; w++)
      ck_assert_int_eq(carom_body_set_pose(p->worlds[w], p->bodies[w][i], &pose), CAROM_OK);
  }
}

static void step_and_compare(pile *p) {
  carom_counts counts[WORLDS];
  const bool dense = p->worlds[0]->step.dense;
  for (int w = 0; w < WORLDS; w++) {
    support_step(p->worlds[w]);
    carom_world_get_counts(p->worlds[w], &counts[w]);
  }
  p->dense += dense;
  p->contacts += counts[0].contacts;
  ck_assert_uint_eq(counts[0].contacts, counts[TESTED].contacts);
  ck_assert_uint_le(counts[0].collider_pairs, counts[TESTED].collider_pairs);
  ck_assert_uint_eq(fields_hash_told(p->worlds[0]), fields_hash_told(p->worlds[TESTED]));
}

/* The lattice widens and narrows, so that the world goes from one way to the other and back. */
START_TEST(untested_pairs_change_nothing) {
  enum { STEPS = 60 };
  static pile p;
  make(&p, _i);
  for (int i = 0; i < STEPS; i++) {
    move(&p, 0.95f + 0.01f * (float)(i % 12));
    step_and_compare(&p);
  }
  ck_assert_uint_gt(p.dense, STEPS / 10);
  ck_assert_uint_lt(p.dense, STEPS);
  ck_assert_uint_gt(p.contacts, 1000);
  for (int w = 0; w < WORLDS; w++) carom_world_destroy(p.worlds[w]);
}
END_TEST

/* What is counted as a pair does not tell which way was gone. */
START_TEST(pairs_of_boxes_that_touch_are_counted) {
  static pile p;
  make(&p, 2 + _i);
  for (int i = 0; i < 24; i++) {
    carom_counts counts;
    move(&p, 0.95f + 0.01f * (float)(i % 12));
    step_and_compare(&p);
    carom_world_get_counts(p.worlds[0], &counts);
    ck_assert_uint_le(counts.collider_pairs, counts.contacts);
  }
  for (int w = 0; w < WORLDS; w++) carom_world_destroy(p.worlds[w]);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("dense");
  TCase *tests = tcase_create("dense");
  tcase_add_loop_test(tests, untested_pairs_change_nothing, 0, 4);
  tcase_add_loop_test(tests, pairs_of_boxes_that_touch_are_counted, 0, 2);
  suite_add_tcase(suite, tests);
  return suite;
}
