/* recorder.h: what is done to a world, told to whoever writes it down.
 *
 * history/record.c makes a recorder and puts it into the world; while there is none, nothing is told. */
#ifndef CAROM_ENGINE_RECORDER_H
#define CAROM_ENGINE_RECORDER_H

#include "carom/snapshot.h"
#include "state.h"

typedef enum carom__op {
#define CAROM__RECORD(op, member) CAROM__OP_##op,
#define CAROM__CALL(op, member, call) CAROM__OP_##op,
#include "recorded.def"
#undef CAROM__RECORD
#undef CAROM__CALL
  CAROM__OP_COUNT
} carom__op;

/* The value of a contact, and the second of its colliders. */
typedef struct carom__value_set {
  carom_collider second;
  uint64_t value;
} carom__value_set;

/* A contact as bytes: written of the colliders, and read by a replay. */
typedef struct carom__adopted {
  carom_collider first, second; /* a replay has the first as the word of the record */
  const void *bytes;
  size_t size;
  const carom_user_map *users; /* of the replay */
} carom__adopted;

/* A body as bytes in the same way. */
typedef struct carom__read_bytes {
  carom_body body;
  const void *bytes;
  size_t size;
  const carom_user_map *users;
} carom__read_bytes;

struct carom__recorder_class {
  void (*call)(carom_world *world, carom__op op, uint64_t id, const void *argument);
  void (*begin)(carom_world *world, carom__op op, const void *argument);
  void (*end)(carom_world *world, carom_status status);
  void (*refusal)(const carom_world *world, carom__op op, uint64_t key);
  carom_status (*stop)(carom_world *world);
};

/* Records a call that has succeeded: the body or collider that it is made on, and its argument, which is the
 * member that recorded.def names, or NULL. */
static inline void carom__record_call(carom_world *world, carom__op op, uint64_t id, const void *argument) {
  if (world->recorder) world->recorder_class->call(world, op, id, argument);
}

/* A step or clear begins, with its argument, and is over. One that was refused leaves no trace. */
static inline void carom__record_begin(carom_world *world, carom__op op, const void *argument) {
  if (world->recorder) world->recorder_class->begin(world, op, argument);
}
static inline void carom__record_end(carom_world *world, carom_status status) {
  if (world->recorder) world->recorder_class->end(world, status);
}

/* The game has said no about a pair, by its key: FILTERED or DROPPED. */
static inline void carom__record_refusal(const carom_world *world, carom__op op, uint64_t key) {
  if (world->recorder) world->recorder_class->refusal(world, op, key);
}

/* Ends the recording; the status tells whether all of it was written. */
static inline carom_status carom__record_stop(carom_world *world) {
  return world->recorder ? world->recorder_class->stop(world) : CAROM_OK;
}

#endif
