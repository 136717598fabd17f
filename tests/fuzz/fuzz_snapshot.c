/* fuzz_snapshot.c: saves that were damaged by someone who knows the checksum and what the bytes mean: they
 * are refused, or give a world that saves to the same bytes, and with which all can be done. */
#include "live.h"
#include "play.h"
#include "save_layout.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  carom_world *world = NULL;
  if (carom_world_load(NULL, &live_users, data, size, &world)) return 0;
  const char *wrong = live_all(world, data, size);
  if (wrong) fuzz_fail(wrong, __FILE__, __LINE__);
  return 0;
}

/* The save of a world after a program, if there is room; else as much of it. */
static size_t make(uint8_t *data, size_t max_size, uint32_t seed) {
  uint8_t program[300];
  static play p;
  size_t size = 0;
  fuzz_fill(program, sizeof program, seed);
  play_begin(&p, program, sizeof program);
  play_run(&p);
  if (carom_world_save(p.world, &live_users, data, max_size, &size)) size = max_size;
  play_end(&p);
  return size;
}

/* By meaning, or by bytes. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed) {
  if (size < SAVE_HEADER || seed % 256 == 0) return make(data, max_size, seed);
  if (seed % 4) return save_forge(data, size, max_size, fuzz_random(seed));
  size = LLVMFuzzerMutate(data, size, max_size);
  if (size >= SAVE_HEADER) save_sign(data, size);
  return size;
}
