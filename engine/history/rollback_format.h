/* rollback_format.h: what a rollback snapshot is: bytes of this machine. */
#ifndef CAROM_ENGINE_ROLLBACK_FORMAT_H
#define CAROM_ENGINE_ROLLBACK_FORMAT_H

#include <string.h>

#include "patch_list.h"
#include "rows.h"

#define CAROM__ROLLBACK_MAGIC UINT64_C(0x6B6361626C6C6F72)

/* What the checksum does not cover comes first. */
typedef struct carom__rollback {
  uint64_t magic, size, checksum;
  uint64_t world, change; /* whose it is, and the name of its latest change */
  carom_counts counts;    /* but for bodies and colliders, which follow from the changes, and memory */
  uint64_t touched_words, bodies, reshaped, contacts;
  uint64_t patches, patches_of_one; /* of all contacts, and the most of one */
} carom__rollback;

#define CAROM__ROLLBACK_COVERED offsetof(carom__rollback, world)

/* Behind it, one after the other: the words of the set of touched bodies. Bodies, ascending by slot: the
 * slot, flags and counts of events; a kinematic one is followed by its pose and velocities. The slots of
 * reshaped colliders, ascending. The keys of all contacts, ascending, then the contacts: a contact is its
 * normal, its approach speed and a word of bits, which tells how many points follow, and what else. Further
 * points follow those of the manifold. Patches of pieces come last: how many, then what each is but its
 * manifold, and before that a manifold for all but the first, which has that of the contact. In a world with
 * persistent manifolds the cells of the points are behind them, and the values of the points, if there are
 * any. */
enum {
  CAROM__STILL_SIZE = 4 * sizeof(uint32_t),
  CAROM__MOTION_SIZE = sizeof(carom_pose) + sizeof(carom__velocity),
  CAROM__CONTACT_SIZE = sizeof(carom_vec3) + sizeof(float) + sizeof(uint32_t),
  CAROM__PATCH_SIZE = sizeof(carom_vec3) + sizeof(uint32_t)
};

enum {
  CAROM__POINTS = 7,
  CAROM__SENSOR = 8,
  CAROM__VALUE = 16,
  CAROM__SIDES = 32,
  CAROM__PATCHED = 64,
  CAROM__CELLS = 128,        /* the points have cells */
  CAROM__POINT_VALUES = 256, /* one of the points has a value */
  CAROM__IS_APART = 512,
  CAROM__IS_NEARBY = 1024,
  CAROM__FURTHER_ONE = 2048, /* a further point: there are as many as this number times */
  CAROM__FURTHER = 7 * CAROM__FURTHER_ONE
};

/* What a side was when it is not that any more. */
typedef struct carom__old_side {
  uint64_t category, child;
  void *body_user, *collider_user;
} carom__old_side;

/* What a patch is but its manifold. */
typedef struct carom__patch_names {
  uint32_t child_a, child_b, triangle_a, triangle_b, materials;
} carom__patch_names;

/* The flags that change from step to step: of a static body only the mark does. Which are dying is told by
 * the changes. */
static inline uint32_t rollback_flags(uint32_t flags) {
  return flags & CAROM__BODY_STATIC
             ? (uint32_t)CAROM__BODY_POSE_SET
             : (uint32_t)(CAROM__BODY_DISABLED | CAROM__BODY_POSE_SET | CAROM__BODY_SWEPT |
                          CAROM__BODY_STOPPING | CAROM__BODY_GHOST);
}

/* How many words of the set of touched bodies so many slots have. */
static inline size_t rollback_words(size_t slots) { return (slots + 63) / 64; }

static inline void rollback_take(const unsigned char **at, void *out, size_t size) {
  memcpy(out, *at, size);
  *at += size;
}
static inline uint32_t rollback_take_word(const unsigned char **at) {
  uint32_t word;
  rollback_take(at, &word, sizeof word);
  return word;
}

static inline uint32_t rollback_further(uint32_t bits) {
  return (bits & CAROM__FURTHER) / CAROM__FURTHER_ONE;
}

/* How much of a contact with these bits follows them. */
static inline size_t rollback_contact_rest(uint32_t bits) {
  const size_t points = (bits & CAROM__POINTS) + rollback_further(bits);
  return points * (sizeof(carom_contact_point) + (bits & CAROM__CELLS ? 2 * sizeof(uint32_t) : 0) +
                   (bits & CAROM__POINT_VALUES ? sizeof(uint64_t) : 0)) +
         (bits & CAROM__VALUE ? sizeof(uint64_t) : 0) +
         (bits & CAROM__SIDES ? 2 * sizeof(carom__old_side) : 0);
}

