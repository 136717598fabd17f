/* fuzz_snapshot.c: saves that were damaged by someone who knows the checksum: they are refused, or give a
 * world that saves to the same bytes and lives. */
#include "archive.h"
#include "play.h"

enum { HEADER = 32 };

static void sign(uint8_t *bytes, size_t size) {
  carom__archive archive = {.out = bytes, .size = HEADER, .at = 16};
  uint64_t length = size, checksum = carom__checksum(bytes + HEADER, size - HEADER);
  carom__archive_u64(&archive, &length);
  carom__archive_u64(&archive, &checksum);
}

static uint64_t save_user(void *context, void *user) {
  (void)context;
  return (uintptr_t)user;
}
static void *load_user(void *context, uint64_t number) {
  (void)context;
  return (void *)(uintptr_t)number;
}
static const carom_user_map users = {save_user, load_user, NULL};

static void check_saves_alike(const carom_world *world, const uint8_t *data, size_t size) {
  uint8_t *again = malloc(size);
  size_t length = 0;
  fuzz_check(carom_world_save(world, &users, again, size, &length) == CAROM_OK);
  fuzz_check(length == size && memcmp(again, data, size) == 0);
  free(again);
}

static void live(carom_world *world) {
  carom_world *clone = NULL;
  for (int i = 0; i < 3; i++) fuzz_check(carom_world_step(world, 0x1p-4f) == CAROM_OK);
  fuzz_check(carom_world_clone(world, NULL, NULL, 0, &clone) == CAROM_OK);
  fuzz_check(carom_world_hash(clone) == carom_world_hash(world));
  fuzz_check(carom_world_clear(world) == CAROM_OK);
  carom_world_destroy(clone);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  carom_world *world = NULL;
  if (carom_world_load(NULL, &users, data, size, &world)) return 0;
  check_saves_alike(world, data, size);
  live(world);
  carom_world_destroy(world);
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
  if (carom_world_save(p.world, &users, data, max_size, &size)) size = max_size;
  play_end(&p);
  return size;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed) {
  bool fresh = size < HEADER || seed % 256 == 0;
  size = fresh ? make(data, max_size, seed) : LLVMFuzzerMutate(data, size, max_size);
  if (size >= HEADER) sign(data, size);
  return size;
}
