/* fuzz_recording.c: recordings that were damaged by someone who knows the checksums: replaying is safe. */
#include "record.h"
#include "recording.h"

static carom__archive word_at(uint8_t *bytes, size_t at) {
  return (carom__archive){.out = bytes, .size = at + 8, .at = at};
}

static uint64_t read_word(const uint8_t *bytes) {
  carom__archive archive = {.in = bytes, .size = 8};
  uint64_t word;
  carom__archive_u64(&archive, &word);
  return word;
}

static void sign(uint8_t *bytes, size_t at, size_t from, size_t to) {
  carom__archive archive = word_at(bytes, at);
  uint64_t checksum = carom__checksum(bytes + from, to - from);
  carom__archive_u64(&archive, &checksum);
}

/* The save in a section that begins with one: behind the record's operation, word and size, its own checksum
 * is its fourth word and covers what follows. */
static void sign_save(uint8_t *bytes, size_t start, size_t end) {
  enum { SAVE = 20, COVERED = 32 };
  if (end - start < SAVE + COVERED || bytes[start] != CAROM__OP_WORLD) return;
  uint64_t size = read_word(bytes + start + 12);
  size_t save = start + SAVE;
  if (size >= COVERED && size <= end - save) sign(bytes, save + 24, save + COVERED, save + (size_t)size);
}

/* Makes the checksums right; a last section that is not whole gets the length that it has. */
static void sign_all(uint8_t *bytes, size_t size) {
  for (size_t at = CAROM__RECORD_HEADER, end; at + CAROM__SECTION_HEADER <= size; at = end) {
    size_t start = at + CAROM__SECTION_HEADER;
    uint64_t length = read_word(bytes + at);
    if (length > size - start) {
      carom__archive archive = word_at(bytes, at);
      length = size - start;
      carom__archive_u64(&archive, &length);
    }
    end = start + (size_t)length;
    sign_save(bytes, start, end);
    sign(bytes, at + 8, start, end);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  carom_replay_outcome outcome = CAROM_REPLAY_SAME;
  carom_replay *replay = NULL;
  if (carom_replay_open(NULL, NULL, data, size, &replay)) return 0;
  while (outcome == CAROM_REPLAY_SAME && !carom_replay_step(replay, &outcome)) continue;
  carom_world_hash(carom_replay_world(replay));
  carom_replay_close(replay);
  return 0;
}

/* A recording of a program, as far as there is room. */
static size_t make(uint8_t *data, size_t max_size, uint32_t seed) {
  uint8_t program[200];
  recording r = {.size = 0};
  static play p;
  fuzz_fill(program, sizeof program, seed);
  play_begin(&p, program, sizeof program);
  carom_world_record_start(p.world, NULL, recording_write, &r);
  play_run(&p);
  carom_world_record_stop(p.world);
  size_t size = r.size < max_size ? r.size : max_size;
  memcpy(data, r.bytes, size);
  play_end(&p);
  free(r.bytes);
  return size;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed) {
  bool fresh = size < 64 || seed % 256 == 0;
  size = fresh ? make(data, max_size, seed) : LLVMFuzzerMutate(data, size, max_size);
  sign_all(data, size);
  return size;
}
