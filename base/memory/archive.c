/* archive.c: writes values as bytes and reads them back. */
#include "archive.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "arithmetic.h"
#include "lanes.h"

static uint64_t load(const unsigned char *bytes, size_t count) {
  uint64_t value = 0;
  for (size_t i = 0; i < count; i++) value |= (uint64_t)bytes[i] << (8 * i);
  return value;
}

static void store(unsigned char *bytes, uint64_t value, size_t count) {
  for (size_t i = 0; i < count; i++) bytes[i] = (unsigned char)(value >> (8 * i));
}

/* --- Packed values --- */

enum { HIGH = 8, HIGH_MOST = 6, ALL_SET = 15 }; /* the tags of high bytes are counted from HIGH */

static inline uint64_t ones(size_t bytes) { return UINT64_MAX >> (64 - 8 * bytes); }

/* The tag of a value of so many bytes. */
static inline unsigned tag_of(uint64_t value, unsigned width) {
  if (value == 0) return 0;
  if (value == ones(width)) return ALL_SET;
  const unsigned low = (unsigned)bits_highest(value) / 8 + 1, high = width - (unsigned)bits_lowest(value) / 8;
  return high < low && high <= HIGH_MOST ? HIGH + high : low;
}

/* How many bytes follow a tag, and by how many bits they are shifted down. */
static inline unsigned tag_bytes(unsigned tag) { return tag == ALL_SET ? 0 : tag > HIGH ? tag - HIGH : tag; }
static inline unsigned tag_shift(unsigned tag, unsigned width) {
  return tag > HIGH && tag < ALL_SET ? 8 * (width - (tag - HIGH)) : 0;
}

static inline void put_tags(carom__archive *archive) {
  if (archive->out && archive->tags_at < archive->size)
    archive->out[archive->tags_at] = (unsigned char)archive->tags;
}

/* Puts a tag behind another one, or keeps it for a byte of its own. */
static inline void put_tag(carom__archive *archive, unsigned tag) {
  if (archive->half) {
    archive->half = false;
    archive->tags |= tag << 4;
    put_tags(archive);
  } else {
    archive->half = true;
    archive->tags = tag;
    archive->tags_at = archive->at++;
  }
}

/* Where there is room, eight bytes are stored for any number of them: what comes next lies on the others. */
static inline void put_packed(carom__archive *archive, uint64_t value, unsigned width) {
  const unsigned tag = tag_of(value, width), count = tag_bytes(tag);
  put_tag(archive, tag);
  if (count == 0) return;
  const size_t at = archive->at, room = at < archive->size ? archive->size - at : 0;
  archive->at += count;
  if (!archive->out || room < count) return;
  value >>= tag_shift(tag, width);
  if (room >= 8)
    store(archive->out + at, value, 8);
  else
    store(archive->out + at, value, count);
}

/* The next tag, 0 past the end. */
static inline unsigned next_tag(carom__archive *archive) {
  if (archive->half) {
    archive->half = false;
    return archive->tags >> 4;
  }
  const bool fits = !archive->status && archive->at < archive->size;
  archive_expect(archive, fits);
  if (!fits) return 0;
  archive->tags = archive->in[archive->at++];
  archive->half = true;
  return archive->tags & 15;
}

static inline uint64_t next_packed(carom__archive *archive, unsigned width) {
  const unsigned tag = next_tag(archive), count = tag_bytes(tag);
  if (tag == 0 || archive->status) return 0;
  if (tag == ALL_SET) return ones(width);
  const size_t room = archive->size - archive->at;
  if (count > room || count > width) {
    archive_fail(archive, CAROM_BAD_SNAPSHOT);
    return 0;
  }
  const unsigned char *from = archive->in + archive->at;
  archive->at += count;
  const uint64_t bytes = room >= 8 ? load(from, 8) & ones(count) : load(from, count);
  const uint64_t value = bytes << tag_shift(tag, width);
  if (tag_of(value, width) == tag) return value;
  archive_fail(archive, CAROM_BAD_SNAPSHOT);
  return 0;
}

void carom__archive_pack(carom__archive *archive, bool packed) {
  archive_expect(archive, !archive->half || archive->tags >> 4 == 0);
  if (archive->half && !archive->in) put_tags(archive);
  archive->packed = packed;
  archive->half = false;
}

/* --- Values --- */

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
  if (archive->sum) *archive->sum = checksum_mix(*archive->sum, value);
  bool fits = archive->at <= archive->size && archive->size - archive->at >= count;
  if (archive->out && fits) store(archive->out + archive->at, value, count);
  archive->at += count;
}

void carom__archive_u32(carom__archive *archive, uint32_t *value) {
  if (archive->in)
    *value = (uint32_t)(archive->packed ? next_packed(archive, 4) : next(archive, 4));
  else if (archive->packed)
    put_packed(archive, *value, 4);
  else
    put(archive, *value, 4);
}

void carom__archive_u64(carom__archive *archive, uint64_t *value) {
  if (archive->in)
    *value = archive->packed ? next_packed(archive, 8) : next(archive, 8);
  else if (archive->packed)
    put_packed(archive, *value, 8);
  else
    put(archive, *value, 8);
}

