/* save_layout.h: what each byte of a save means, found without the code that reads saves; and saves that were
 * changed by meaning and signed again. */
#ifndef CAROM_TEST_SAVE_LAYOUT_H
#define CAROM_TEST_SAVE_LAYOUT_H

#include <stdlib.h>
#include <string.h>

#include "archive.h"
#include "carom/compound.h"
#include "shape_class.h"

typedef enum save_type { SAVE_U32, SAVE_U64, SAVE_F32, SAVE_F64 } save_type;

enum { SAVE_HEADER = 32, SAVE_CHECKSUM = 24 };

typedef struct save_field {
  const char *name;
  size_t at; /* of its bytes; of something within them where it is packed */
  save_type type;
  bool packed;
  bool alone;     /* packed: its tag is the first of a byte */
  unsigned group; /* packed: how many fields from here on share the tag; 0: one before has it */
  uint64_t word;
} save_field;

typedef struct save_layout {
  const unsigned char *bytes;
  size_t size, at; /* at: what was read so far */
  uint32_t depth;  /* of compounds around what is read */
  bool cut;        /* there was less than the fields need */
  bool margined;   /* a save has margins */
  bool ordered;    /* a save has orders */
  bool native;     /* the bytes are those of this machine, as a rollback snapshot has them */
  bool packed;     /* what follows is packed */
  bool half;       /* packed: the second tag of a byte is next */
  size_t tags_at;  /* packed: where that byte is */
  save_field *fields;
  size_t count, capacity;
} save_layout;

static inline size_t save_width(save_type type) { return type == SAVE_U32 || type == SAVE_F32 ? 4 : 8; }

static inline uint64_t save_word(const save_layout *l, size_t at, size_t width) {
  uint64_t word = 0;
  uint32_t half;
  memcpy(&word, l->bytes + at, width);
  memcpy(&half, l->bytes + at, sizeof half);
  if (l->native) return width == sizeof half ? half : word;
  word = 0;
  for (size_t i = width; i-- > 0;) word = word << 8 | l->bytes[at + i];
  return word;
}

static inline void save_put(unsigned char *bytes, size_t width, uint64_t word, bool native) {
  uint32_t half = (uint32_t)word;
  if (native)
    memcpy(bytes, width == sizeof half ? (void *)&half : (void *)&word, width);
  else
    for (size_t i = 0; i < width; i++) bytes[i] = (unsigned char)(word >> 8 * i);
}

/* --- Packed values: which bytes of each there are, archive.h --- */

/* The bytes of a packed value: from which one on, and how many; the others are all `others`. */
typedef struct save_span {
  unsigned first, count;
  uint8_t others;
} save_span;

static inline save_span save_span_of(unsigned tag, size_t width) {
  if (tag == 15) return (save_span){0, 0, 0xFF};
  if (tag <= 8) return (save_span){0, tag, 0};
  return (save_span){(unsigned)width - (tag - 8), tag - 8, 0};
}

static inline uint64_t save_span_mask(save_span span) {
  uint64_t mask = 0;
  for (unsigned i = span.first; i < span.first + span.count; i++) mask |= UINT64_C(0xFF) << 8 * i;
  return mask;
}

/* The tag with the fewest bytes, the least of these. */
static inline unsigned save_tag_of(uint64_t word, size_t width) {
  const uint64_t all = width == 8 ? UINT64_MAX : UINT32_MAX;
  unsigned best = 15, fewest = 9;
  if (word == all) return best;
  for (unsigned tag = 0; tag < 15; tag++) {
    save_span span = save_span_of(tag, width);
    if (span.count > width || word & ~save_span_mask(span) || span.count >= fewest) continue;
    best = tag;
    fewest = span.count;
  }
  return best;
}

static inline void save_pack(save_layout *l, bool packed) {
  l->packed = packed;
  l->half = false;
}

/* So many bytes, of which the first goes to the given byte of a word. */
static inline uint64_t save_take_bytes(save_layout *l, unsigned first, unsigned count) {
  uint64_t word = 0;
  l->cut |= count > l->size - l->at;
  for (unsigned i = 0; i < count && !l->cut; i++) word |= (uint64_t)l->bytes[l->at++] << 8 * (first + i);
  return word;
}

