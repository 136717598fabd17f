/* golden.c: steps a world of everything and prints, every 100 steps, the step and hashes of the world, of all
 * events and calls, and of all answers to queries so far. What it prints must be golden.txt, or its
 * beginning, whatever built it, wherever it runs, on however many threads. */
#include <stdio.h>
#include <stdlib.h>

#include "golden_look.h"
#include "golden_play.h"
#include "scenes.h"

enum { STEPS = 2000, STEPS_A_LINE = 100 };

typedef struct golden_options {
  uint32_t steps, threads;
} golden_options;

static golden_options parse(int argc, char **argv) {
  golden_options options = {STEPS, 1};
  for (int i = 1; i + 1 < argc; i += 2) {
    uint32_t value = (uint32_t)strtoul(argv[i + 1], NULL, 10);
    if (strcmp(argv[i], "--steps") == 0) options.steps = value;
    if (strcmp(argv[i], "--threads") == 0) options.threads = value;
  }
  return options;
}

static void print_line(uint32_t step, uint64_t world, uint64_t events, uint64_t queries) {
  printf("%lu %016llx %016llx %016llx\n", (unsigned long)step, (unsigned long long)world,
         (unsigned long long)events, (unsigned long long)queries);
}

/* Time stands still in some steps. */
static void run(golden_world *golden, uint32_t steps) {
  bits_hash events = {0xCBF29CE484222325u}, queries = events;
  for (uint32_t step = 1; step <= steps; step++) {
    golden_play(golden, step);
    golden_must(carom_world_step(golden->world, step % 16 ? 1.0f / 60 : 0));
    golden_hash_events(&events, golden->world);
    golden_hash_queries(&queries, golden);
    if (step % STEPS_A_LINE == 0)
      print_line(step, carom_world_hash(golden->world), events.value ^ golden->calls.value, queries.value);
  }
}

int main(int argc, char **argv) {
  static golden_world golden = {.random = 88172645463325252u, .calls = {0xCBF29CE484222325u}};
  golden_options options = parse(argc, argv);
  carom_pool *pool = NULL;
  golden_must(carom_pool_create(NULL, options.threads, &pool));
  golden_must(carom_world_create(&(carom_world_def){.tasks = carom_pool_tasks(pool)}, &golden.world));
  scene_hulls_make();
  golden_populate(&golden);
  golden_add_handlers(&golden);
  run(&golden, options.steps);
  golden_must(carom_world_destroy(golden.world));
  carom_pool_destroy(pool);
  scene_hulls_free();
  return 0;
}
