/* test_hard_ellipsoids.c: ellipsoids against each other and all other kinds, on families of hard pairs,
 * judged by branch and bound over all directions. */
#include "hard_run.h"

static const hard_suite suites[] = {{"ellipsoids", make_any_ellipsoid, make_any_ellipsoid, 30, 0},
                                    {"sharp", make_any_ellipsoid, make_any_unrounded, 30, 0},
                                    {"rounded", make_any_ellipsoid, make_any_rounded, 30, 0},
                                    {"curved", make_any_ellipsoid, make_any_frustum, 30, 0},
                                    {"tapered", make_any_ellipsoid, make_any_tapered, 30, 0}};
enum { SUITES = sizeof suites / sizeof suites[0] };

START_TEST(answers_are_right) { hard_run(&suites[_i / HARD_FAMILIES], &hard_families[_i % HARD_FAMILIES]); }
END_TEST

Suite *carom_test_suite(void) {
  Suite *all = suite_create("hard_ellipsoids");
  TCase *tcase = tcase_create("hard_ellipsoids");
  tcase_set_timeout(tcase, 300);
  tcase_add_loop_test(tcase, answers_are_right, 0, SUITES * HARD_FAMILIES);
  suite_add_tcase(all, tcase);
  return all;
}
