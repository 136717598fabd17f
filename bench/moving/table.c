#define _POSIX_C_SOURCE 200809L

#include "table.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "brute.h"
#include "common/arguments.h"
#include "run.h"

enum { ROWS_MAX = 32, BRUTE_MOST = 2000 };

typedef struct settings {
  const char *scene; /* what the names of the scenes to run begin with */
  size_t bodies;     /* 0: the usual ones */
  moving_plan plan;
} settings;

typedef struct table {
  const moving_program *program;
  const char *scene;
  moving_plan plan;
  moving_run rows[ROWS_MAX];
  size_t count, own_count;
} table;

static void add_engines(table *t, const moving_engine *engines) {
  for (const moving_engine *e = engines; e->name; e++) {
    if (t->count == ROWS_MAX || (e->most && t->plan.count > e->most)) continue;
    fprintf(stderr, "%s %s %zu: %s\n", t->program->name, t->scene, t->plan.count, e->name);
    moving_run_start(e, &t->plan, &t->rows[t->count++]);
  }
}

static void start(table *t) {
  add_engines(t, t->program->own);
  t->own_count = t->count;
  for (const moving_engine *const *peer = t->program->peers; *peer; peer++) add_engines(t, *peer);
}

/* What all rows about this scene have in common; a brief one keeps it in one column. */
static void print_head(const table *t) {
  printf("%s\t%s%c%zu", t->program->name, t->scene, t->program->brief ? ' ' : '\t', t->plan.count);
}

/* By turns, so that what disturbs the machine disturbs all. */
static void measure(table *t) {
  for (bool any = true; any;) {
    any = false;
    for (size_t i = 0; i < t->count; i++) {
      moving_run *run = &t->rows[i];
      if (run->failure || !bench_samples_wanted(&run->samples, t->plan.seconds)) continue;
      moving_run_turn(run);
      any = true;
    }
  }
}

static double milliseconds(moving_run *run) { return bench_samples_median(&run->samples) * 1e3; }

static void print_row(table *t, moving_run *run) {
  double ms = run->failure ? 0 : milliseconds(run), ns = ms * 1e6 / (double)t->plan.count;
  if (run->failure || t->program->brief) printf("# ");
  print_head(t);
  if (run->failure) {
    printf("\t%s\t%s\n", run->engine->name, run->failure);
    return;
  }
  printf("\t%s\t%u\t%.4f\t%llu\t%llu\t%.1f\n", run->engine->name,
         run->engine->threaded ? (unsigned)t->plan.threads : 1u, ms, (unsigned long long)run->counts.pairs,
         (unsigned long long)run->counts.touching, run->megabytes);
  fprintf(stderr, "  %-16s %10.4f ms, %6.0f ns a body\n", run->engine->name, ms, ns);
  if (!t->program->brief) return;
  print_head(t);
  printf("\t%s\t%.1f\n", run->engine->name, ns);
}

/* A peer counts when it finds as much as carom does, within 2 %: as many touching pairs, or no fewer pairs
 * (more are its own loss). */
static bool is_comparable(const table *t, const moving_run *run) {
  const moving_counts *found = &run->counts, *ours = &t->rows[0].counts;
  if (run->failure) return false;
  if (!t->plan.contacts) return 50 * found->pairs >= 49 * ours->pairs;
  uint64_t more = found->touching > ours->touching ? found->touching : ours->touching;
  uint64_t less = found->touching > ours->touching ? ours->touching : found->touching;
  return 50 * (more - less) <= more + 50;
}

static void print_ratio(table *t) {
  moving_run *best = NULL;
  for (size_t i = t->own_count; i < t->count; i++) {
    moving_run *run = &t->rows[i];
    if (is_comparable(t, run) && (!best || milliseconds(run) < milliseconds(best))) best = run;
  }
  if (!best || t->rows[0].failure) return;
  printf("ratio\t");
  print_head(t);
  printf("\t%s\t%.2f\n", best->engine->name, milliseconds(best) / milliseconds(&t->rows[0]));
}

