/* test_hard_triangles.c: single triangles, sharp and rounded, against each other and all other kinds, on
 * families of hard pairs, judged by branch and bound over all directions. */
#include "hard_run.h"

static const hard_suite suites[] = {{"triangles", make_any_triangle, make_any_triangle, 30, 0},
                                    {"sharp", make_any_triangle, make_any_unrounded, 30, 0},
                                    {"rounded", make_any_triangle, make_any_rounded, 30, 0},
                                    {"curved", make_any_triangle, make_any_frustum, 30, 0}};
enum { SUITES = sizeof suites / sizeof suites[0] };

START_TEST(answers_are_right) { hard_run(&suites[_i / HARD_FAMILIES], &hard_families[_i % HARD_FAMILIES]); }
END_TEST

Suite *carom_test_suite(void) {
  Suite *all = suite_create("hard_triangles");
  TCase *tcase = tcase_create("hard_triangles");
  tcase_set_timeout(tcase, 300);
  tcase_add_loop_test(tcase, answers_are_right, 0, SUITES * HARD_FAMILIES);
  suite_add_tcase(all, tcase);
  return all;
}
