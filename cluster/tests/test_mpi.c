/* test_mpi.c: what a transport promises, over MPI. Run by mpirun on two processes or more; each sends to all
 * others and to itself. */
#include "carom_cluster/mpi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MESSAGES = 200, LARGE = 3 << 20 };

static int failed;

static void expect(bool right, const char *what, uint32_t rank) {
  if (right) return;
  failed++;
  fprintf(stderr, "rank %u: %s\n", rank, what);
}

static size_t size_of(uint32_t number) {
  return number == MESSAGES / 2 ? LARGE : number % 7 == 0 ? 0 : (size_t)number * 37 % 5000;
}

static unsigned char byte_of(uint32_t from, uint32_t to, uint32_t number, size_t at) {
  return (unsigned char)(31 * from + 17 * to + 7 * number + at * at % 251);
}

/* All are posted before any is taken, so that nothing may wait for a receiver. */
static void post_all(const carom_transport *t) {
  unsigned char *bytes = malloc(LARGE);
  for (uint32_t number = 0; bytes && number < MESSAGES; number++)
    for (uint32_t to = 0; to < t->count; to++) {
      const size_t size = size_of(number);
      for (size_t i = 0; i < size; i++) bytes[i] = byte_of(t->rank, to, number, i);
      expect(t->post(t->user, to, bytes, size), "a message was refused", t->rank);
    }
  free(bytes);
}

static void take_all(const carom_transport *t) {
  for (uint32_t from = t->count; from-- > 0;)
    for (uint32_t number = 0; number < MESSAGES; number++) {
      void *bytes;
      size_t size, wrong = 0;
      if (!t->take(t->user, from, 20, &bytes, &size)) {
        expect(false, "a message did not come", t->rank);
        return;
      }
      expect(size == size_of(number), "a message has another size", t->rank);
      for (size_t i = 0; i < size; i++)
        wrong += ((unsigned char *)bytes)[i] != byte_of(from, t->rank, number, i);
      expect(wrong == 0, "a message has other bytes", t->rank);
      t->release(t->user, bytes);
    }
}

static void take_nothing(const carom_transport *t) {
  void *bytes;
  size_t size;
  const double before = MPI_Wtime();
  expect(!t->take(t->user, 0, 0.1, &bytes, &size), "a message came from nowhere", t->rank);
  const double waited = MPI_Wtime() - before;
  expect(waited >= 0.09 && waited < 5, "the time limit was not kept", t->rank);
  expect(!t->take(t->user, t->count, 20, &bytes, &size), "there is no such rank to take from", t->rank);
  expect(!t->post(t->user, t->count, "", 0), "there is no such rank to post to", t->rank);
  expect(!t->post(t->user, 0, "", (size_t)1 << 31), "a message was too long", t->rank);
}

int main(int argc, char **argv) {
  int sum = 0, rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  carom_mpi *one = carom_mpi_create(MPI_COMM_WORLD), *other = carom_mpi_create(MPI_COMM_WORLD);
  if (!one || !other) MPI_Abort(MPI_COMM_WORLD, 1);
  const carom_transport first = carom_mpi_transport(one), second = carom_mpi_transport(other);
  post_all(&first);
  take_nothing(&second);
  take_all(&first);
  take_nothing(&first);
  post_all(&second);
  take_all(&second);
  MPI_Allreduce(&failed, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  carom_mpi_destroy(one, 10);
  carom_mpi_destroy(other, 10);
  MPI_Finalize();
  if (rank == 0) printf("%d passed, %d failed\n", sum == 0, sum);
  return sum > 0;
}