/* What each engine found in the first frame after the warm-up, against the truth. */
static void print_truth(const table *t) {
  if (t->plan.count > BRUTE_MOST) return;
  bench_scene scene;
  bench_scene_make(t->plan.kind, t->plan.count, &scene);
  for (uint32_t i = 0; i < moving_warm_up(&t->plan); i++) bench_scene_move(&scene);
  moving_counts truth = moving_brute(&scene);
  bench_scene_free(&scene);
  printf("# ");
  print_head(t);
  printf("\tbrute force: %llu pairs, %llu touching; more than that:", (unsigned long long)truth.pairs,
         (unsigned long long)truth.touching);
  for (size_t i = 0; i < t->count; i++) {
    const moving_counts *c = &t->rows[i].counts;
    if (t->rows[i].failure) continue;
    printf(" %s %+lld", t->rows[i].engine->name, (long long)(c->pairs - truth.pairs));
    if (t->plan.contacts) printf(" %+lld", (long long)(c->touching - truth.touching));
    printf("%s", i + 1 < t->count ? "," : "");
  }
  printf("\n");
}

/* The scene's name in rows of the program; NULL when it has none there. */
static const char *name_of(const moving_program *program, size_t kind) {
  const char *name = bench_scene_name(kind);
  size_t length = strlen(program->scenes);
  return strncmp(name, program->scenes, length) == 0 ? name + length : NULL;
}

static void run_table(const moving_program *program, const moving_plan *plan) {
  static table t;
  t = (table){.program = program, .scene = name_of(program, plan->kind), .plan = *plan};
  start(&t);
  measure(&t);
  for (size_t i = 0; i < t.count; i++) print_row(&t, &t.rows[i]);
  print_ratio(&t);
  print_truth(&t);
  fflush(stdout);
  for (size_t i = 0; i < t.count; i++) moving_run_end(&t.rows[i]);
}

static bool parse(int argc, char **argv, settings *out) {
  for (int i = 1; i < argc; i += 2) {
    char *end = NULL;
    if (i + 1 >= argc) return false;
    if (!strcmp(argv[i], "--scene")) {
      out->scene = argv[i + 1];
    } else if (!strcmp(argv[i], "--bodies")) {
      out->bodies = strtoul(argv[i + 1], &end, 10);
      if (out->bodies == 0) return false;
    } else if (!strcmp(argv[i], "--threads")) {
      out->plan.threads = (uint32_t)strtoul(argv[i + 1], &end, 10);
    } else if (!strcmp(argv[i], "--seconds")) {
      out->plan.seconds = strtod(argv[i + 1], &end);
    } else {
      return false;
    }
    if (end && *end) return false;
  }
  return out->bodies <= 10000000 && out->plan.threads >= 1 && out->plan.threads <= CAROM_POOL_THREADS_MAX &&
         out->plan.seconds >= 0 && out->plan.seconds <= 3600;
}

static void usage(const char *command, const moving_program *program) {
  fprintf(stderr,
          "usage: %s [--quick] [--scene NAME] [--bodies N] [--threads T] [--seconds S]\n"
          "  N  bodies, 1 to 10000000; 1000, 10000 and 100000 when it is left out\n"
          "  T  threads, 1; what can use more does, and all is measured by the clock on the wall then\n"
          "  S  seconds an engine, scene and size, 1; at least five frames are measured\n"
          "  NAME  what the names of the scenes begin with: all when it is left out, of",
          command);
  for (size_t i = 0; i < bench_scene_count(); i++)
    if (name_of(program, i)) fprintf(stderr, " %s", name_of(program, i));
  fprintf(stderr, "\n");
}

static void run_scene(const moving_program *program, settings *chosen) {
  static const size_t usual[] = {1000, 10000, 100000};
  for (size_t i = 0; i < (chosen->bodies ? 1 : sizeof usual / sizeof *usual); i++) {
    chosen->plan.count = chosen->bodies ? chosen->bodies : usual[i];
    run_table(program, &chosen->plan);
  }
}

int moving_main(int argc, char **argv, const moving_program *program) {
  settings chosen = {.scene = "", .plan = {.contacts = program->contacts, .threads = 1, .seconds = 1}};
  size_t found = 0;
  if (bench_take_quick(&argc, argv)) chosen.bodies = 1000, chosen.plan.seconds = 0.1;
  /* An engine that is gone is noticed by the write that fails. */
  signal(SIGPIPE, SIG_IGN);
  if (parse(argc, argv, &chosen))
    for (size_t kind = 0; kind < bench_scene_count(); kind++) {
      const char *name = name_of(program, kind);
      if (!name || strncmp(name, chosen.scene, strlen(chosen.scene)) != 0) continue;
      chosen.plan.kind = kind;
      run_scene(program, &chosen);
      found++;
    }
  if (found == 0) usage(argv[0], program);
  return found ? EXIT_SUCCESS : EXIT_FAILURE;
}
