/* handlers: what it costs to remove one of many handlers, the first and the last by turns.
 *
 * Prints rows of tab-separated values: handlers <how many> remove <ns a call>, of the thread's time. */
#include <carom/carom.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/arguments.h"
#include "common/timing.h"

static void ignore(void *user, carom_world *world, const carom_event *event) {
  (void)user, (void)world, (void)event;
}

static void measure(size_t count) {
  enum { REMOVED = 500 };
  carom_world *world;
  carom_handler *handlers = malloc(count * sizeof *handlers);
  if (!handlers || carom_world_create(NULL, &world)) exit(EXIT_FAILURE);
  for (size_t i = 0; i < count; i++)
    handlers[i] = carom_handler_add(world, &(carom_handler_def){.callback = ignore});
  double start = bench_seconds();
  for (size_t i = 0; i < REMOVED; i++) carom_handler_remove(world, handlers[i % 2 ? i : count - 1 - i]);
  printf("handlers\t%zu\tremove\t%.0f\n", count, 1e9 * (bench_seconds() - start) / REMOVED);
  carom_world_destroy(world);
  free(handlers);
}

int main(int argc, char **argv) {
  size_t most = bench_take_quick(&argc, argv) ? 1000 : 100000;
  for (size_t count = 1000; count <= most; count *= 10) measure(count);
  return 0;
}
