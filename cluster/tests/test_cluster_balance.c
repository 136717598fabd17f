/* test_cluster_balance.c: cuts that move change no event, and make the ranks even. */
#include "parts.h"
#include "traps.h"
#include "twins.h"

#include <math.h>

/* --- Random programs --- */

/* Ranks hold the same cuts to the last bit, and say the same of themselves. */
static void check_cuts(const twins *g) {
  const carom_cluster *first = g->parts[0];
  for (uint32_t r = 1; r < g->ranks; r++) {
    const carom_cluster *part = g->parts[r];
    ck_assert_double_eq(part->counts.imbalance, first->counts.imbalance);
    for (uint32_t i = 0; i + 1 < g->ranks; i++) {
      ck_assert_double_eq(part->cuts[i].at, first->cuts[i].at);
      ck_assert_double_eq(part->coming[i].at, first->coming[i].at);
      ck_assert_uint_eq(part->coming[i].axis, first->coming[i].axis);
    }
  }
}

static void balance_sometimes(twins *g) {
  static const double limits[] = {1, 1.05, 1.5, 3};
  if (test_below(&g->random, 3) == 0) twins_balance(g, limits[test_below(&g->random, 4)]);
  check_cuts(g);
}

START_TEST(balancing_changes_no_event) {
  for (int seed = 0; seed < test_scaled(TWINS_SEEDS) + 4; seed++) twins_play(seed, balance_sometimes);
}
END_TEST

/* Farther than balancing moves them, past each other, and around all bodies or none. */
static float wildest = 9;

static void move_wildly(twins *g) {
  const uint32_t which = test_below(&g->random, g->ranks);
  const double at = (double)test_uniform(&g->random, -wildest, wildest);
  if (test_below(&g->random, 2) || g->ranks == 1) return;
  for (uint32_t r = 0; r < g->ranks; r++) {
    g->parts[r]->coming[which].at = at;
    carom__peers_find(g->parts[r]);
  }
}

START_TEST(cuts_may_go_anywhere) {
  for (int seed = 0; seed < test_scaled(TWINS_SEEDS) + 4; seed++) twins_play(seed, move_wildly);
}
END_TEST

/* --- From 2 : 1 --- */

enum { CROWD = 6000, BALANCING_STEPS = 20 };

/* Two of three bodies are in the lower half, along x. */
static void crowd(twins *g, uint64_t id) {
  carom_body_def body = {.kind = CAROM_KINEMATIC};
  const bool lower = id % 3 > 0;
  body.pose.position =
      (carom_pos){(double)test_uniform(&g->random, lower ? -20 : 0, lower ? 0 : 20),
                  (double)test_uniform(&g->random, -10, 10), (double)test_uniform(&g->random, -10, 10)};
  body.linear_velocity = twins_vec3(g, 2);
  const carom_collider_def def = {.shape = carom_shape_box(0.3f, 0.3f, 0.3f)};
  twins_add(g, id % g->ranks, id, &body, &def);
}

static void begin_crowd(twins *g, uint32_t ranks, uint64_t bodies, double reach) {
  carom_cluster_def def = {.space = {{-20, -10, -10}, {20, 10, 10}}, .reach = reach, .patience = 20};
  twins_open(g, (int)ranks, ranks, &def);
  for (uint64_t id = 1; id <= bodies; id++) crowd(g, id);
}

static void step_both(twins *g, int step) {
  twins_step(g);
  twins_compare(g, step);
}

static double imbalance(const twins *g) {
  carom_cluster_counts counts;
  carom_cluster_get_counts(g->parts[0], &counts);
  return counts.imbalance;
}

static void reach_balance(uint32_t ranks) {
  twins g;
  begin_crowd(&g, ranks, CROWD, 2);
  step_both(&g, 0);
  double before = 0;
  for (int step = 1; step <= BALANCING_STEPS; step++) {
    twins_balance(&g, 1.02);
    check_cuts(&g);
    if (step == 1) before = imbalance(&g);
    step_both(&g, step);
  }
  twins_balance(&g, 1.1);
  ck_assert_double_gt(before,
                      1.3); /* 2 : 1 of halves is 4 / 3 of the mean; more, as contacts grow by squares */
  ck_assert_double_le(imbalance(&g), 1.1);
  twins_end(&g);
}

START_TEST(two_to_one_becomes_even_in_20_steps) {
  static const uint32_t ranks[] = {2, 3, 4, 8};
  for (int i = 0; i < 4; i++) reach_balance(ranks[i]);
}
END_TEST

/* Before the first step the cuts jump to where the bodies are. */
START_TEST(a_first_balance_is_at_once) {
  for (int i = 0; i < TWINS_RANK_COUNTS; i++) {
    twins g;
    begin_crowd(&g, twins_rank_counts[i], CROWD / 4, 2);
    twins_balance(&g, 1.05);
    ck_assert_double_le(imbalance(&g), 1.05);
    check_cuts(&g);
    for (int step = 0; step < 3; step++) step_both(&g, step);
    size_t most = 0;
    for (uint32_t r = 0; r < g.ranks; r++) {
      const size_t owned = carom_cluster_get_owned(g.parts[r], NULL, 0);
      most = owned > most ? owned : most;
    }
    ck_assert_uint_le(most * g.ranks, CROWD / 4 * 110 / 100);
    twins_end(&g);
  }
}
END_TEST

/* Blocks that are far apart become neighbours at once. */
START_TEST(cuts_of_a_crowd_may_go_anywhere) {
  for (int seed = 0; seed < test_scaled(10) + 2; seed++) {
    twins g;
    begin_crowd(&g, 8, 2000, 0.75);
    g.random = (uint64_t)seed;
    wildest = 20;
    for (int step = 0; step < TWINS_STEPS; step++) {
      for (uint32_t i = 0; i < g.ranks; i++) move_wildly(&g);
      step_both(&g, step);
    }
    twins_end(&g);
  }
}
END_TEST

START_TEST(wrong_limits_are_refused) {
  twins g;
  traps_off();
  begin_crowd(&g, 1, 10, 2);
  const double wrong[] = {0, 0.99, -1, (double)NAN, (double)INFINITY};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    ck_assert_int_eq(carom_cluster_balance(g.parts[0], wrong[i]), CAROM_CLUSTER_REFUSED);
  ck_assert_int_eq(carom_cluster_balance(g.parts[0], 1), CAROM_CLUSTER_OK);
  twins_end(&g);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("cluster_balance");
  TCase *tc = tcase_create("cluster_balance");
  tcase_set_timeout(tc, 600);
  tcase_add_test(tc, balancing_changes_no_event);
  tcase_add_test(tc, cuts_may_go_anywhere);
  tcase_add_test(tc, two_to_one_becomes_even_in_20_steps);
  tcase_add_test(tc, a_first_balance_is_at_once);
  tcase_add_test(tc, cuts_of_a_crowd_may_go_anywhere);
  tcase_add_test(tc, wrong_limits_are_refused);
  suite_add_tcase(suite, tc);
  return suite;
}
