/* tape.h: recordings in memory: what writes them, replays them, and forges their checksums. */
#ifndef CAROM_TEST_ENGINE_TAPE_H
#define CAROM_TEST_ENGINE_TAPE_H

#include "program.h"
#include "record_fields.h"

typedef struct tape {
  unsigned char *bytes;
  size_t size;
  size_t writes, fail_at; /* the write of this number (the first is 1) and all that follow fail; 0: none */
} tape;

static inline bool tape_write(void *user, const void *bytes, size_t size) {
  tape *t = user;
  t->writes++;
  if (t->fail_at && t->writes >= t->fail_at) return false;
  t->bytes = realloc(t->bytes, t->size + size);
  memcpy(t->bytes + t->size, bytes, size);
  t->size += size;
  return true;
}

static inline void tape_free(tape *t) {
  free(t->bytes);
  *t = (tape){0};
}

static inline uint64_t tape_word(const unsigned char *bytes) {
  carom__archive archive = {.in = bytes, .size = 8};
  uint64_t word;
  carom__archive_u64(&archive, &word);
  return word;
}

static inline void tape_put(unsigned char *bytes, uint64_t word) {
  carom__archive archive = {.out = bytes, .size = 8};
  carom__archive_u64(&archive, &word);
}

/* Where the section ends that begins at `at`; 0 when it is not whole. */
static inline size_t tape_section_end(const unsigned char *bytes, size_t size, size_t at) {
  if (size - at < CAROM__SECTION_HEADER) return 0;
  uint64_t length = tape_word(bytes + at);
  size_t start = at + CAROM__SECTION_HEADER;
  return length <= size - start ? start + (size_t)length : 0;
}

/* Makes the checksums of all whole sections right. */
static inline void tape_forge(unsigned char *bytes, size_t size) {
  size_t at = CAROM__RECORD_HEADER;
  for (size_t end; at < size && (end = tape_section_end(bytes, size, at)) > 0; at = end) {
    size_t start = at + CAROM__SECTION_HEADER;
    tape_put(bytes + at + 8, carom__checksum(bytes + start, end - start));
  }
}

/* Replays until something is not the same, at most to the end; writes the number of steps that were. */
static inline carom_status tape_replay(const carom_world_def *def, const void *bytes, size_t size,
                                       carom_replay_outcome *outcome, uint64_t *steps) {
  carom_replay *replay = NULL;
  carom_status status = carom_replay_open(def, &program_users, bytes, size, &replay);
  *outcome = CAROM_REPLAY_SAME;
  while (!status && *outcome == CAROM_REPLAY_SAME) status = carom_replay_step(replay, outcome);
  *steps = carom_replay_get_steps(replay);
  carom_replay_close(replay);
  return status;
}

#endif
