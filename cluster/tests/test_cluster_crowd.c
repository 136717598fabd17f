/* test_cluster_crowd.c: many bodies of all kinds for long, on 1, 2, 3, 4 and 8 ranks beside each other. */
#include "twins.h"

#include <stdio.h>

static void balance_sometimes(twins *g) {
  if (test_below(&g->random, 4) == 0) twins_balance(g, 1.05);
}

static int at_most(int count, int most) { return count < most ? count : most; }

/* At scale 50 there are 50 seeds of 20,000 bodies and 300 steps. */
START_TEST(crowds_tell_what_one_world_tells) {
  const int bodies = at_most(test_scaled(400) + 200, 20000), steps = at_most(test_scaled(6) + 6, 300);
  twins_play_crowd(_i, (uint32_t)bodies, steps, balance_sometimes);
  fprintf(stderr, "seed %d: %d bodies and %d steps are equal\n", _i, bodies, steps);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("cluster_crowd");
  TCase *tc = tcase_create("cluster_crowd");
  tcase_set_timeout(tc, 24 * 3600);
  /* A test for each seed: Check cannot tell of one that takes more than 71 minutes. */
  tcase_add_loop_test(tc, crowds_tell_what_one_world_tells, 0, test_scaled(1));
  suite_add_tcase(suite, tc);
  return suite;
}
