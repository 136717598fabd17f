/* fuzz_rollback.c: rollback snapshots that were damaged by someone who knows the checksum and what the bytes
 * mean, given to the world after it has gone on: they are refused and nothing has changed, or the world is
 * whole. */
#include "live.h"
#include "play.h"
#include "rollback_layout.h"

enum { FORGERIES = 4 };

static void run(play *p, const uint8_t *from, const uint8_t *to) {
  p->in = (fuzz_input){from, to};
  play_run(p);
}

static void check_whole(const carom_world *world) {
  live_bytes saved = live_save(world);
  carom_world *loaded = NULL;
  fuzz_check(carom_world_load(NULL, &live_users, saved.data, saved.size, &loaded) == CAROM_OK);
  const char *wrong = live_all(loaded, saved.data, saved.size);
  if (wrong) fuzz_fail(wrong, __FILE__, __LINE__);
  free(saved.data);
}

static void give(carom_world *world, const uint8_t *forged, size_t size) {
  live_bytes before = live_save(world);
  if (carom_world_rollback_restore(world, forged, size)) {
    fuzz_check(live_is_as(world, before.data, before.size));
  } else {
    check_whole(world);
    fuzz_check(carom_world_step(world, 0x1p-4f) == CAROM_OK);
  }
  free(before.data);
}

/* Half of the program is before the snapshot, half of it after. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static play p;
  static uint8_t good[PLAY_PAST], forged[PLAY_PAST];
  size_t length = 0;
  if (size <= 16) return 0;
  fuzz_input how = {data, data + 16};
  const uint8_t *begin = data + 16, *half = begin + (size - 16) / 2;
  play_begin(&p, begin, 1);
  run(&p, begin, half);
  if (!carom_world_rollback_save(p.world, good, sizeof good, &length)) {
    save_layout l = rollback_layout_of(p.world, good, length);
    run(&p, half, data + size);
    for (int i = 0; i < FORGERIES; i++) {
      memcpy(forged, good, length);
      save_change(&l, forged, fuzz_random(fuzz_word(&how)));
      rollback_sign(forged, length);
      give(p.world, forged, length);
    }
    free(l.fields);
  }
  play_end(&p);
  return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed) {
  if (size >= 64 && seed % 256) return LLVMFuzzerMutate(data, size, max_size);
  size = max_size < 300 ? max_size : 300;
  fuzz_fill(data, size, seed);
  return size;
}
