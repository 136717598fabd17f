/* test_hard_rounds.c: spheres and capsules against everything, on families of hard pairs, judged by exact
 * references. */
#include "hard_run.h"

static const hard_suite suites[] = {{"rounds", make_any_round, make_any_round, 1000, 0},
                                    {"round, box", make_any_round, make_any_box, 1000, 0},
                                    {"round, hull", make_any_round, make_any_hull, 800, 0}};
enum { SUITES = sizeof suites / sizeof suites[0] };

START_TEST(answers_are_right) { hard_run(&suites[_i / HARD_FAMILIES], &hard_families[_i % HARD_FAMILIES]); }
END_TEST

/* Capsules on one axis, where the oracle took the rounding of a product of parallel edges for a direction. */
static const hard_seed once_wrong[] = {
    {{"rounds", make_any_round, make_any_round, 1, 0}, "coincident", 6118}};

START_TEST(what_was_wrong_is_right) { hard_run_seed(&once_wrong[_i]); }
END_TEST

Suite *carom_test_suite(void) {
  Suite *all = suite_create("hard_rounds");
  TCase *tcase = tcase_create("hard_rounds");
  tcase_set_timeout(tcase, 300);
  tcase_add_loop_test(tcase, answers_are_right, 0, SUITES * HARD_FAMILIES);
  tcase_add_loop_test(tcase, what_was_wrong_is_right, 0, sizeof once_wrong / sizeof once_wrong[0]);
  suite_add_tcase(all, tcase);
  return all;
}