static inline unsigned save_take_tag(save_layout *l) {
  if (!l->half) {
    l->cut |= l->at >= l->size;
    if (l->cut) return 0;
    l->tags_at = l->at++;
  }
  const unsigned tags = l->bytes[l->tags_at];
  l->half = !l->half;
  return l->half ? tags & 15 : tags >> 4;
}

static inline uint64_t save_take_packed(save_layout *l, size_t width) {
  const save_span span = save_span_of(save_take_tag(l), width);
  l->cut |= span.count > width;
  if (span.others) return width == 8 ? UINT64_MAX : UINT32_MAX;
  return l->cut ? 0 : save_take_bytes(l, span.first, span.count);
}

static inline void save_push(save_layout *l, save_field field) {
  if (l->cut) return;
  if (l->count == l->capacity) {
    l->capacity = 2 * l->capacity + 64;
    l->fields = realloc(l->fields, l->capacity * sizeof *l->fields);
  }
  l->fields[l->count++] = field;
}

/* The next field, whose bits are returned, and which has a tag of its own if it is packed. */
static inline uint64_t save_take_one(save_layout *l, const char *name, save_type type, bool packed) {
  size_t width = save_width(type);
  if (!packed) l->cut |= l->size - l->at < width;
  if (l->cut) return 0;
  save_field field = {name, l->at, type, packed, !l->half, 1, 0};
  field.word = packed ? save_take_packed(l, width) : save_word(l, l->at, width);
  if (!packed) l->at += width;
  save_push(l, field);
  return l->cut ? 0 : field.word;
}

/* Floats have no tag. */
static inline uint64_t save_take(save_layout *l, const char *name, save_type type) {
  return save_take_one(l, name, type, l->packed && (type == SAVE_U32 || type == SAVE_U64));
}

static inline void save_takes(save_layout *l, const char *name, save_type type, uint64_t count) {
  for (uint64_t i = 0; i < count && !l->cut; i++) save_take(l, name, type);
}

static inline uint64_t save_float_bits(save_type type, double value) {
  float narrow = type == SAVE_F32 ? (float)value : 0;
  uint32_t bits;
  uint64_t wide;
  memcpy(&bits, &narrow, sizeof bits);
  memcpy(&wide, &value, sizeof wide);
  return type == SAVE_F32 ? bits : wide;
}

static inline double save_float_value(save_type type, uint64_t word) {
  uint32_t bits = (uint32_t)word;
  float narrow;
  double wide;
  memcpy(&narrow, &bits, sizeof narrow);
  memcpy(&wide, &word, sizeof wide);
  return type == SAVE_F32 ? (double)narrow : wide;
}

/* What a part of a group has that is as usual: the last of a rotation is 1. */
static inline uint64_t save_usual(unsigned i, unsigned count) {
  return i == 3 && count == 4 ? save_float_bits(SAVE_F32, 1) : 0;
}

/* A vector, a position or a rotation: all of it, or nothing where it is cut. */
static inline void save_take_group(save_layout *l, const char *name, save_type type, unsigned count) {
  if (!l->packed) {
    save_takes(l, name, type, count);
    return;
  }
  const bool alone = !l->half;
  const size_t before = l->count;
  const unsigned tag = l->cut ? 0 : save_take_tag(l);
  l->cut |= tag > 2 || (tag == 2 && type == SAVE_F32);
  for (unsigned i = 0; i < count && !l->cut; i++) {
    save_field field = {name, l->at, type, true, alone, i ? 0 : count, save_usual(i, count)};
    if (tag) field.word = save_take_bytes(l, 0, 4 * tag);
    if (tag == 1 && type == SAVE_F64 && (field.word >> 23 & 0xFF) < 255)
      field.word = save_float_bits(SAVE_F64, save_float_value(SAVE_F32, field.word));
    save_push(l, field);
  }
  if (l->cut) l->count = before;
}

/* --- The parts of a save --- */

/* The generations of a pool, as fields. */
typedef struct save_pool {
  size_t slots, first;
} save_pool;

static inline save_pool save_read_pool(save_layout *l, const char *generation, const char *vacant) {
  save_pool pool = {(size_t)save_take(l, "slots", SAVE_U64), l->count};
  save_takes(l, generation, SAVE_U32, pool.slots);
  save_takes(l, vacant, SAVE_U32, save_take(l, "vacant slots", SAVE_U64));
  return pool;
}

