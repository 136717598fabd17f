/* calls.h: what handlers change, which ends as it would in one world.
 *
 * A call in a handler is made here at once, also about a ghost. It is noted, with the event in which it was
 * made. After the handlers, each owner hears the calls of others about its bodies. It repeats these and its
 * own about the same body, in the order of the events, so that the last one counts. */
#ifndef CAROM_CLUSTER_CALLS_H
#define CAROM_CLUSTER_CALLS_H

#include "parts.h"

typedef enum call_kind {
  CALL_POSE,
  CALL_VELOCITY,
  CALL_ENABLED,
  CALL_SWEPT,
  CALL_FILTER,
  CALL_SHAPE,
  CALL_DESTROY,
  CALL_KINDS
} call_kind;

/* A call about a body, or about one of its colliders, and what it is given. */
typedef struct call {
  uint64_t id;
  call_kind kind;
  uint32_t number;
  const void *bytes;
  size_t size;
} call;

/* Notes a call in a handler. False: memory is out. */
bool carom__call_note(carom_cluster *c, const thing *t, const call *k);
/* The last call that was noted has been refused. */
void carom__call_withdraw(carom_cluster *c);

/* Together with all ranks: bodies are as one world would have left them. */
bool carom__calls_settle(carom_cluster *c);

#endif
