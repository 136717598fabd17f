/* fuzz_calls.c: random programs of calls. They are recorded, and the recording, replayed with brute force,
 * must come out the same: whatever depends on history, memory or the broad phase is found. */
#include "live.h"
#include "play.h"

enum { PROGRAM_MAX = 1024 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  live_bytes r = {NULL, 0};
  static play p;
  play_begin(&p, data, size < PROGRAM_MAX ? size : PROGRAM_MAX);
  fuzz_check(carom_world_record_start(p.world, NULL, live_write, &r) == CAROM_OK);
  play_run(&p);
  fuzz_check(carom_world_record_stop(p.world) == CAROM_OK);
  carom_replay_outcome outcome = CAROM_REPLAY_SAME;
  carom_replay *replay = NULL;
  const carom_world_def brute = {.broadphase = CAROM_BROADPHASE_BRUTE};
  fuzz_check(carom_replay_open(&brute, NULL, r.data, r.size, &replay) == CAROM_OK);
  while (outcome == CAROM_REPLAY_SAME) fuzz_check(carom_replay_step(replay, &outcome) == CAROM_OK);
  fuzz_check(outcome == CAROM_REPLAY_OVER);
  fuzz_check(carom_world_hash(carom_replay_get_world(replay)) == carom_world_hash(p.world));
  carom_replay_close(replay);
  play_end(&p);
  free(r.data);
  return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed) {
  if (size >= 16 && seed % 256)
    return LLVMFuzzerMutate(data, size, max_size < PROGRAM_MAX ? max_size : PROGRAM_MAX);
  size = 64 + seed / 256 % 512;
  if (size > max_size) size = max_size;
  fuzz_fill(data, size, seed);
  return size;
}
