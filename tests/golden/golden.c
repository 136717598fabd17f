/* golden.c: steps a world of everything, one of swept bodies, one of the plane, two of what is not convex and
 * six of piles, two of them with margins and two with eight points, and prints, every 100 steps, the step and
 * hashes of the world, of all events and calls, of all answers to queries, of all of the swept and of the
 * planar world, of all that movers did so far, of all of what is not convex, and of all of the piles as they
 * are, with margins, and with eight points. What it prints must be golden.txt, or its beginning, whatever
 * built it, wherever it runs, on however many threads. */
#include <stdio.h>
#include <stdlib.h>

#include "golden_look.h"
#include "golden_movers.h"
#include "golden_piles.h"
#include "golden_planar.h"
#include "golden_play.h"
#include "golden_rough.h"
#include "golden_swept.h"
#include "scenes.h"

enum { STEPS = 2000, STEPS_A_LINE = 100, COLUMNS = 10 };

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

static void print_line(uint32_t step, const uint64_t hashes[COLUMNS]) {
  printf("%lu", (unsigned long)step);
  for (int i = 0; i < COLUMNS; i++) printf(" %016llx", (unsigned long long)hashes[i]);
  printf("\n");
}

static void step_world(golden_world *golden, float dt, bits_hash *events) {
  golden_must(carom_world_step(golden->world, dt));
  golden_hash_events(events, golden->world);
  golden_hash_hits(events, golden->world);
}

static uint64_t step_swept(golden_world *swept, float dt, bits_hash *events) {
  golden_swept_play(swept);
  step_world(swept, dt, events);
  return carom_world_hash(swept->world) ^ events->value ^ swept->calls.value;
}

static uint64_t step_planar(golden_planar *planar, float dt) {
  golden_planar_step(planar, dt);
  return carom_world_hash(planar->world) ^ planar->events.value ^ planar->queries.value;
}

/* Time stands still in some steps. */
static void run(golden_world *golden, golden_world *swept, golden_planar *planar, golden_movers *movers,
                golden_rough *rough, golden_piles piles[PILE_KINDS], uint32_t steps) {
  bits_hash events = {0xCBF29CE484222325u}, queries = events, swept_events = events;
  for (uint32_t step = 1; step <= steps; step++) {
    float dt = step % 16 ? 1.0f / 60 : 0;
    golden_play(golden, step);
    step_world(golden, dt, &events);
    golden_hash_queries(&queries, golden);
    uint64_t swept_hash = step_swept(swept, dt, &swept_events), planar_hash = step_planar(planar, dt);
    golden_movers_move(movers, golden->world, planar->world);
    uint64_t rough_hash = golden_rough_step(rough, step, dt);
    uint64_t piles_hash = golden_piles_step(&piles[0], step, dt),
             near_hash = golden_piles_step(&piles[1], step, dt),
             eight_hash = golden_piles_step(&piles[2], step, dt);
    if (step % STEPS_A_LINE > 0) continue;
    print_line(step, (uint64_t[]){carom_world_hash(golden->world), events.value ^ golden->calls.value,
                                  queries.value, swept_hash, planar_hash, movers->hash.value, rough_hash,
                                  piles_hash, near_hash, eight_hash});
  }
}

int main(int argc, char **argv) {
  static golden_world golden = {.random = 88172645463325252u, .calls = {0xCBF29CE484222325u}};
  static golden_world swept = {.random = 2463534242u, .calls = {0xCBF29CE484222325u}};
  static golden_planar planar;
  static golden_movers movers;
  static golden_rough rough;
  static golden_piles piles[PILE_KINDS];
  golden_options options = parse(argc, argv);
  carom_pool *pool = NULL;
  golden_must(carom_pool_create(NULL, options.threads, &pool));
  const carom_tasks tasks = carom_pool_get_tasks(pool);
  const carom_world_def def = {.tasks = tasks};
  golden_must(carom_world_create(&def, &golden.world));
  golden_must(carom_world_create(&def, &swept.world));
  scene_hulls_make();
  golden_planar_make(&planar, &tasks);
  golden_populate(&golden);
  golden_add_handlers(&golden);
  golden_swept_populate(&swept);
  golden_movers_make(&movers);
  golden_rough_make(&rough, &tasks);
  for (int i = 0; i < PILE_KINDS; i++) golden_piles_make(&piles[i], (golden_pile_kind)i, &tasks);
  run(&golden, &swept, &planar, &movers, &rough, piles, options.steps);
  golden_must(carom_world_destroy(golden.world));
  golden_must(carom_world_destroy(swept.world));
  golden_must(carom_world_destroy(planar.world));
  golden_rough_end(&rough);
  for (int i = 0; i < PILE_KINDS; i++) golden_piles_end(&piles[i]);
  carom_pool_destroy(pool);
  scene_hulls_free();
  return 0;
}
