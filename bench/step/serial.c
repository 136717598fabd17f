#include "step/serial.h"

#include <carom/carom.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/arguments.h"
#include "common/timing.h"
#include "moving/world.h"
#include "step/task_ledger.h"

enum { WARM_UP = 8, LAYOUTS = 4 };
static const uint32_t layouts[LAYOUTS] = {2, 4, 8, 16}; /* threads */

/* Poses come before the step, and the clock tells of the passes that the public header lists. */
static const char *const pass_names[] = {"poses", "motion", "bounds",   "broad",   "swept",
                                         "cull",  "narrow", "contacts", "dispatch"};
enum { PASSES = sizeof pass_names / sizeof *pass_names };

typedef struct settings {
  const char *scene; /* what the names of the scenes begin with */
  size_t bodies;
  double seconds; /* for each number of threads */
} settings;

/* A step on some number of threads, in medians. */
typedef struct step_cost {
  double work, serial, times; /* seconds, share of the work, times as fast as one thread */
  ledger_pass passes[PASSES];
} step_cost;

/* What is measured of each frame. */
typedef struct frame_samples {
  bench_samples work, serial, times, pass_work[PASSES], pass_serial[PASSES];
} frame_samples;

static uint64_t next_pass(void *user) {
  ledger_next(user);
  return 0;
}

static void add_frame(frame_samples *s, const task_ledger *ledger) {
  double work = 0, serial = 0;
  for (size_t i = 0; i < PASSES; i++) {
    work += ledger->passes[i].work;
    serial += ledger->passes[i].serial;
    bench_samples_add(&s->pass_work[i], ledger->passes[i].work);
    bench_samples_add(&s->pass_serial[i], ledger->passes[i].serial);
  }
  bench_samples_add(&s->work, work);
  bench_samples_add(&s->serial, serial / work);
  bench_samples_add(&s->times, work / ledger->span);
}

static double take_median(bench_samples *samples) {
  const double median = bench_samples_median(samples);
  bench_samples_free(samples);
  return median;
}

static step_cost take_cost(frame_samples *s) {
  step_cost cost = {take_median(&s->work), take_median(&s->serial), take_median(&s->times), {{0, 0}}};
  for (size_t i = 0; i < PASSES; i++)
    cost.passes[i] = (ledger_pass){take_median(&s->pass_work[i]), take_median(&s->pass_serial[i])};
  return cost;
}

static void run_frame(void *state, bench_scene *scene, task_ledger *ledger) {
  bench_scene_move(scene);
  ledger_begin(ledger);
  moving_world_frame(state, scene);
  ledger->pass = PASSES - 1; /* what follows the last pass belongs to it */
  ledger_next(ledger);
}

static step_cost measure(size_t kind, const settings *chosen, uint32_t threads) {
  bench_scene scene;
  task_ledger ledger;
  frame_samples samples = {.work = {0}};
  const bool planar = strncmp(bench_scene_name(kind), "PLANAR", 6) == 0;
  bench_scene_make(kind, chosen->bodies, &scene);
  ledger_init(&ledger, threads);
  const carom_tasks tasks = ledger_tasks(&ledger);
  void *state =
      moving_world_create(&scene, &(moving_job){true, &tasks}, planar ? MOVING_RECTANGLES : MOVING_BOXES, 0);
  if (!state || carom_world_set_clock(moving_world_of(state), next_pass, &ledger)) exit(EXIT_FAILURE);
  for (int i = 0; i < WARM_UP; i++) run_frame(state, &scene, &ledger);
  while (bench_samples_wanted(&samples.work, chosen->seconds)) {
    run_frame(state, &scene, &ledger);
    add_frame(&samples, &ledger);
  }
  moving_world_destroy(state);
  bench_scene_free(&scene);
  return take_cost(&samples);
}

static void print(const char *scene, size_t bodies, const step_cost costs[LAYOUTS]) {
  double most = 0;
  for (int i = 0; i < LAYOUTS; i++) most = costs[i].serial > most ? costs[i].serial : most;
  printf("serial\t%s\t%zu\t%.1f", scene, bodies, 100 * most);
  for (int i = 0; i < LAYOUTS; i++) printf("\t%.2f", costs[i].times);
  printf("\n");
  for (int i = 0; i < LAYOUTS; i++)
    for (size_t k = 0; k < PASSES; k++)
      printf("pass\t%s\t%zu\t%u\t%s\t%.1f\t%.2f\n", scene, bodies, (unsigned)layouts[i], pass_names[k],
             1e9 * costs[i].passes[k].work / (double)bodies, 100 * costs[i].passes[k].serial / costs[i].work);
  fflush(stdout);
}

static void run_scene(size_t kind, const settings *chosen) {
  step_cost costs[LAYOUTS];
  fprintf(stderr, "step --serial %s %zu\n", bench_scene_name(kind), chosen->bodies);
  for (int i = 0; i < LAYOUTS; i++) costs[i] = measure(kind, chosen, layouts[i]);
  print(bench_scene_name(kind), chosen->bodies, costs);
}

bool serial_is_meant(int argc, char **argv) {
  for (int i = 1; i < argc; i++)
    if (strcmp(argv[i], "--serial") == 0) return true;
  return false;
}

static bool parse(int argc, char **argv, settings *out) {
  for (int i = 1; i < argc; i++) {
    char *end = NULL;
    if (strcmp(argv[i], "--serial") == 0) continue;
    if (i + 1 >= argc) return false;
    const char *option = argv[i], *value = argv[++i];
    if (strcmp(option, "--scene") == 0)
      out->scene = value;
    else if (strcmp(option, "--bodies") == 0)
      out->bodies = strtoul(value, &end, 10);
    else if (strcmp(option, "--seconds") == 0)
      out->seconds = strtod(value, &end);
    else
      return false;
    if (end && *end) return false;
  }
  return out->bodies >= 1 && out->bodies <= 10000000 && out->seconds >= 0 && out->seconds <= 3600;
}

int serial_main(int argc, char **argv) {
  settings chosen = {"", 100000, 1};
  size_t found = 0;
  if (bench_take_quick(&argc, argv)) chosen.bodies = 10000, chosen.seconds = 0.1;
  if (parse(argc, argv, &chosen))
    for (size_t kind = 0; kind < bench_scene_count(); kind++) {
      if (strncmp(bench_scene_name(kind), chosen.scene, strlen(chosen.scene)) != 0) continue;
      run_scene(kind, &chosen);
      found++;
    }
  if (found == 0) serial_usage();
  return found ? EXIT_SUCCESS : EXIT_FAILURE;
}

void serial_usage(void) {
  fprintf(stderr, "or:    --serial [--quick] [--scene NAME] [--bodies N] [--seconds S]\n"
                  "  what of a step 2, 4, 8 and 16 threads would share; N is 100000 when it is left out\n");
}
