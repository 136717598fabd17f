/* test_cluster.c: many ranks in one process tell what one world tells, to the last bit. */
#include "twins.h"

START_TEST(ranks_tell_what_one_world_tells) {
  for (int seed = 0; seed < test_scaled(TWINS_SEEDS) + 4; seed++) twins_play(seed, NULL);
}
END_TEST

/* A rank that never steps: the others end within their time limit, and stay ended. */
START_TEST(a_rank_that_is_late_ends_the_others) {
  carom_mailboxes *boxes = carom_mailboxes_create(2);
  carom_cluster_def def = {.space = {{0, 0, 0}, {1, 1, 1}}, .reach = 1, .patience = 0.05};
  carom_cluster *part;
  def.transport = carom_mailboxes_transport(boxes, 0);
  ck_assert_int_eq(carom_cluster_create(&def, &part), CAROM_CLUSTER_OK);
  ck_assert_int_eq(carom_cluster_step(part, 0), CAROM_CLUSTER_LATE);
  ck_assert_int_eq(carom_cluster_step(part, 0), CAROM_CLUSTER_LATE);
  carom_cluster_destroy(part);
  carom_mailboxes_destroy(boxes);
}
END_TEST

/* There is a status, whatever comes from other ranks. */
START_TEST(damaged_messages_are_survived) { twins_play_damaged(test_scaled(400) + 80, NULL, twins_step_one); }
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("cluster");
  TCase *tc = tcase_create("cluster");
  tcase_set_timeout(tc, 600);
  tcase_add_test(tc, ranks_tell_what_one_world_tells);
  tcase_add_test(tc, a_rank_that_is_late_ends_the_others);
  tcase_add_test(tc, damaged_messages_are_survived);
  suite_add_tcase(suite, tc);
  return suite;
}
