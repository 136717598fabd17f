/* recording_layout.h: what each byte of a recording means; and its checksums made right again. */
#ifndef CAROM_TEST_RECORDING_LAYOUT_H
#define CAROM_TEST_RECORDING_LAYOUT_H

#include "record_fields.h"
#include "save_layout.h"

/* --- Records --- */

/* Saves are packed: their fields have no places of their own, and test_forged_saves changes them. */
static inline void recording_read_save(save_layout *l) {
  uint64_t size = save_take(l, "save size", SAVE_U64);
  l->cut |= size < SAVE_HEADER || size > l->size - l->at;
  if (l->cut) return;
  l->at += SAVE_HEADER;
  for (size_t end = l->at + (size_t)size - SAVE_HEADER; l->at < end;)
    if (end - l->at >= 4)
      save_take(l, "save word", SAVE_U32);
    else
      l->at = end;
}

static inline void recording_read_pose(save_layout *l) {
  save_takes(l, "record position", SAVE_F64, 3);
  save_takes(l, "record rotation", SAVE_F32, 4);
}

static inline void recording_read_local(save_layout *l) {
  save_takes(l, "record local position", SAVE_F32, 3);
  save_takes(l, "record local rotation", SAVE_F32, 4);
}

static inline void recording_read_filter(save_layout *l) {
  save_takes(l, "record filter", SAVE_U64, 2);
  save_take(l, "record group", SAVE_U32);
}

static inline void recording_read_body(save_layout *l) {
  save_take(l, "record kind", SAVE_U32);
  recording_read_pose(l);
  save_takes(l, "record velocity", SAVE_F32, 6);
  save_take(l, "record flag", SAVE_U32);
  save_take(l, "record user", SAVE_U64);
}

static inline void recording_read_collider(save_layout *l) {
  save_read_shape(l);
  recording_read_local(l);
  recording_read_filter(l);
  save_takes(l, "record flag", SAVE_U32, 3);
  save_take(l, "record user", SAVE_U64);
}

/* Bodies and contacts consist of words. */
static inline void recording_read_parcel(save_layout *l) {
  uint64_t size = save_take(l, "record parcel size", SAVE_U64);
  l->cut |= size % 4 || size > l->size - l->at;
  if (!l->cut) save_takes(l, "record parcel", SAVE_U32, size / 4);
}

static inline void recording_read_argument(save_layout *l, uint64_t op) {
  switch (op) {
  case CAROM__OP_WORLD:
    recording_read_save(l);
    break;
  case CAROM__OP_ASSET:
    save_read_asset(l);
    break;
  case CAROM__OP_DONE:
    save_take(l, "record hash", SAVE_U64);
    break;
  case CAROM__OP_STEP:
    save_take(l, "record time", SAVE_F32);
    break;
  case CAROM__OP_BODY_CREATE:
    recording_read_body(l);
    break;
  case CAROM__OP_BODY_POSE:
    recording_read_pose(l);
    break;
  case CAROM__OP_BODY_VELOCITY:
    save_takes(l, "record velocity", SAVE_F32, 6);
    break;
  case CAROM__OP_BODY_USER:
  case CAROM__OP_COLLIDER_USER:
    save_take(l, "record user", SAVE_U64);
    break;
  case CAROM__OP_COLLIDER_CREATE:
    recording_read_collider(l);
    break;
  case CAROM__OP_COLLIDER_SHAPE:
    save_read_shape(l);
    break;
  case CAROM__OP_COLLIDER_LOCAL_POSE:
    recording_read_local(l);
    break;
  case CAROM__OP_COLLIDER_FILTER:
    recording_read_filter(l);
    break;
  case CAROM__OP_COLLIDER_MARGIN:
    save_take(l, "record margin", SAVE_F32);
    break;
  case CAROM__OP_CONTACT_VALUE:
    save_takes(l, "record value", SAVE_U64, 2);
    break;
  case CAROM__OP_MOVE:
    save_take(l, "record time", SAVE_F32);
    break;
  case CAROM__OP_COLLIDER_ORDER:
    save_take(l, "record order", SAVE_U64);
    break;
  case CAROM__OP_CONTACT_FORGET:
    save_takes(l, "record value", SAVE_U64, 2);
    break;
  case CAROM__OP_CONTACT_ADOPT:
    save_take(l, "record second", SAVE_U64);
    recording_read_parcel(l);
    break;
  case CAROM__OP_BODY_READ:
    recording_read_parcel(l);
    break;
  case CAROM__OP_BODY_GHOST:
  case CAROM__OP_BODY_ENABLED:
  case CAROM__OP_BODY_SWEPT:
  case CAROM__OP_BODY_STOPPING:
  case CAROM__OP_COLLIDER_SENSOR:
  case CAROM__OP_COLLIDER_SEES_SENSORS:
  case CAROM__OP_COLLIDER_SEES_STATIC:
    save_take(l, "record flag", SAVE_U32);
    break;
  default:
    break;
  }
}

