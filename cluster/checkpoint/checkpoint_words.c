/* checkpoint_words.c: words and positions as bytes, the same on every machine, and their checksum. */
#include "stored.h"

#include <math.h>
#include <string.h>

static uint64_t word_at(const unsigned char *p) {
  return (uint64_t)p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 | (uint64_t)p[3] << 24 |
         (uint64_t)p[4] << 32 | (uint64_t)p[5] << 40 | (uint64_t)p[6] << 48 | (uint64_t)p[7] << 56;
}

void carom__put_word(bytes_out *out, uint64_t word) {
  unsigned char *p = carom__bytes_room(out, sizeof word);
  for (unsigned i = 0; p && i < sizeof word; i++) p[i] = (unsigned char)(word >> 8 * i);
}

static void put_real(bytes_out *out, double real) {
  uint64_t word;
  memcpy(&word, &real, sizeof word);
  carom__put_word(out, word);
}

void carom__put_pos(bytes_out *out, carom_pos position) {
  put_real(out, position.x);
  put_real(out, position.y);
  put_real(out, position.z);
}

uint64_t carom__get_word(bytes_in *in) {
  const void *p = carom__bytes_next(in, sizeof(uint64_t));
  return p ? word_at(p) : 0;
}

double carom__get_real(bytes_in *in) {
  const uint64_t word = carom__get_word(in);
  double real;
  memcpy(&real, &word, sizeof real);
  return real;
}

carom_pos carom__get_pos(bytes_in *in) {
  carom_pos position;
  position.x = carom__get_real(in);
  position.y = carom__get_real(in);
  position.z = carom__get_real(in);
  return position;
}

bytes_in carom__get_bytes(bytes_in *in) {
  const uint64_t size = carom__get_word(in);
  if (size > in->size - in->at) in->failed = true;
  const void *data = in->failed ? NULL : carom__bytes_next(in, (size_t)size);
  return (bytes_in){.data = data, .size = data ? (size_t)size : 0};
}

bool carom__pos_is_finite(carom_pos p) { return isfinite(p.x) && isfinite(p.y) && isfinite(p.z); }

static uint64_t mix(uint64_t sum, uint64_t word) {
  sum = (sum ^ word) * 0x9E3779B97F4A7C15u;
  return sum ^ sum >> 32;
}

/* Any change within one word changes it, as each word is taken in by what can be undone. */
uint64_t carom__stored_checksum(const void *bytes, size_t size) {
  const unsigned char *p = bytes;
  unsigned char rest[8] = {0};
  uint64_t sum = size;
  size_t at = 0;
  for (; size - at >= 8; at += 8) sum = mix(sum, word_at(p + at));
  if (at < size) memcpy(rest, p + at, size - at);
  return mix(sum, word_at(rest));
}