static inline bool save_lives(const save_layout *l, save_pool pool, size_t slot) {
  return l->fields[pool.first + slot].word & 1;
}

static inline void save_read_hull(save_layout *l) {
  uint64_t vertices = save_take(l, "hull vertices", SAVE_U32), faces = save_take(l, "hull faces", SAVE_U32);
  uint64_t entries = save_take(l, "hull entries", SAVE_U32);
  save_takes(l, "hull vertex", SAVE_F32, 3 * vertices);
  for (uint64_t i = 0; i < faces && !l->cut; i++) {
    save_takes(l, "hull normal", SAVE_F32, 3);
    save_take(l, "hull offset", SAVE_F32);
    save_take(l, "hull start", SAVE_U32);
  }
  for (uint64_t i = 0; i < entries && !l->cut; i++) {
    save_take(l, "hull loop", SAVE_U32);
    save_take(l, "hull twin", SAVE_U32);
  }
}

static inline void save_read_mesh_arrays(save_layout *l, uint64_t blocks, uint64_t leaves, bool materials,
                                         bool compact) {
  for (uint64_t i = 0; i < blocks && !l->cut; i++) {
    save_take(l, "mesh counts", SAVE_U32);
    save_take(l, "mesh first block", SAVE_U32);
    save_take(l, "mesh first leaf", SAVE_U32);
  }
  for (uint64_t i = 0; i < leaves && !l->cut; i++) {
    save_take(l, "mesh corner count", SAVE_U32);
    save_takes(l, "mesh places", SAVE_U32, 6);
    save_takes(l, compact ? "mesh lanes" : "mesh number", SAVE_U32, compact ? 1 : 8);
    if (materials) save_takes(l, "mesh material", SAVE_U32, 2);
  }
}

static inline void save_read_mesh(save_layout *l) {
  uint64_t sides = save_take(l, "mesh sides", SAVE_U32);
  save_take(l, "mesh kept", SAVE_U32);
  uint64_t vertices = save_take(l, "mesh vertices", SAVE_U32), blocks = save_take(l, "mesh blocks", SAVE_U32);
  uint64_t leaves = save_take(l, "mesh leaves", SAVE_U32), corners = save_take(l, "mesh corners", SAVE_U32);
  save_take(l, "mesh triangles", SAVE_U32);
  bool materials = save_take(l, "mesh materials", SAVE_U32);
  uint64_t form = save_take(l, "mesh form", SAVE_U32);
  bool deforms = form == 1, compact = form == 2;
  if (compact) save_take(l, "mesh step", SAVE_F32);
  save_takes(l, "mesh report", SAVE_U32, 10 + 4 * 2 + 1);
  save_take(l, "mesh volume", SAVE_F64);
  save_read_mesh_arrays(l, blocks, leaves, materials, compact);
  if (compact)
    save_takes(l, "mesh words", SAVE_U32, (6 * leaves + 3 * corners + 1) / 2);
  else
    save_takes(l, "mesh corner", SAVE_F32, 3 * corners);
  if (deforms) save_takes(l, "mesh source", SAVE_U32, corners);
  if (deforms && sides == CAROM_MESH_SOLID) save_takes(l, "mesh place", SAVE_U32, vertices);
}

/* So many numbers, one, two or four a word. */
static inline void save_read_numbers(save_layout *l, const char *name, uint64_t count, uint64_t a_word) {
  save_takes(l, name, SAVE_U32, (count + a_word - 1) / a_word);
}

static inline void save_read_tile(save_layout *l, uint64_t columns, uint64_t rows, uint64_t a_word) {
  uint64_t parts = save_take(l, "field parts", SAVE_U32);
  save_read_numbers(l, "field heights", (columns + 1) * (rows + 1), a_word);
  if (parts & 1) save_takes(l, "field holes", SAVE_U64, rows);
  if (parts & 2) save_takes(l, "field turned", SAVE_U64, rows);
  if (parts & 4) save_read_numbers(l, "field materials", columns * rows, 4);
}

