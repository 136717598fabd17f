/* bulk.h: what calls on many bodies share: numbers in strided arrays of the game, and entries in parts.
 *
 * The entries are first checked, in parts of the entries. What they change is then taken in parts of the
 * words of the bit sets over bodies, so that no two parts write the same word. Of two entries of one body the
 * later one stays. */
#ifndef CAROM_ENGINE_BULK_H
#define CAROM_ENGINE_BULK_H

#include <string.h>

#include "objects.h"
#include "tasks.h"

/* Number k of an entry, whose address may be any. */
static inline double bulk_number(const unsigned char *entry, size_t k, bool doubles) {
  double number;
  float single;
  if (doubles) {
    memcpy(&number, entry + k * sizeof number, sizeof number);
    return number;
  }
  memcpy(&single, entry + k * sizeof single, sizeof single);
  return (double)single;
}

/* The bytes from one entry of `numbers` numbers to the next one. */
static inline size_t bulk_stride(size_t stride, carom_scalar scalar, size_t numbers) {
  return stride ? stride : numbers * (scalar == CAROM_DOUBLE ? sizeof(double) : sizeof(float));
}

/* Writes entry `index` of an array of the game. */
void carom__bulk_write(void *array, size_t stride, size_t index, carom_scalar scalar, size_t numbers,
                       const double *in);

/* What a part has seen of its entries. */
typedef struct carom__bulk_seen {
  size_t begin, end, wrong; /* the first that is refused, or end */
  uint32_t low, high;       /* slots of bodies, from the lowest to the highest */
  uint32_t flags;           /* of these bodies */
} carom__bulk_seen;

static inline carom__bulk_seen bulk_unseen(size_t begin, size_t end) {
  return (carom__bulk_seen){begin, end, end, UINT32_MAX, 0, 0};
}

/* Entries on their way in. */
typedef struct carom__bulk {
  carom_world *world;
  const carom_body *bodies;
  uint32_t parts, first_word; /* of the lowest slot */
  carom__bulk_seen seen[CAROM__PARTS_MAX];
} carom__bulk;

/* Notes the bodies of some entries, or tells that one of them is not there. */
static inline bool bulk_note(const carom__bulk *b, size_t at, size_t count, carom__bulk_seen *s) {
  uint32_t low = s->low, high = s->high, flags = s->flags;
  for (size_t k = 0; k < count; k++) {
    uint32_t slot = carom__body_find(b->world, b->bodies[at + k]);
    if (slot == CAROM__NO_INDEX) return false;
    low = slot < low ? slot : low;
    high = slot > high ? slot : high;
    flags |= b->world->bodies.flags.data[slot];
  }
  s->low = low, s->high = high, s->flags = flags;
  return true;
}

/* Runs the check of entries in parts, each of which writes what it has seen. Returns the first entry that is
 * refused, or count. */
size_t carom__bulk_check(carom__bulk *b, size_t count, carom__range_fn *check, void *context);

/* Runs the taking of entries in parts of the words of slots, from first_word on. */
void carom__bulk_take(carom__bulk *b, carom__range_fn *take, void *context);

/* May some of a part's entries be of `count` slots from `low` on? */
static inline bool bulk_meets(const carom__bulk_seen *s, size_t low, size_t count) {
  return s->high >= low && s->low < low + count;
}

/* Refuses a call because of an entry. */
carom_status carom__bulk_refuse(carom_world *world, carom_status status, size_t entry, const char *function);

#endif
