/* carom_cluster/threads.h: a transport between threads of one process, e.g. for tests. */
#ifndef CAROM_CLUSTER_THREADS_H
#define CAROM_CLUSTER_THREADS_H

#include "transport.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The mailboxes of all ranks. The type is opaque. */
typedef struct carom_mailboxes carom_mailboxes;

/* Creates the mailboxes of count ranks, 1 or more. Returns NULL when memory is out or count is 0. */
carom_mailboxes *carom_mailboxes_create(uint32_t count);

/* Destroys the mailboxes, with the messages that nobody took. No thread may use them any longer. */
void carom_mailboxes_destroy(carom_mailboxes *boxes);

/* Returns the transport of a rank. It is valid as long as the mailboxes. */
carom_transport carom_mailboxes_transport(carom_mailboxes *boxes, uint32_t rank);

#ifdef __cplusplus
}
#endif

#endif
