/* run.c: one world, stepped by 1/60 s at a time. After each step those who watch look at the contacts, while
 * the bodies still are where the step found them; only then the response moves things. So a run that is
 * watched is the same as one that is not. */
#include "run.h"

#include <inttypes.h>
#include <stdio.h>

#include "clock.h"
#include "ledger.h"
#include "memory.h"
#include "oracle.h"
#include "picture.h"
#include "replay.h"
#include "report.h"
#include "response.h"
#include "spawn.h"

#define STEP_SECONDS (1.0f / 60.0f)

/* Everything of one run; what was not asked for is NULL. */
typedef struct run {
  const options *options;
  scene *scene;
  carom_world *world;
  response response;
  ledger ledger;
  trails trails;
  oracle *oracle;
  replay *replay;
  FILE *trace, *recording;
  double *step_ms;
  summary summary;
} run;

static void print_refusal(void *user, carom_status status, const char *function, const char *detail) {
  (void)user;
  fprintf(stderr, "%s: %s: %s\n", function, carom_status_name(status), detail);
}

static bool say(const char *what) {
  fprintf(stderr, "%s\n", what);
  return false;
}

static bool fill_world(run *r) {
  scene *s = r->scene;
  size_t wanted = (size_t)r->options->bodies;
  if (carom_world_create(&(carom_world_def){.log = print_refusal}, &r->world))
    return say("There is no world.");
  if (!scene_place_statics(s, r->world, s->offset)) return say("The world refused the level.");
  /* A step builds the tree of the level, without which the search for places takes long. */
  if (carom_world_step(r->world, STEP_SECONDS)) return say("The level could not be stepped.");
  if (!scene_place_movers(s, r->world)) return say("The world refused a mover of the scene.");
  size_t placed = spawn_movers(s, r->world, wanted, r->options->seed);
  if (placed == SIZE_MAX) return say("The world refused a mover.");
  if (placed < wanted) fprintf(stderr, "Only %zu of %zu movers found a free place.\n", placed, wanted);
  for (size_t i = s->static_count; i < s->count; i++) r->summary.kinds[s->items[i]->shape.kind]++;
  return true;
}

static bool start_watching(run *r) {
  const options *o = r->options;
  if (o->check) r->oracle = oracle_new(r->scene);
  if (o->replay && !(r->replay = replay_new(r->scene, o->replay_offset))) return false;
  if (o->trace && !(r->trace = fopen(o->trace, "w"))) return say("The trace file cannot be opened.");
  trails_start(&r->trails, r->scene);
  r->step_ms = memory_zeroed((size_t)o->steps, sizeof *r->step_ms);
  return response_start(&r->response, r->scene, r->world) && ledger_start(&r->ledger, r->world);
}

static bool write_bytes(void *file, const void *bytes, size_t size) {
  return fwrite(bytes, 1, size, file) == size;
}

static bool start_recording(run *r) {
  if (!r->options->record) return true;
  r->recording = fopen(r->options->record, "wb");
  if (!r->recording) return say("The recording cannot be opened.");
  if (carom_world_record_start(r->world, NULL, write_bytes, r->recording))
    return say("It cannot be written.");
  return true;
}

/* Before the world is cleared, so that the last step shows the run. */
static bool stop_recording(run *r) {
  return !carom_world_record_stop(r->world) || say("The recording could not be written to its end.");
}

/* A line a step: the item numbers of the pairs that touch. */
static void write_trace(run *r, long step) {
  pair_list pairs = {0};
  pair_list_take_contacts(&pairs, r->world);
  fprintf(r->trace, "%ld:", step);
  for (size_t i = 0; i < pairs.count; i++)
    fprintf(r->trace, " %" PRIu64 "-%" PRIu64, pairs.keys[i] >> 32, pairs.keys[i] & UINT32_MAX);
  fputc('\n', r->trace);
  pair_list_free(&pairs);
}

static bool watch(run *r, long step) {
  bool good = !r->oracle || oracle_step(r->oracle, r->world, step);
  good = (!r->replay || replay_step(r->replay, r->world, step)) && good;
  if (r->trace) write_trace(r, step);
  trails_take(&r->trails, r->scene, r->world, step);
  return good;
}

static bool timed_step(run *r, long step) {
  double start = clock_seconds();
  carom_status status = carom_world_step(r->world, STEP_SECONDS);
  r->step_ms[step] = 1000 * (clock_seconds() - start);
  return status == CAROM_OK;
}

static bool run_steps(run *r) {
  for (long step = 0; step < r->options->steps; step++) {
    if (!timed_step(r, step) || !watch(r, step)) return false;
    response_apply(&r->response, r->world, STEP_SECONDS);
    if ((step + 1) % 100 == 0) fprintf(stderr, "step %ld of %ld\n", step + 1, r->options->steps);
  }
  return true;
}

static int compare_times(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void sum_up(run *r, double seconds) {
  summary *sum = &r->summary;
  size_t steps = (size_t)r->options->steps;
  sum->steps = r->options->steps;
  sum->seconds = seconds;
  sum->restarts = r->response.restarts;
  sum->hash = carom_world_hash(r->world);
  carom_world_get_counts(r->world, &sum->counts);
  if (r->oracle) {
    sum->checked_pairs = oracle_pairs(r->oracle);
    sum->exact_pairs = oracle_exact_pairs(r->oracle);
  }
  if (steps == 0) return;
  qsort(r->step_ms, steps, sizeof *r->step_ms, compare_times);
  sum->median_ms = r->step_ms[steps / 2];
  sum->p95_ms = r->step_ms[steps * 95 / 100];
}

static bool draw(const run *r) {
  char path[96];
  if (r->options->hash_only) return true;
  snprintf(path, sizeof path, "carom-%s.svg", r->scene->name);
  const char *chosen = r->options->svg ? r->options->svg : path;
  bool good = picture_write(chosen, r->scene, r->world, &r->trails, &r->summary, r->options->cut);
  if (good) printf("picture   %s\n", chosen);
  return good;
}

/* Clearing the world ends what still touches, so that the books can be closed. */
static bool close_books(run *r) {
  bool good = carom_world_clear(r->world) == CAROM_OK && ledger_balances(&r->ledger);
  r->summary.stays = r->ledger.stays;
  r->summary.last_ends = r->ledger.ends - r->summary.counts.ends;
  return good;
}

static bool run_and_tell(run *r) {
  double start = clock_seconds();
  if (!fill_world(r) || !start_watching(r) || !start_recording(r) || !run_steps(r)) return false;
  if (!stop_recording(r)) return false;
  sum_up(r, clock_seconds() - start);
  bool good = draw(r);
  good = close_books(r) && good;
  report_print(r->scene, r->options, &r->summary);
  return good;
}

static void clean_up(run *r) {
  carom_world_destroy(r->world);
  response_free(&r->response);
  ledger_free(&r->ledger);
  trails_free(&r->trails);
  oracle_free(r->oracle);
  replay_free(r->replay);
  if (r->trace) fclose(r->trace);
  if (r->recording) fclose(r->recording);
  free(r->step_ms);
}

bool run_scene(scene *s, const options *o) {
  run r = {.options = o, .scene = s};
  bool good = run_and_tell(&r);
  clean_up(&r);
  return good;
}
