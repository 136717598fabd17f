/* archive.h: archives, which write values as bytes and read them back. One function lists the fields of a
 * type. It writes or reads them, depending on the archive.
 *
 * Bytes have no gaps and are little-endian: the same on every machine. What is read is not trusted: where a
 * number is not finite, past the end, and after any failure zeros are read. Writing changes no value.
 *
 * An archive may be packed from one value to another. Before each two values there is then a byte of two
 * tags, the first in the low half. The tag of a whole number tells which of its bytes follow: 0 none, as it
 * is zero, 1 to 8 so many low ones, 9 to 14 the highest 1 to 6 when those below are zero, 15 none, as all its
 * bits are set. A vector, a position and a rotation have one tag each: 0 when it is zero or no rotation, and
 * nothing follows, 1 when floats follow, 2 when doubles do. Nothing is read but the first form of the fewest
 * bytes. */
#ifndef CAROM_BASE_ARCHIVE_H
#define CAROM_BASE_ARCHIVE_H

#include "carom/types.h"

typedef struct carom__archive {
  const unsigned char *in; /* what it reads; NULL: it writes */
  unsigned char *out;      /* where it writes; NULL: it only counts the bytes */
  uint64_t *sum;           /* writing: goes on with each value (checksum_mix); NULL: there is none */
  size_t size;             /* of either */
  size_t at;               /* bytes read or written; writing goes on counting beyond size */
  carom_status status;     /* the first failure */
  unsigned depth;          /* reading: how many assets hold the one that is read */
  bool packed;
  bool half;      /* packed: the second tag of a byte comes next */
  unsigned tags;  /* packed: that byte, as far as it is known */
  size_t tags_at; /* packed, writing: where it is */
} carom__archive;

static inline void archive_fail(carom__archive *archive, carom_status status) {
  if (!archive->status) archive->status = status;
}

/* What must be true of what was read. */
static inline void archive_expect(carom__archive *archive, bool fine) {
  if (archive->in && !fine) archive_fail(archive, CAROM_BAD_SNAPSHOT);
}

void carom__archive_u32(carom__archive *archive, uint32_t *value);
void carom__archive_u64(carom__archive *archive, uint64_t *value);
void carom__archive_f32(carom__archive *archive, float *value);
void carom__archive_f64(carom__archive *archive, double *value);
void carom__archive_vec3(carom__archive *archive, carom_vec3 *value);
void carom__archive_pos(carom__archive *archive, carom_pos *value);
void carom__archive_quat(carom__archive *archive, carom_quat *value);

/* From here on the archive is packed or not; a tag that no value has had is zero. */
void carom__archive_pack(carom__archive *archive, bool packed);

/* How many elements of at least so many bytes follow: a count that the bytes left cannot hold is read as 0.
 * Elements that are packed take an eighth of that at least. */
void carom__archive_count(carom__archive *archive, size_t *count, size_t element);

/* Goes on with a checksum by a word. It is one to one in each, as FNV-1a (Fowler, Noll and Vo, 1991), so that
 * a word that differs is never made up for by itself. */
static inline uint64_t checksum_mix(uint64_t sum, uint64_t word) {
  sum = (sum ^ word) * 0x9E3779B97F4A7C15u;
  return sum ^ sum >> 32;
}

/* A word that any change within eight bytes changes, and most others. It reads words of eight bytes in eight
 * lanes, which is about half as fast as copying them. */
uint64_t carom__checksum(const void *bytes, size_t size);

#endif