/* The fields of all records that can be told; the sizes of sections are none of them. */
static inline save_layout recording_layout_of(const unsigned char *bytes, size_t size) {
  save_layout l = {
      .bytes = bytes, .size = size, .at = CAROM__RECORD_HEADER, .cut = size < CAROM__RECORD_HEADER};
  while (!l.cut && l.size - l.at > CAROM__SECTION_HEADER) {
    size_t start = l.at + CAROM__SECTION_HEADER;
    uint64_t length = save_word(&l, l.at, 8);
    l.cut = length > l.size - start;
    for (l.at = start; !l.cut && l.at < start + length;) {
      uint64_t op = save_take(&l, "operation", SAVE_U32);
      save_take(&l, "record word", SAVE_U64);
      recording_read_argument(&l, op);
    }
  }
  return l;
}

/* --- Checksums --- */

static inline void recording_sign_part(unsigned char *bytes, size_t at, size_t from, size_t to) {
  save_put(bytes + at, 8, carom__checksum(bytes + from, to - from), false);
}

/* The save in a section that begins with one: behind the record's operation, word and size, its own checksum
 * is its fourth word and covers what follows. */
static inline void recording_sign_save(const save_layout *l, unsigned char *bytes, size_t start, size_t end) {
  enum { SAVE = 20 };
  if (end - start < SAVE + SAVE_HEADER || bytes[start] != CAROM__OP_WORLD) return;
  uint64_t size = save_word(l, start + 12, 8);
  size_t save = start + SAVE;
  if (size >= SAVE_HEADER && size <= end - save)
    recording_sign_part(bytes, save + SAVE_CHECKSUM, save + SAVE_HEADER, save + (size_t)size);
}

/* Makes the checksums right; a last section that is not whole gets the length that it has. */
static inline void recording_sign(unsigned char *bytes, size_t size) {
  const save_layout l = {.bytes = bytes, .size = size};
  for (size_t at = CAROM__RECORD_HEADER, end; at + CAROM__SECTION_HEADER <= size; at = end) {
    size_t start = at + CAROM__SECTION_HEADER;
    uint64_t length = save_word(&l, at, 8);
    if (length > size - start) {
      length = size - start;
      save_put(bytes + at, 8, length, false);
    }
    end = start + (size_t)length;
    recording_sign_save(&l, bytes, start, end);
    recording_sign_part(bytes, at + 8, start, end);
  }
}

/* Changes one field by its meaning and signs the whole again. False for what is no recording at all. */
static inline bool recording_forge(unsigned char *bytes, size_t size, uint64_t random) {
  save_layout l = recording_layout_of(bytes, size);
  bool any = l.count > 0;
  if (any) {
    save_change(&l, bytes, random);
    recording_sign(bytes, size);
  }
  free(l.fields);
  return any;
}

#endif
