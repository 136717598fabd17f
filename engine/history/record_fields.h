/* record_fields.h: what a recording consists of: a header and sections. A section is a size, a checksum, and
 * as many records; a step lies in one section. A record is an operation, a word, and what recorded.def says
 * of it. */
#ifndef CAROM_ENGINE_RECORD_FIELDS_H
#define CAROM_ENGINE_RECORD_FIELDS_H

#include "recorder.h"
#include "snapshot_fields.h"

/* A save that lies in the bytes that are read. */
typedef struct carom__save_span {
  const unsigned char *bytes;
  size_t size;
} carom__save_span;

/* What a record holds but for its word. */
typedef union carom__argument {
  char nothing;
  carom__save_span save;
  const carom__asset *asset;
  uint64_t hash;
  float dt;
  carom_body_def body;
  carom_pose pose;
  carom__velocity velocity;
  bool on;
  void *user;
  carom_collider_def collider;
  carom_shape shape;
  carom_local_pose local;
  carom_filter filter;
  carom__value_set value;
  float margin;
  uint64_t order;
  carom__adopted adopted;
  carom__read_bytes read;
} carom__argument;

/* The size of the member of the argument that an operation has. */
size_t carom__record_size(carom__op op);
/* Writes or reads the argument. */
void carom__record_fields(carom__snapshot *s, carom__op op, carom__argument *argument);

/* Is a record done again by carom__record_play? */
static inline bool carom__op_is_call(carom__op op) { return op >= CAROM__OP_ASSET; }
carom_status carom__record_play(carom_world *world, carom__op op, uint64_t word,
                                const carom__argument *argument);

/* "caromrec" and the version of the format: all that the header is. */
enum { CAROM__RECORD_HEADER = 16, CAROM__SECTION_HEADER = 16 };
void carom__record_header(carom__archive *archive);

/* Events that were delivered, in all. */
static inline uint64_t carom__events_delivered(const carom_world *world) {
  const carom_counts *c = &world->counts;
  return c->begins + c->stays + c->ends + c->nears + c->fars;
}

#endif
