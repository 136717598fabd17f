/* test_hard_hulls.c: hulls against hulls and boxes, on families of hard pairs, judged by exact references. */
#include "hard_run.h"

static const hard_suite suites[] = {{"hulls", make_any_hull, make_any_hull, 130, 0},
                                    {"hull, box", make_any_hull, make_any_box, 70, 0},
                                    {"large", make_large_hull, make_any_hull, 5, 0},
                                    {"large both", make_large_hull, make_large_hull, 2, 0}};
enum { SUITES = sizeof suites / sizeof suites[0] };

START_TEST(answers_are_right) { hard_run(&suites[_i / HARD_FAMILIES], &hard_families[_i % HARD_FAMILIES]); }
END_TEST

/* In the parent process, so that the forked tests share them. */
static void make_the_large(void) { hard_large(0); }

/* A plate that was met almost edge on had a contact point beside it. */
static const hard_seed once_wrong[] = {{{"box, hull", make_any_box, make_any_hull, 1, 0}, "faces", 1885}};

START_TEST(what_was_wrong_is_right) { hard_run_seed(&once_wrong[_i]); }
END_TEST

Suite *carom_test_suite(void) {
  Suite *all = suite_create("hard_hulls");
  TCase *tcase = tcase_create("hard_hulls");
  tcase_set_timeout(tcase, 300);
  tcase_add_unchecked_fixture(tcase, make_the_large, NULL);
  tcase_add_loop_test(tcase, answers_are_right, 0, SUITES * HARD_FAMILIES);
  tcase_add_loop_test(tcase, what_was_wrong_is_right, 0, sizeof once_wrong / sizeof once_wrong[0]);
  suite_add_tcase(all, tcase);
  return all;
}
