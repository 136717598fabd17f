#include "carom_cluster/mpi.h"

#include <limits.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* A message on its way. MPI reads the bytes until it is through. */
typedef struct parcel {
  void *bytes;
  MPI_Request request;
} parcel;

struct carom_mpi {
  MPI_Comm comm;
  int rank, count;
  parcel *parcels;
  size_t parcel_count, parcel_room;
};

enum { TAG = 0 };

carom_mpi *carom_mpi_create(MPI_Comm comm) {
  carom_mpi *m = calloc(1, sizeof *m);
  int mine = m != NULL, all = 0;
  if (MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MIN, comm) || !all || MPI_Comm_dup(comm, &m->comm)) {
    free(m);
    return NULL;
  }
  MPI_Comm_set_errhandler(m->comm, MPI_ERRORS_RETURN);
  MPI_Comm_rank(m->comm, &m->rank);
  MPI_Comm_size(m->comm, &m->count);
  return m;
}

/* --- Time --- */

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Waits a little, and longer from time to time: whoever is waited for may need this processor. */
static void pause_for(unsigned tries) {
  enum { SPINS = 64, YIELDS = 256, LONGEST = 200000 };
  if (tries < SPINS) return;
  if (tries < YIELDS) {
    sched_yield();
    return;
  }
  const long nanoseconds = 1000L * (long)(tries - YIELDS + 1);
  nanosleep(&(struct timespec){0, nanoseconds < LONGEST ? nanoseconds : LONGEST}, NULL);
}

/* --- Messages --- */

/* Frees what has arrived. */
static void clear(carom_mpi *m) {
  size_t kept = 0;
  for (size_t i = 0; i < m->parcel_count; i++) {
    int done = 0;
    if (!MPI_Test(&m->parcels[i].request, &done, MPI_STATUS_IGNORE) && done)
      free(m->parcels[i].bytes);
    else
      m->parcels[kept++] = m->parcels[i];
  }
  m->parcel_count = kept;
}

static bool reserve(carom_mpi *m) {
  if (m->parcel_count < m->parcel_room) return true;
  const size_t room = 2 * m->parcel_room + 16;
  parcel *parcels = realloc(m->parcels, room * sizeof *parcels);
  if (!parcels) return false;
  m->parcels = parcels;
  m->parcel_room = room;
  return true;
}

static bool post(void *user, uint32_t to, const void *bytes, size_t size) {
  carom_mpi *m = user;
  clear(m);
  if (to >= (uint32_t)m->count || size > INT_MAX || !reserve(m)) return false;
  parcel p = {.bytes = malloc(size ? size : 1)};
  if (!p.bytes) return false;
  if (size) memcpy(p.bytes, bytes, size);
  if (MPI_Isend(p.bytes, (int)size, MPI_BYTE, (int)to, TAG, m->comm, &p.request)) {
    free(p.bytes);
    return false;
  }
  m->parcels[m->parcel_count++] = p;
  return true;
}

/* Waits for a request. */
static bool finish(MPI_Request *request, MPI_Status *status, double until) {
  for (unsigned tries = 0;; tries++) {
    int done = 0;
    if (MPI_Test(request, &done, status)) return false;
    if (done) return true;
    if (now() >= until) return false;
    pause_for(tries);
  }
}

/* Receives the message that a probe has found. One that does not arrive stays among the parcels, as MPI may
 * write to its bytes at any time. */
static bool receive(carom_mpi *m, MPI_Message *message, int count, double until, parcel *out) {
  MPI_Status status;
  int arrived = MPI_UNDEFINED;
  out->bytes = reserve(m) ? malloc(count ? (size_t)count : 1) : NULL;
  if (!out->bytes) return false;
  if (MPI_Imrecv(out->bytes, count, MPI_BYTE, message, &out->request)) {
    free(out->bytes);
    return false;
  }
  if (!finish(&out->request, &status, until)) {
    m->parcels[m->parcel_count++] = *out;
    return false;
  }
  if (!MPI_Get_count(&status, MPI_BYTE, &arrived) && arrived == count) return true;
  free(out->bytes);
  return false;
}

static bool take(void *user, uint32_t from, double seconds, void **bytes, size_t *size) {
  carom_mpi *m = user;
  if (from >= (uint32_t)m->count) return false;
  const double until = now() + seconds;
  for (unsigned tries = 0;; tries++) {
    MPI_Message message = MPI_MESSAGE_NULL;
    MPI_Status found;
    int here = 0, count = MPI_UNDEFINED;
    if (MPI_Improbe((int)from, TAG, m->comm, &here, &message, &found)) return false;
    if (here) {
      parcel p = {0};
      if (MPI_Get_count(&found, MPI_BYTE, &count) || count == MPI_UNDEFINED || count < 0 ||
          !receive(m, &message, count, until, &p))
        return false;
      *bytes = p.bytes;
      *size = (size_t)count;
      return true;
    }
    if (now() >= until) return false;
    pause_for(tries);
  }
}

static void release(void *user, void *bytes) {
  (void)user;
  free(bytes);
}

carom_transport carom_mpi_transport(carom_mpi *m) {
  return (carom_transport){.user = m,
                           .rank = (uint32_t)m->rank,
                           .count = (uint32_t)m->count,
                           .post = post,
                           .take = take,
                           .release = release};
}

void carom_mpi_destroy(carom_mpi *m, double seconds) {
  if (!m) return;
  const double until = now() + seconds;
  unsigned tries = 0;
  for (clear(m); m->parcel_count && now() < until; clear(m)) pause_for(tries++);
  for (size_t i = 0; i < m->parcel_count; i++) MPI_Request_free(&m->parcels[i].request);
  if (m->parcel_count == 0) MPI_Comm_free(&m->comm);
  free(m->parcels);
  free(m);
}