static inline void save_read_field(save_layout *l) {
  enum { TILE = 64 };
  uint64_t columns = save_take(l, "field columns", SAVE_U32), rows = save_take(l, "field rows", SAVE_U32);
  uint64_t format = save_take(l, "field format", SAVE_U32);
  save_take(l, "field sides", SAVE_U32);
  save_take(l, "field diagonals", SAVE_U32);
  save_takes(l, "field size", SAVE_F32, 7);
  uint64_t a_word = format == CAROM_FIELD_FLOAT ? 1 : format == CAROM_FIELD_U8 ? 4 : 2;
  for (uint64_t y = 0; y < rows && !l->cut; y += TILE)
    for (uint64_t x = 0; x < columns && !l->cut; x += TILE)
      save_read_tile(l, columns - x < TILE ? columns - x : TILE, rows - y < TILE ? rows - y : TILE, a_word);
}

static inline void save_read_asset(save_layout *l);

/* The kind's sizes; then an asset by its number, or what stands for none. */
static inline const carom__shape_class *save_read_sizes(save_layout *l) {
  const carom__shape_class *class =
      carom__shape_class_of((carom_shape_kind)save_take(l, "shape kind", SAVE_U32));
  l->cut |= !class;
  for (size_t i = 0; class && i < class->size_count && !l->cut; i++)
    save_take_one(l, "shape size", SAVE_F32, l->packed); /* which are words to a save */
  return class;
}

static inline void save_read_compound(save_layout *l) {
  uint64_t assets = save_take(l, "compound assets", SAVE_U64),
           children = save_take(l, "compound children", SAVE_U64);
  l->cut |= l->depth++ == CAROM_COMPOUND_DEPTH_MAX;
  for (uint64_t i = 0; i < assets && !l->cut; i++) save_read_asset(l);
  for (uint64_t i = 0; i < children && !l->cut; i++) {
    save_read_sizes(l);
    save_take(l, "child asset", SAVE_U32);
    save_takes(l, "child position", SAVE_F32, 3);
    save_takes(l, "child rotation", SAVE_F32, 4);
    save_take(l, "child number", SAVE_U32);
    save_take(l, "child material", SAVE_U32);
  }
  l->depth--;
}

static inline void save_read_asset(save_layout *l) {
  switch (save_take(l, "asset kind", SAVE_U32)) {
  case CAROM_HULL:
    save_read_hull(l);
    break;
  case CAROM_POLYGON:
    save_takes(l, "polygon vertex", SAVE_F32, 2 * save_take(l, "polygon vertices", SAVE_U32));
    break;
  case CAROM_CHAIN_LINK:
    save_take(l, "chain flags", SAVE_U32);
    save_takes(l, "chain point", SAVE_F32, 2 * save_take(l, "chain points", SAVE_U64));
    break;
  case CAROM_MESH:
    save_read_mesh(l);
    break;
  case CAROM_FIELD:
    save_read_field(l);
    break;
  case CAROM_COMPOUND:
    save_read_compound(l);
    break;
  default:
    l->cut = true;
  }
}

static inline void save_read_body(save_layout *l) {
  save_take(l, "body flags", SAVE_U32);
  save_take_group(l, "body position", SAVE_F64, 3);
  save_take_group(l, "body rotation", SAVE_F32, 4);
  for (int i = 0; i < 2; i++) save_take_group(l, "body velocity", SAVE_F32, 3);
  save_take(l, "body begins", SAVE_U32);
  save_take(l, "body ends", SAVE_U32);
  save_take(l, "body user", SAVE_U64);
}

static inline void save_read_shape(save_layout *l) {
  const carom__shape_class *class = save_read_sizes(l);
  if (class && class->asset_class) save_take(l, "shape asset", SAVE_U64);
}

static inline void save_read_collider(save_layout *l) {
  save_take(l, "collider flags", SAVE_U32);
  save_take(l, "collider body", SAVE_U32);
  save_read_shape(l);
  save_take_group(l, "collider position", SAVE_F32, 3);
  save_take_group(l, "collider rotation", SAVE_F32, 4);
  save_take(l, "category", SAVE_U64);
  save_take(l, "mask", SAVE_U64);
  save_take(l, "group", SAVE_U32);
  save_take(l, "collider user", SAVE_U64);
  if (l->margined) save_take(l, "collider margin", SAVE_F32);
  if (l->ordered) save_take(l, "collider order", SAVE_U64);
}

static inline void save_read_list(save_layout *l, const char *count, const char *slot) {
  save_takes(l, slot, SAVE_U32, save_take(l, count, SAVE_U64));
}

