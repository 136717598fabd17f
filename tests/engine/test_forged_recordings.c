/* test_forged_recordings.c: recordings that were changed by someone who knows what each byte means and the
 * checksums: a replay says that they are bad, that it differs, or plays them; its world is whole. */
#include "live.h"
#include "program.h"
#include "recording_layout.h"

static live_bytes record(uint64_t seed) {
  live_bytes r = {NULL, 0};
  program p;
  program_start(&p, seed, NULL);
  for (int i = 0; i < 3; i++) program_step(&p);
  ck_assert_int_eq(carom_world_record_start(p.world, &live_users, live_write, &r), CAROM_OK);
  for (int i = 0; i < 8; i++) program_step(&p);
  ck_assert_int_eq(carom_world_clear(p.world), CAROM_OK);
  ck_assert_int_eq(carom_world_record_stop(p.world), CAROM_OK);
  program_end(&p);
  return r;
}

/* Plays as far as it goes; tells whether all of it was the same. */
static bool play(const unsigned char *bytes, size_t size) {
  carom_replay *replay = NULL;
  carom_replay_outcome outcome = CAROM_REPLAY_SAME;
  carom_status status = carom_replay_open(NULL, &live_users, bytes, size, &replay);
  ck_assert(status == CAROM_OK || status == CAROM_BAD_SNAPSHOT);
  if (status) return false;
  while (!status && outcome == CAROM_REPLAY_SAME) status = carom_replay_step(replay, &outcome);
  ck_assert(status == CAROM_OK || status == CAROM_BAD_SNAPSHOT);
  const char *wrong = live_ask(carom_replay_get_world(replay));
  if (!wrong) wrong = live_clone(carom_replay_get_world(replay));
  ck_assert_msg(!wrong, "%s", wrong);
  carom_replay_close(replay);
  return !status && outcome == CAROM_REPLAY_OVER;
}

START_TEST(forged_recordings_are_bad_or_differ_or_are_played) {
  uint64_t random = 3;
  int played = 0, bad = 0;
  for (uint64_t seed = 0; seed < 6; seed++) {
    live_bytes good = record(seed);
    unsigned char *forged = malloc(good.size);
    save_layout l = recording_layout_of(good.data, good.size);
    ck_assert(save_layout_is_whole(&l));
    ck_assert(play(good.data, good.size));
    for (int round = 0; round < test_scaled(1500); round++) {
      memcpy(forged, good.data, good.size);
      save_change(&l, forged, test_random(&random));
      recording_sign(forged, good.size);
      *(play(forged, good.size) ? &played : &bad) += 1;
    }
    free(l.fields);
    free(forged);
    free(good.data);
  }
  ck_assert_int_gt(played, 0);
  ck_assert_int_gt(bad, played);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("forged_recordings");
  TCase *tests = tcase_create("forged_recordings");
  tcase_set_timeout(tests, 300);
  tcase_add_test(tests, forged_recordings_are_bad_or_differ_or_are_played);
  suite_add_tcase(suite, tests);
  return suite;
}
