/* carom_cluster/transport.h: how the ranks of a cluster send bytes to each other.
 *
 * A rank is one part of a cluster, mostly a process of its own. A transport is a table of functions, so that
 * a cluster runs over threads of one process (threads.h), or over whatever else a game has. */
#ifndef CAROM_CLUSTER_TRANSPORT_H
#define CAROM_CLUSTER_TRANSPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Sends messages between ranks. Messages from one rank to another arrive in the order in which they were
 * posted. A rank uses its transport from one thread at a time. */
typedef struct carom_transport {
  void *user;           /* passed to all functions */
  uint32_t rank, count; /* this rank, 0..count - 1, and how many there are */
  /* Sends a copy of the bytes to another rank and does not wait. Returns false when it cannot. */
  bool (*post)(void *user, uint32_t to, const void *bytes, size_t size);
  /* Waits for the next message from another rank, for at most so many seconds. The bytes are the caller's
   * until `release`. Returns false when none has come. */
  bool (*take)(void *user, uint32_t from, double seconds, void **bytes, size_t *size);
  /* Gives the bytes of a message back. */
  void (*release)(void *user, void *bytes);
} carom_transport;

#ifdef __cplusplus
}
#endif

#endif
