/* archive.c: writes values as bytes and reads them back. */
#include "archive.h"

#include "arithmetic.h"

static uint64_t load(const unsigned char *bytes, size_t count) {
  uint64_t value = 0;
  for (size_t i = 0; i < count; i++) value |= (uint64_t)bytes[i] << (8 * i);
  return value;
}

static void store(unsigned char *bytes, uint64_t value, size_t count) {
  for (size_t i = 0; i < count; i++) bytes[i] = (unsigned char)(value >> (8 * i));
}

/* The next `count` bytes of what is read as a word, 0 past the end; nothing more is read then. */
static uint64_t next(carom__archive *archive, size_t count) {
  bool fits = !archive->status && archive->size - archive->at >= count;
  archive_expect(archive, fits);
  if (!fits) return 0;
  archive->at += count;
  return load(archive->in + archive->at - count, count);
}

/* Writes the lowest `count` bytes of a word as far as there is room. */
static void put(carom__archive *archive, uint64_t value, size_t count) {
  bool fits = archive->at <= archive->size && archive->size - archive->at >= count;
  if (archive->out && fits) store(archive->out + archive->at, value, count);
  if (archive->sum) *archive->sum = checksum_mix(*archive->sum, value);
  archive->at += count;
}

void carom__archive_u32(carom__archive *archive, uint32_t *value) {
  if (archive->in)
    *value = (uint32_t)next(archive, 4);
  else
    put(archive, *value, 4);
}

void carom__archive_u64(carom__archive *archive, uint64_t *value) {
  if (archive->in)
    *value = next(archive, 8);
  else
    put(archive, *value, 8);
}

void carom__archive_f32(carom__archive *archive, float *value) {
  uint32_t bits;
  memcpy(&bits, value, sizeof bits);
  carom__archive_u32(archive, &bits);
  if (!archive->in) return;
  memcpy(value, &bits, sizeof bits);
  archive_expect(archive, float_is_finite(*value));
  if (archive->status) *value = 0;
}

void carom__archive_f64(carom__archive *archive, double *value) {
  uint64_t bits;
  memcpy(&bits, value, sizeof bits);
  carom__archive_u64(archive, &bits);
  if (!archive->in) return;
  memcpy(value, &bits, sizeof bits);
  archive_expect(archive, double_is_finite(*value));
  if (archive->status) *value = 0;
}

void carom__archive_vec3(carom__archive *archive, carom_vec3 *value) {
  carom__archive_f32(archive, &value->x);
  carom__archive_f32(archive, &value->y);
  carom__archive_f32(archive, &value->z);
}

void carom__archive_pos(carom__archive *archive, carom_pos *value) {
  carom__archive_f64(archive, &value->x);
  carom__archive_f64(archive, &value->y);
  carom__archive_f64(archive, &value->z);
}

void carom__archive_quat(carom__archive *archive, carom_quat *value) {
  carom__archive_f32(archive, &value->x);
  carom__archive_f32(archive, &value->y);
  carom__archive_f32(archive, &value->z);
  carom__archive_f32(archive, &value->w);
}

void carom__archive_count(carom__archive *archive, size_t *count, size_t element) {
  uint64_t wide = *count;
  carom__archive_u64(archive, &wide);
  if (archive->in && (archive->status || wide > (archive->size - archive->at) / element)) {
    archive_expect(archive, false);
    wide = 0;
  }
  *count = (size_t)wide;
}

uint64_t carom__checksum(const void *bytes, size_t size) {
  enum { LANES = 8 };
  const unsigned char *at = bytes;
  uint64_t lanes[LANES] = {1, 2, 3, 4, 5, 6, 7, 8}, hash = size;
  for (; size >= sizeof lanes; size -= sizeof lanes, at += sizeof lanes)
    for (int i = 0; i < LANES; i++) lanes[i] = checksum_mix(lanes[i], load(at + 8 * i, 8));
  for (; size >= 8; size -= 8, at += 8) hash = checksum_mix(hash, load(at, 8));
  hash = checksum_mix(hash, load(at, size));
  for (int i = 0; i < LANES; i++) hash = checksum_mix(hash, lanes[i]);
  return hash;
}
