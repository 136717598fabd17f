/* rollback_layout.h: what each byte of a rollback snapshot means, for the world that wrote it just now. */
#ifndef CAROM_TEST_ROLLBACK_LAYOUT_H
#define CAROM_TEST_ROLLBACK_LAYOUT_H

#include "rollback_format.h"
#include "save_layout.h"

static inline void rollback_read_header(save_layout *l) {
  static const char *const names[] = {"touched words", "bodies",  "reshaped",
                                      "contacts",      "patches", "patches of one"};
  save_takes(l, "counts", SAVE_U64, (offsetof(carom__rollback, touched_words) - l->at) / 8);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) save_take(l, names[i], SAVE_U64);
}

static inline void rollback_read_body(save_layout *l, const carom_world *world) {
  uint32_t slot = (uint32_t)save_take(l, "body", SAVE_U32);
  save_take(l, "body flags", SAVE_U32);
  save_take(l, "body begins", SAVE_U32);
  save_take(l, "body ends", SAVE_U32);
  if (world->bodies.flags.data[slot] & CAROM__BODY_STATIC) return;
  save_takes(l, "body position", SAVE_F64, 3);
  save_takes(l, "body rotation", SAVE_F32, 4);
  save_takes(l, "body velocity", SAVE_F32, 6);
}

static inline void rollback_read_points(save_layout *l, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    save_takes(l, "point", SAVE_F64, 3);
    save_take(l, "separation", SAVE_F32);
    save_take(l, "feature", SAVE_U32);
  }
}

static inline void rollback_read_patches(save_layout *l) {
  uint32_t count = (uint32_t)save_take(l, "contact patches", SAVE_U32);
  for (uint32_t i = 0; i < count; i++) {
    if (i > 0) {
      save_takes(l, "normal", SAVE_F32, 3);
      rollback_read_points(l, (uint32_t)save_take(l, "points", SAVE_U32));
    }
    save_takes(l, "patch child", SAVE_U32, 2);
    save_takes(l, "patch triangle", SAVE_U32, 2);
    save_take(l, "patch materials", SAVE_U32);
  }
}

static inline void rollback_read_contact(save_layout *l) {
  save_takes(l, "normal", SAVE_F32, 3);
  save_take(l, "approach", SAVE_F32);
  uint32_t bits = (uint32_t)save_take(l, "bits", SAVE_U32);
  const uint32_t points = (bits & CAROM__POINTS) + rollback_further(bits);
  rollback_read_points(l, points);
  if (bits & CAROM__VALUE) save_take(l, "value", SAVE_U64);
  for (int i = 0; i < 2 && bits & CAROM__SIDES; i++) {
    save_take(l, "side category", SAVE_U64);
    save_take(l, "side child", SAVE_U64);
    l->at += 2 * sizeof(void *); /* the game's pointers, which are not looked at */
  }
  if (bits & CAROM__CELLS) save_takes(l, "cell", SAVE_U32, 2 * points);
  if (bits & CAROM__POINT_VALUES) save_takes(l, "point value", SAVE_U64, points);
  if (bits & CAROM__PATCHED) rollback_read_patches(l);
}

static inline save_layout rollback_layout_of(const carom_world *world, const unsigned char *bytes,
                                             size_t size) {
  save_layout l = {.bytes = bytes, .size = size, .at = offsetof(carom__rollback, change), .native = true};
  carom__rollback h;
  memcpy(&h, bytes, sizeof h);
  rollback_read_header(&l);
  save_takes(&l, "touched", SAVE_U64, h.touched_words);
  for (uint64_t i = 0; i < h.bodies; i++) rollback_read_body(&l, world);
  save_takes(&l, "reshaped collider", SAVE_U32, h.reshaped);
  save_takes(&l, "key", SAVE_U64, h.contacts);
  for (uint64_t i = 0; i < h.contacts; i++) rollback_read_contact(&l);
  return l;
}

static inline void rollback_sign(unsigned char *bytes, size_t size) {
  carom__rollback h;
  memcpy(&h, bytes, sizeof h);
  h.checksum = carom__checksum(bytes + CAROM__ROLLBACK_COVERED, size - CAROM__ROLLBACK_COVERED);
  memcpy(bytes, &h, CAROM__ROLLBACK_COVERED);
}

#endif
