/* test_hard_curved.c: cylinders and cones against each other and all other kinds, on families of hard pairs,
 * judged by branch and bound over all directions. */
#include "hard_run.h"

static const hard_suite suites[] = {{"curved", make_any_curved, make_any_curved, 60, 0},
                                    {"sharp", make_any_curved, make_any_unrounded, 60, 0},
                                    {"rounded", make_any_curved, make_any_rounded, 30, 0}};
enum { SUITES = sizeof suites / sizeof suites[0] };

START_TEST(answers_are_right) { hard_run(&suites[_i / HARD_FAMILIES], &hard_families[_i % HARD_FAMILIES]); }
END_TEST

Suite *carom_test_suite(void) {
  Suite *all = suite_create("hard_curved");
  TCase *tcase = tcase_create("hard_curved");
  tcase_set_timeout(tcase, 300);
  tcase_add_loop_test(tcase, answers_are_right, 0, SUITES * HARD_FAMILIES);
  suite_add_tcase(all, tcase);
  return all;
}
