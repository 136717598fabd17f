/* test_hard_curved.c: cylinders, cones, frustums and tapered capsules against each other and all other kinds,
 * on families of hard pairs, judged by branch and bound over all directions. */
#include "hard_run.h"

static const hard_suite suites[] = {{"curved", make_any_curved, make_any_curved, 60, 0},
                                    {"sharp", make_any_curved, make_any_unrounded, 60, 0},
                                    {"rounded", make_any_curved, make_any_rounded, 30, 0},
                                    {"needles", make_curved_needle, make_curved_needle, 60, 0},
                                    {"frustums", make_any_frustum, make_any_curved, 30, 0},
                                    {"frustums, sharp", make_any_frustum, make_any_unrounded, 30, 0},
                                    {"tapered", make_any_tapered, make_any_tapered, 30, 0},
                                    {"tapered, curved", make_any_tapered, make_any_frustum, 30, 0},
                                    {"tapered, sharp", make_any_tapered, make_any_unrounded, 30, 0},
                                    {"tapered, rounded", make_any_tapered, make_any_rounded, 30, 0}};
enum { SUITES = sizeof suites / sizeof suites[0] };

/* Tapered capsules in one place are as deep in very many directions, of which branch and bound proves none.
 */
static bool is_beyond_proof(const hard_suite *suite, const hard_family *family) {
  return suite->make_a == make_any_tapered && !strcmp(family->name, "coincident");
}

START_TEST(answers_are_right) {
  const hard_suite *suite = &suites[_i / HARD_FAMILIES];
  const hard_family *family = &hard_families[_i % HARD_FAMILIES];
  if (!is_beyond_proof(suite, family)) hard_run(suite, family);
}
END_TEST

/* A rod through a flat cone, their axes nearly one: once the depth was off by 1e-5. */
START_TEST(nearly_one_axis_is_right) {
  static hard_case c;
  case_start(&c, &hard_families[HARD_FAMILIES - 1], make_any_curved, make_any_curved, 700);
  hard_verdict v = hard_judge(&c, NULL);
  for (int i = 0; i < HARD_FAULT_COUNT; i++) ck_assert_msg(!v.faults[i], "%s", hard_fault_names[i]);
  ck_assert(v.touching && v.depth_units < 8);
  case_free(&c);
}
END_TEST

/* Needles that cross, whose depth CAROM_NOT_CONVERGED kept back; cones with a needle at the apex or on the
 * side, where the polytope is full before the depth is known; and small solids in the end of a needle, which
 * were apart by a distance that nothing proved. */
static const hard_seed once_wrong[] = {
    {{"needles", make_curved_needle, make_curved_needle, 1, 0}, "near touch", 7178},
    {{"needles", make_curved_needle, make_curved_needle, 1, 0}, "features", 2880},
    {{"needles", make_curved_needle, make_curved_needle, 1, 0}, "features", 7164},
    {{"needles", make_curved_needle, make_curved_needle, 1, 0}, "edges", 7864},
    {{"needles", make_curved_needle, make_curved_needle, 1, 0}, "unequal", 2123},
    {{"needles", make_curved_needle, make_curved_needle, 1, 0}, "unequal", 2523},
    {{"needles", make_curved_needle, make_curved_needle, 1, 0}, "unequal", 4508},
    {{"needles", make_curved_needle, make_curved_needle, 1, 0}, "unequal", 4628},
    {{"curved", make_any_curved, make_any_curved, 1, 0}, "features", 2478},
    {{"curved", make_any_curved, make_any_curved, 1, 0}, "features", 2862},
    {{"needle, sharp", make_curved_needle, make_any_unrounded, 1, 0}, "unequal", 2580},
    {{"needle, sharp", make_curved_needle, make_any_unrounded, 1, 0}, "unequal", 8846}};

START_TEST(what_was_wrong_is_right) { hard_run_seed(&once_wrong[_i]); }
END_TEST

Suite *carom_test_suite(void) {
  Suite *all = suite_create("hard_curved");
  TCase *tcase = tcase_create("hard_curved");
  tcase_set_timeout(tcase, 300);
  tcase_add_loop_test(tcase, answers_are_right, 0, SUITES * HARD_FAMILIES);
  tcase_add_loop_test(tcase, what_was_wrong_is_right, 0, sizeof once_wrong / sizeof once_wrong[0]);
  tcase_add_test(tcase, nearly_one_axis_is_right);
  suite_add_tcase(all, tcase);
  return all;
}
