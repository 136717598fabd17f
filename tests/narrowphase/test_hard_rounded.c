/* test_hard_rounded.c: boxes and hulls with a radius, tiny to huge, against each other and all kinds that are
 * not curved, on families of hard pairs, judged by exact references. */
#include "hard_run.h"

static const hard_suite suites[] = {{"rounded", make_any_rounded, make_any_rounded, 200, 0},
                                    {"boxes", make_rounded_box, make_rounded_box, 300, 0},
                                    {"others", make_any_rounded, make_any_unrounded, 200, 0}};
enum { SUITES = sizeof suites / sizeof suites[0] };

START_TEST(answers_are_right) { hard_run(&suites[_i / HARD_FAMILIES], &hard_families[_i % HARD_FAMILIES]); }
END_TEST

Suite *carom_test_suite(void) {
  Suite *all = suite_create("hard_rounded");
  TCase *tcase = tcase_create("hard_rounded");
  tcase_set_timeout(tcase, 300);
  tcase_add_loop_test(tcase, answers_are_right, 0, SUITES * HARD_FAMILIES);
  suite_add_tcase(all, tcase);
  return all;
}