static inline void rollback_take_points(const unsigned char **at, uint32_t count, carom_contact_point *out) {
  for (uint32_t i = 0; i < count; i++) rollback_take(at, &out[i], sizeof *out);
}

/* Reads the normal of a patch and how many points follow, and then what is behind these. */
static inline void rollback_take_normal(const unsigned char **at, carom_patch *out) {
  rollback_take(at, &out->normal, sizeof out->normal);
  out->point_count = rollback_take_word(at);
}
static inline uint32_t rollback_take_names(const unsigned char **at, carom_patch *out) {
  carom__patch_names names;
  rollback_take(at, &names, sizeof names);
  out->child_a = names.child_a;
  out->child_b = names.child_b;
  out->triangle_a = names.triangle_a;
  out->triangle_b = names.triangle_b;
  out->material_a = (uint8_t)names.materials;
  out->material_b = (uint8_t)(names.materials >> 8);
  return names.materials;
}

static inline bool rollback_any_value(const carom_point_values *values, uint32_t count) {
  uint64_t any = 0;
  for (uint32_t i = 0; i < count; i++) any |= values->points[i];
  return any;
}

/* What is written of a contact beside the contact itself: of its manifold, and of its further points. */
typedef struct carom__contact_extras {
  carom__old_side sides[2];
  carom__point_cells cells[2];
  carom_point_values values[2];
  carom_contact_point further[CAROM_MANIFOLD_POINTS];
} carom__contact_extras;

/* Cells and values that are not there are 0. */
static inline void rollback_take_extras(const unsigned char **at, uint32_t bits, carom__contact_extras *out) {
  const size_t points[2] = {bits & CAROM__POINTS, rollback_further(bits)};
  memset(out->cells, 0, sizeof out->cells);
  memset(out->values, 0, sizeof out->values);
  if (bits & CAROM__SIDES) rollback_take(at, out->sides, sizeof out->sides);
  for (int row = 0; row < 2 && bits & CAROM__CELLS; row++) {
    rollback_take(at, out->cells[row].on_a, points[row] * sizeof *out->cells->on_a);
    rollback_take(at, out->cells[row].on_b, points[row] * sizeof *out->cells->on_b);
  }
  for (int row = 0; row < 2 && bits & CAROM__POINT_VALUES; row++)
    rollback_take(at, out->values[row].points, points[row] * sizeof *out->values->points);
}

/* Reads a contact, but for what follows from its sides and for its patches, and returns its bits. */
static inline uint32_t rollback_take_contact(const unsigned char **at, carom_contact *out,
                                             carom__contact_extras *extras) {
  carom_manifold *manifold = &out->manifold;
  rollback_take(at, &manifold->normal, sizeof manifold->normal);
  rollback_take(at, &out->approach_speed, sizeof out->approach_speed);
  uint32_t bits = rollback_take_word(at);
  manifold->point_count = bits & CAROM__POINTS;
  rollback_take_points(at, manifold->point_count, manifold->points);
  rollback_take_points(at, rollback_further(bits), extras->further);
  out->sensor = bits & CAROM__SENSOR;
  out->apart = bits & CAROM__IS_APART;
  out->nearby = bits & CAROM__IS_NEARBY;
  out->further = bits & CAROM__FURTHER;
  out->value = 0;
  if (bits & CAROM__VALUE) rollback_take(at, &out->value, sizeof out->value);
  rollback_take_extras(at, bits, extras);
  return bits;
}

/* The patches of a contact with further points. */
static inline void rollback_make_further(const carom_contact *contact, const carom__contact_extras *extras,
                                         uint32_t bits, carom_patch out[2]) {
  out[0] = out[1] = (carom_patch){.point_count = 0};
  patch_set_manifold(&out[0], &contact->manifold);
  out[1].normal = contact->manifold.normal;
  out[1].point_count = rollback_further(bits);
  memcpy(out[1].points, extras->further, out[1].point_count * sizeof *out->points);
}

/* Could this world have written these bytes, and can it go back there? Each count, index and value is looked
 * at, so that no bytes whatever do harm. Changes nothing that shows. CAROM_OK, CAROM_BAD_SNAPSHOT,
 * CAROM_OLD_SNAPSHOT. */
carom_status carom__rollback_check(carom_world *world, const void *bytes, size_t size, carom__rollback *out);

#endif