static inline void save_read_side(save_layout *l) {
  save_take(l, "side category", SAVE_U64);
  save_take(l, "side child", SAVE_U32);
  save_take(l, "side body user", SAVE_U64);
  save_take(l, "side collider user", SAVE_U64);
}

/* Returns how many points it has. */
static inline uint64_t save_read_manifold(save_layout *l) {
  save_take_group(l, "normal", SAVE_F32, 3);
  uint64_t points = save_take(l, "points", SAVE_U32);
  for (uint64_t i = 0; i < points && !l->cut; i++) {
    save_take_group(l, "point", SAVE_F64, 3);
    save_take(l, "separation", SAVE_F32);
    save_take(l, "feature", SAVE_U32);
  }
  return points;
}

static inline uint64_t save_read_patch(save_layout *l) {
  uint64_t points = save_read_manifold(l);
  save_takes(l, "patch child", SAVE_U32, 2);
  save_takes(l, "patch triangle", SAVE_U32, 2);
  save_takes(l, "patch material", SAVE_U32, 2);
  return points;
}

static inline void save_read_contact(save_layout *l, bool persistent) {
  save_take(l, "contact a", SAVE_U32);
  save_take(l, "contact b", SAVE_U32);
  save_read_side(l);
  save_read_side(l);
  bool further = save_take(l, "sensor", SAVE_U32) & 8;
  save_take(l, "approach", SAVE_F32);
  save_take(l, "value", SAVE_U64);
  uint64_t patches = save_take(l, "contact patches", SAVE_U32);
  uint64_t points = patches == 0 ? save_read_manifold(l) : 0;
  for (uint64_t i = 0; i < patches && !l->cut; i++) {
    uint64_t here = save_read_patch(l);
    if (i == 0 || further) points += here;
  }
  for (uint64_t i = 0; persistent && i < points && !l->cut; i++) {
    save_take(l, "cell", SAVE_U32);
    save_take(l, "cell", SAVE_U32);
    save_take(l, "point value", SAVE_U64);
  }
}

static inline void save_read_all(save_layout *l) {
  uint64_t ways = save_take(l, "ways", SAVE_U32);
  bool persistent = ways & 4;
  l->margined = ways & 8;
  l->ordered = ways & 32;
  save_take(l, "tag", SAVE_U32);
  if (l->margined) save_take(l, "margin", SAVE_F32);
  static const char *const counts[] = {"steps", "begins", "stays", "ends", "dropped", "unsolved", "clamped"};
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
    save_take(l, counts[i], SAVE_U64);
    if (i == 3 && l->margined) save_takes(l, "nears", SAVE_U64, 2);
  }
  save_pack(l, true);
  save_pool bodies = save_read_pool(l, "body generation", "vacant body");
  save_pool colliders = save_read_pool(l, "collider generation", "vacant collider");
  save_pack(l, false);
  uint64_t assets = save_take(l, "assets", SAVE_U64);
  for (uint64_t i = 0; i < assets && !l->cut; i++) save_read_asset(l);
  save_pack(l, true);
  for (size_t i = 0; i < bodies.slots && !l->cut; i++)
    if (save_lives(l, bodies, i)) save_read_body(l);
  for (size_t i = 0; i < colliders.slots && !l->cut; i++)
    if (save_lives(l, colliders, i)) save_read_collider(l);
  for (size_t i = 0; i < bodies.slots && !l->cut; i++)
    if (save_lives(l, bodies, i)) save_read_list(l, "list length", "listed collider");
  save_read_list(l, "dead bodies", "dead body");
  save_read_list(l, "dead colliders", "dead collider");
  save_takes(l, "touched", SAVE_U64, (bodies.slots + 63) / 64);
  uint64_t contacts = save_take(l, "contacts", SAVE_U64);
  save_take(l, "patches", SAVE_U64);
  for (uint64_t i = 0; i < contacts && !l->cut; i++) save_read_contact(l, persistent);
  save_pack(l, false);
}

/* The fields of a save that need not be good, as far as they can be told. */
static inline save_layout save_layout_of(const unsigned char *bytes, size_t size) {
  save_layout l = {.bytes = bytes, .size = size, .at = SAVE_HEADER, .cut = size < SAVE_HEADER};
  if (!l.cut) save_read_all(&l);
  return l;
}

static inline bool save_layout_is_whole(const save_layout *l) { return !l->cut && l->at == l->size; }

