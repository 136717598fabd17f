/* recording.h: recordings in memory. */
#ifndef CAROM_TEST_FUZZ_RECORDING_H
#define CAROM_TEST_FUZZ_RECORDING_H

#include "play.h"

typedef struct recording {
  uint8_t *bytes;
  size_t size;
} recording;

static inline bool recording_write(void *user, const void *bytes, size_t size) {
  recording *r = user;
  r->bytes = realloc(r->bytes, r->size + size);
  memcpy(r->bytes + r->size, bytes, size);
  r->size += size;
  return true;
}

#endif