void carom__archive_f32(carom__archive *archive, float *value) {
  uint32_t bits;
  memcpy(&bits, value, sizeof bits);
  if (!archive->in) {
    put(archive, bits, 4);
    return;
  }
  bits = (uint32_t)next(archive, 4);
  memcpy(value, &bits, sizeof bits);
  archive_expect(archive, float_is_finite(*value));
  if (archive->status) *value = 0;
}

void carom__archive_f64(carom__archive *archive, double *value) {
  uint64_t bits;
  memcpy(&bits, value, sizeof bits);
  if (!archive->in) {
    put(archive, bits, 8);
    return;
  }
  bits = next(archive, 8);
  memcpy(value, &bits, sizeof bits);
  archive_expect(archive, double_is_finite(*value));
  if (archive->status) *value = 0;
}

/* --- Groups of numbers --- */

enum { AS_USUAL, AS_FLOATS, AS_DOUBLES };

/* Reads or writes bytes that are all there. */
static void floats_at(carom__archive *archive, float *values, unsigned count) {
  bool finite = true;
  for (unsigned i = 0; i < count; i++) {
    uint32_t bits;
    memcpy(&bits, &values[i], sizeof bits);
    if (archive->in)
      bits = (uint32_t)load(archive->in + archive->at + 4 * i, 4);
    else
      store(archive->out + archive->at + 4 * i, bits, 4);
    memcpy(&values[i], &bits, sizeof bits);
    finite = finite && (bits >> 23 & 0xFF) < 0xFF;
  }
  archive_expect(archive, finite);
  if (archive->status) memset(values, 0, count * sizeof *values);
  archive->at += 4 * count;
}

/* Numbers without tags. */
static void floats(carom__archive *archive, float *values, unsigned count) {
  const bool room = archive->at <= archive->size && archive->size - archive->at >= 4 * count;
  if (room && (archive->in ? !archive->status : archive->out && !archive->sum)) {
    floats_at(archive, values, count);
  } else {
    for (unsigned i = 0; i < count; i++) carom__archive_f32(archive, &values[i]);
  }
}

static void doubles(carom__archive *archive, double *values, unsigned count) {
  for (unsigned i = 0; i < count; i++) carom__archive_f64(archive, &values[i]);
}

/* Floats that are most often the usual ones. */
static void few_floats(carom__archive *archive, float *values, const float *usual, unsigned count) {
  const size_t size = count * sizeof *values;
  if (!archive->packed) {
    floats(archive, values, count);
    return;
  }
  unsigned tag = archive->in || memcmp(values, usual, size) ? AS_FLOATS : AS_USUAL;
  if (archive->in)
    tag = next_tag(archive);
  else
    put_tag(archive, tag);
  archive_expect(archive, tag <= AS_FLOATS);
  if (archive->in) memcpy(values, usual, size);
  if (tag == AS_USUAL) return;
  floats(archive, values, count);
  archive_expect(archive, memcmp(values, usual, size) != 0);
}

void carom__archive_vec3(carom__archive *archive, carom_vec3 *value) {
  const float usual[3] = {0, 0, 0};
  float values[3] = {value->x, value->y, value->z};
  few_floats(archive, values, usual, 3);
  if (archive->in) *value = (carom_vec3){values[0], values[1], values[2]};
}

void carom__archive_quat(carom__archive *archive, carom_quat *value) {
  const float usual[4] = {0, 0, 0, 1};
  float values[4] = {value->x, value->y, value->z, value->w};
  few_floats(archive, values, usual, 4);
  if (archive->in) *value = (carom_quat){values[0], values[1], values[2], values[3]};
}

/* In which form a position goes, and what it is as floats. */
static unsigned pos_form(const double *values, float *out) {
  const double zeros[3] = {0, 0, 0};
  double again[3];
  if (memcmp(values, zeros, sizeof zeros) == 0) return AS_USUAL;
  for (int i = 0; i < 3; i++) {
    if (!(fabs(values[i]) <= (double)FLT_MAX)) return AS_DOUBLES;
    out[i] = (float)values[i];
    again[i] = (double)out[i];
  }
  return memcmp(values, again, sizeof again) == 0 ? AS_FLOATS : AS_DOUBLES;
}

static void packed_pos(carom__archive *archive, double *values) {
  float narrow[3] = {0, 0, 0};
  unsigned tag = archive->in ? next_tag(archive) : pos_form(values, narrow);
  if (!archive->in) put_tag(archive, tag);
  archive_expect(archive, tag <= AS_DOUBLES);
  if (tag == AS_DOUBLES) doubles(archive, values, 3);
  if (tag == AS_FLOATS) floats(archive, narrow, 3);
  if (!archive->in) return;
  for (int i = 0; i < 3 && tag != AS_DOUBLES; i++) values[i] = (double)narrow[i];
  archive_expect(archive, pos_form(values, narrow) == tag);
}

void carom__archive_pos(carom__archive *archive, carom_pos *value) {
  double values[3] = {value->x, value->y, value->z};
  if (archive->packed)
    packed_pos(archive, values);
  else
    doubles(archive, values, 3);
  if (archive->in) *value = (carom_pos){values[0], values[1], values[2]};
}

void carom__archive_count(carom__archive *archive, size_t *count, size_t element) {
  uint64_t wide = *count;
  carom__archive_u64(archive, &wide);
  if (archive->packed) element = (element + 7) / 8;
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