/* The n-th field of a name, which must be there. */
static inline save_field *save_find(const save_layout *l, const char *name, size_t n) {
  for (size_t i = 0; i < l->count; i++)
    if (strcmp(l->fields[i].name, name) == 0 && n-- == 0) return &l->fields[i];
  abort();
}

/* --- Changing them --- */

/* Makes the checksum and the size right. */
static inline void save_sign(unsigned char *bytes, size_t size) {
  save_put(bytes + 16, 8, size, false);
  save_put(bytes + SAVE_CHECKSUM, 8, carom__checksum(bytes + SAVE_HEADER, size - SAVE_HEADER), false);
}

/* A number that is likely to matter in place of a float. */
static inline uint64_t save_odd_float(save_type type, uint64_t word, uint64_t random) {
  static const double odd[] = {0,    -0.0, 1,    -1,   2,       0.5,     1e-5,    1e-9,        1e-45,
                               1e6,  2e6,  1e9,  2e9,  1e30,    3e38,    -1e30,   1 + 0x1p-12, 1 - 0x1p-12,
                               1e-3, 1e-2, 1e17, 1e10, 0x1p-24, 0x1p-20, -0x1p-20};
  double value = save_float_value(type, word);
  uint64_t pick = random >> 8;
  switch (random % 8) {
  case 0:
    return word + 1;
  case 1:
    return word - 1;
  case 2:
    return save_float_bits(type, -value);
  case 3:
    return save_float_bits(type, value * (1 + (double)(pick % 2001) * 1e-5 - 1e-2));
  case 4:
    return save_float_bits(type, value * 2);
  case 5:
    return word ^ (uint64_t)1 << pick % (type == SAVE_F32 ? 32 : 64);
  default:
    return save_float_bits(type, odd[pick % (sizeof odd / sizeof *odd)]);
  }
}

/* The same of a count, an index, a set of flags. */
static inline uint64_t save_odd_word(uint64_t word, uint64_t random) {
  static const uint64_t odd[] = {0,   1,   2,         3,          4,          63,        64,
                                 255, 256, 0x1000000, 0x7FFFFFFF, 0xFFFFFFFF, UINT64_MAX};
  uint64_t pick = random >> 8;
  switch (random % 6) {
  case 0:
    return word + 1;
  case 1:
    return word - 1;
  case 2:
    return word ^ (uint64_t)1 << pick % 32;
  case 3:
    return word ^ (uint64_t)1 << pick % 9;
  case 4:
    return pick % 40;
  default:
    return odd[pick % (sizeof odd / sizeof *odd)];
  }
}

/* What a field may be changed to: now and then what another of its name has. */
static inline uint64_t save_odd_value(const save_layout *l, const save_field *field, uint64_t random) {
  const uint64_t word = field->word;
  if (random % 5 == 0) {
    const save_field *other = &l->fields[(random >> 16) % l->count];
    if (save_width(other->type) == save_width(field->type) && strcmp(other->name, field->name) == 0)
      return other->word;
  }
  bool number = field->type == SAVE_F32 || field->type == SAVE_F64;
  return number ? save_odd_float(field->type, word, random >> 3) : save_odd_word(word, random >> 3);
}

/* One of the fields: each name is as likely, however many have it. */
static inline save_field *save_pick(const save_layout *l, uint64_t random) {
  const char *names[256];
  size_t count = 0, same = 0;
  for (size_t i = 0, k; i < l->count && count < sizeof names / sizeof *names; i++) {
    for (k = 0; k < count && names[k] != l->fields[i].name; k++) continue;
    if (k == count) names[count++] = l->fields[i].name;
  }
  const char *name = names[random % count];
  for (size_t i = 0; i < l->count; i++) same += l->fields[i].name == name;
  return save_find(l, name, (size_t)(random >> 32) % same);
}

/* Changes one field by its meaning, where none is packed. */
static inline void save_change(const save_layout *l, unsigned char *bytes, uint64_t random) {
  const save_field *field = save_pick(l, random);
  uint64_t value = save_odd_value(l, field, (random >> 8) * UINT64_C(0x9E3779B97F4A7C15) >> 7);
  save_put(bytes + field->at, save_width(field->type), value, l->native);
}

/* --- Saves of fields --- */

