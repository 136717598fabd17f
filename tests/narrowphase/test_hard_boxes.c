/* test_hard_boxes.c: boxes against boxes, on families of hard pairs, judged by exact references. */
#include "hard_run.h"

static const hard_suite suite = {"boxes", make_any_box, make_any_box, 2000, 0};

START_TEST(answers_are_right) { hard_run(&suite, &hard_families[_i]); }
END_TEST

Suite *carom_test_suite(void) {
  Suite *all = suite_create("hard_boxes");
  TCase *tcase = tcase_create("hard_boxes");
  tcase_set_timeout(tcase, 300);
  tcase_add_loop_test(tcase, answers_are_right, 0, HARD_FAMILIES);
  suite_add_tcase(all, tcase);
  return all;
}
