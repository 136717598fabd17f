/* carom_cluster/mpi.h: a transport between the processes of MPI, by its standard calls alone.
 *
 * It is a library of its own, carom_cluster_mpi. Whoever uses it calls MPI_Init before and MPI_Finalize after
 * it. One thread of the process uses it at a time, so MPI_THREAD_SERIALIZED is enough. */
#ifndef CAROM_CLUSTER_MPI_H
#define CAROM_CLUSTER_MPI_H

#include "transport.h"

#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The messages of this process that are under way. The type is opaque. */
typedef struct carom_mpi carom_mpi;

/* Creates what a transport over all processes of a communicator needs. All of them call this together. It has
 * a copy of the communicator, so that no message of others comes between. Returns NULL when memory is out, or
 * MPI refuses. */
carom_mpi *carom_mpi_create(MPI_Comm comm);

/* Destroys it. It waits for the messages that are under way, for at most so many seconds. Those that nobody
 * has taken by then, e.g. as their receiver is gone, keep their memory until the process ends. So does the
 * communicator then, and MPI_Finalize may wait for ever: MPI_Abort ends the process. NULL does nothing. */
void carom_mpi_destroy(carom_mpi *mpi, double seconds);

/* Returns the transport of this process, whose rank is that in the communicator. It is valid as long as
 * `mpi`. A message has at most 2^31 - 1 bytes; `post` refuses longer ones. An error of MPI is told as false.
 */
carom_transport carom_mpi_transport(carom_mpi *mpi);

#ifdef __cplusplus
}
#endif

#endif