/* Bytes on their way out; beyond the room they are only counted. */
typedef struct save_bytes {
  unsigned char *bytes;
  size_t size, at, tags_at;
} save_bytes;

static inline void save_byte(save_bytes *out, unsigned byte) {
  if (out->at < out->size) out->bytes[out->at] = (unsigned char)byte;
  out->at++;
}

static inline void save_write_tag(save_bytes *out, bool alone, unsigned tag) {
  if (alone) {
    out->tags_at = out->at;
    save_byte(out, tag);
  } else if (out->tags_at < out->size) {
    out->bytes[out->tags_at] |= (unsigned char)(tag << 4);
  }
}

static inline void save_write_span(save_bytes *out, save_span span, uint64_t word) {
  for (unsigned i = 0; i < span.count; i++) save_byte(out, (unsigned)(word >> 8 * (span.first + i)) & 0xFF);
}

/* Is a double one of the floats? No odd number is computed with, as tests trap those. */
static inline bool save_is_narrow(uint64_t word) {
  const double value = save_float_value(SAVE_F64, word);
  if ((word >> 52 & 0x7FF) > 1023 + 127 || word & 0x1FFFFFFF) return false;
  return save_float_bits(SAVE_F64, save_float_value(SAVE_F32, save_float_bits(SAVE_F32, value))) == word;
}

/* The form of a group: 0 as usual, 1 floats, 2 doubles. */
static inline unsigned save_group_form(const save_field *fields, unsigned count) {
  const bool wide = fields->type == SAVE_F64;
  bool usual = true, narrow = true;
  for (unsigned i = 0; i < count; i++) {
    usual = usual && fields[i].word == save_usual(i, count);
    narrow = narrow && (!wide || save_is_narrow(fields[i].word));
  }
  return usual ? 0 : narrow ? 1 : 2;
}

static inline void save_write_group(save_bytes *out, const save_field *fields, unsigned count) {
  const unsigned form = save_group_form(fields, count);
  save_write_tag(out, fields->alone, form);
  for (unsigned i = 0; i < count && form; i++) {
    uint64_t word = fields[i].word;
    if (form == 1 && fields->type == SAVE_F64)
      word = save_float_bits(SAVE_F32, save_float_value(SAVE_F64, word));
    save_write_span(out, (save_span){0, 4 * form, 0}, word);
  }
}

static inline void save_write_field(save_bytes *out, const save_field *field) {
  const unsigned width = (unsigned)save_width(field->type);
  const uint64_t word = width == 8 ? field->word : (uint32_t)field->word;
  if (!field->packed) {
    save_write_span(out, (save_span){0, width, 0}, word);
  } else if (field->group == 1) {
    const unsigned tag = save_tag_of(word, width);
    save_write_tag(out, field->alone, tag);
    save_write_span(out, save_span_of(tag, width), word);
  } else if (field->group) {
    save_write_group(out, field, field->group);
  }
}

/* Writes the header, the fields as they are now, and what follows them, and signs it. Returns how many bytes
 * that are, which is more than `size` when they are not all there. */
static inline size_t save_write(const save_layout *l, unsigned char *bytes, size_t size) {
  save_bytes out = {.bytes = bytes, .size = size};
  for (size_t i = 0; i < SAVE_HEADER; i++) save_byte(&out, l->bytes[i]);
  for (size_t i = 0; i < l->count; i++) save_write_field(&out, &l->fields[i]);
  for (size_t i = l->at; i < l->size; i++) save_byte(&out, l->bytes[i]);
  if (out.at <= size) save_sign(bytes, out.at);
  return out.at;
}

/* Changes one field of a save by its meaning. Returns the size it has then, or the one it has as it is when
 * there is not so much room, or when it is no save at all. */
static inline size_t save_forge(unsigned char *bytes, size_t size, size_t room, uint64_t random) {
  save_layout l = save_layout_of(bytes, size);
  unsigned char *forged = malloc(room);
  if (l.count > 0 && forged) {
    save_field *field = save_pick(&l, random);
    field->word = save_odd_value(&l, field, (random >> 8) * UINT64_C(0x9E3779B97F4A7C15) >> 7);
    const size_t now = save_write(&l, forged, room);
    if (now <= room) memcpy(bytes, forged, size = now);
  }
  free(forged);
  free(l.fields);
  return size;
}

#endif
