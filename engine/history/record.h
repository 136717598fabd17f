/* record.h: what a recording consists of, and how what is done to a world gets into it.
 *
 * A recording is a header and sections: a size, a checksum, and as many records. A record is an operation, a
 * word, and what carom__record_classes says of it. Steps lie in one section each. */
#ifndef CAROM_ENGINE_RECORD_H
#define CAROM_ENGINE_RECORD_H

#include "carom/record.h"
#include "snapshot.h"

/* The numbers are part of the format: append, never reorder. */
typedef enum carom__op {
  CAROM__OP_NONE,     /* no record: the recording is over */
  CAROM__OP_WORLD,    /* a save: from here on this is the world */
  CAROM__OP_EVENT,    /* the word tells how many events of the step were delivered when the calls came */
  CAROM__OP_FILTERED, /* the filter callback does not admit the pair of this key */
  CAROM__OP_DROPPED,  /* a handler does not keep the contact of this key */
  CAROM__OP_DONE,     /* the end of a step or clear: hashes of the world and of the events */
  CAROM__OP_ASSET,    /* an asset: shapes that follow refer to it by its number */
  CAROM__OP_STEP,     /* what follows until DONE came inside it */
  CAROM__OP_CLEAR,    /* likewise */
  CAROM__OP_TOUCH_ALL,
  CAROM__OP_BODY_CREATE, /* the word names the body or collider that is called upon, here and below */
  CAROM__OP_BODY_DESTROY,
  CAROM__OP_BODY_POSE,
  CAROM__OP_BODY_VELOCITY,
  CAROM__OP_BODY_ENABLED,
  CAROM__OP_BODY_TOUCH,
  CAROM__OP_BODY_USER,
  CAROM__OP_COLLIDER_CREATE, /* the word names its body */
  CAROM__OP_COLLIDER_DESTROY,
  CAROM__OP_COLLIDER_SHAPE,
  CAROM__OP_COLLIDER_LOCAL_POSE,
  CAROM__OP_COLLIDER_FILTER,
  CAROM__OP_COLLIDER_SENSOR,
  CAROM__OP_COLLIDER_SEES_SENSORS,
  CAROM__OP_COLLIDER_SEES_STATIC,
  CAROM__OP_COLLIDER_USER,
  CAROM__OP_CONTACT_VALUE,
  CAROM__OP_BODY_SWEPT,
  CAROM__OP_BODY_STOPPING,
  CAROM__OP_COUNT
} carom__op;

/* The value of a contact, and the second of its colliders. */
typedef struct carom__value_set {
  carom_collider second;
  uint64_t value;
} carom__value_set;

/* A save that lies in the bytes that are read. */
typedef struct carom__save_span {
  const unsigned char *bytes;
  size_t size;
} carom__save_span;

/* What a record holds but for its word. */
typedef union carom__argument {
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
} carom__argument;

typedef struct carom__record_class {
  size_t size;                                                   /* of the member of the argument */
  void (*fields)(carom__snapshot *s, carom__argument *argument); /* NULL: the word is all */
} carom__record_class;

extern const carom__record_class carom__record_classes[CAROM__OP_COUNT];

/* Is a record done again by carom__record_play? */
static inline bool carom__op_is_call(carom__op op) { return op >= CAROM__OP_ASSET; }
carom_status carom__record_play(carom_world *world, carom__op op, uint64_t word,
                                const carom__argument *argument);

/* "caromrec" and the version of the format: all that the header is. */
enum { CAROM__RECORD_HEADER = 16, CAROM__SECTION_HEADER = 16 };
void carom__record_header(carom__archive *archive);

/* --- Recording --- */

void carom__recorder_call(carom_world *world, carom__op op, uint64_t id, const void *argument);

/* Records a call that has succeeded; the argument is the member of carom__argument, or NULL. */
static inline void carom__record_call(carom_world *world, carom__op op, uint64_t id, const void *argument) {
  if (world->recorder) carom__recorder_call(world, op, id, argument);
}

/* A step or clear begins, with its argument, and is over. One that was refused leaves no trace. */
void carom__record_begin(carom_world *world, carom__op op, const void *argument);
void carom__record_end(carom_world *world, carom_status status);
/* The game has said no about a pair, by its key: FILTERED or DROPPED. */
void carom__record_no(const carom_world *world, carom__op op, uint64_t key);
/* The world has become another, in a way that is no call. */
void carom__record_world(carom_world *world);

/* Events that were delivered, in all. */
static inline uint64_t carom__events_delivered(const carom_world *world) {
  return world->counts.begins + world->counts.stays + world->counts.ends;
}

#endif
