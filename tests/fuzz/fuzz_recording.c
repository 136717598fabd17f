/* fuzz_recording.c: recordings that were damaged by someone who knows the checksums and what the bytes mean:
 * replaying is safe, and the world of a replay is whole. */
#include "live.h"
#include "play.h"
#include "recording_layout.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  carom_replay_outcome outcome = CAROM_REPLAY_SAME;
  carom_replay *replay = NULL;
  if (carom_replay_open(NULL, &live_users, data, size, &replay)) return 0;
  while (outcome == CAROM_REPLAY_SAME && !carom_replay_step(replay, &outcome)) continue;
  const char *wrong = live_ask(carom_replay_get_world(replay));
  if (!wrong) wrong = live_clone(carom_replay_get_world(replay));
  if (wrong) fuzz_fail(wrong, __FILE__, __LINE__);
  carom_replay_close(replay);
  return 0;
}

/* A recording of a program, as far as there is room. */
static size_t make(uint8_t *data, size_t max_size, uint32_t seed) {
  uint8_t program[200];
  live_bytes r = {NULL, 0};
  static play p;
  fuzz_fill(program, sizeof program, seed);
  play_begin(&p, program, sizeof program);
  carom_world_record_start(p.world, NULL, live_write, &r);
  play_run(&p);
  carom_world_record_stop(p.world);
  size_t size = r.size < max_size ? r.size : max_size;
  memcpy(data, r.data, size);
  play_end(&p);
  free(r.data);
  return size;
}

/* By meaning, or by bytes. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed) {
  if (size < 64 || seed % 256 == 0) return make(data, max_size, seed);
  if (seed % 4 && recording_forge(data, size, fuzz_random(seed))) return size;
  size = LLVMFuzzerMutate(data, size, max_size);
  recording_sign(data, size);
  return size;
}
