/* test_hard_walks.c: pairs that move a little from call to call and keep what earlier calls left: the answers
 * are as right as those without. Hard pairs of all kinds, judged by exact references. */
#include "hard_run.h"

static const hard_suite suites[] = {{"boxes", make_any_box, make_any_box, 40, 10},
                                    {"polytopes", make_any_hull, make_any_rounded, 15, 10},
                                    {"all", make_any_shape, make_any_shape, 40, 10}};
enum { SUITES = sizeof suites / sizeof suites[0] };

START_TEST(answers_are_right) { hard_run(&suites[_i / HARD_FAMILIES], &hard_families[_i % HARD_FAMILIES]); }
END_TEST

/* Cubes in one place whose manifold was moved along to where its axis costs more than the preference, but no
 * more than that and twice the motion. */
static const hard_seed once_wrong[] = {{{"boxes", make_any_box, make_any_box, 1, 10}, "coincident", 413}};

START_TEST(what_was_wrong_is_right) { hard_run_seed(&once_wrong[_i]); }
END_TEST

Suite *carom_test_suite(void) {
  Suite *all = suite_create("hard_walks");
  TCase *tcase = tcase_create("hard_walks");
  tcase_set_timeout(tcase, 300);
  tcase_add_loop_test(tcase, answers_are_right, 0, SUITES * HARD_FAMILIES);
  tcase_add_loop_test(tcase, what_was_wrong_is_right, 0, sizeof once_wrong / sizeof once_wrong[0]);
  suite_add_tcase(all, tcase);
  return all;
}
