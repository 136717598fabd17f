/* query: what it costs to ask a world of many boxes, and what other engines take.
 *
 * All engines answer the same questions by turns in one run: a gas of boxes of about unit size, rays from
 * anywhere in the room that are as long as it is, and boxes with half extents of 0.5 to 1. Prints rows of
 * tab-separated values: query <kind> <bodies> <engine> <ns>, the median of the thread's time a question; with
 * peers, ratio query <kind> <bodies> <best peer> <peer/carom>; and, in lines that begin with #, how much each
 * engine found. Bullet, ODE and FCL compare only AABBs when they are asked for an AABB, and so find more;
 * carom compares the boxes themselves. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/random.h"
#include "common/timing.h"
#include "query/engine.h"

enum { QUESTIONS = 1000, ENGINES_MAX = 16 };

static const char *const kind_names[QUERY_KINDS] = {
    [QUERY_RAY_CLOSEST] = "ray_closest",   [QUERY_RAY_ANY] = "ray_any",
    [QUERY_RAY_ALL] = "ray_all",           [QUERY_RAY_BATCH] = "ray_batch",
    [QUERY_OVERLAP_AABB] = "overlap_aabb", [QUERY_OVERLAP_BOX] = "overlap_box",
    [QUERY_SPHERE_CAST] = "sphere_cast",   [QUERY_BOX_CAST] = "box_cast",
    [QUERY_CLOSEST] = "closest",           [QUERY_NEAREST_8] = "nearest_8"};

typedef struct settings {
  const char *kind; /* NULL: all */
  size_t bodies;    /* 0: 10,000 and 100,000 */
  double seconds;   /* what an engine may take for a kind */
} settings;

typedef struct table {
  const query_engine *engines[ENGINES_MAX];
  void *states[ENGINES_MAX];
  size_t count, bodies;
  query_question questions[QUESTIONS];
} table;

static void add_engine(table *t, const query_engine *engine, const bench_scene *scene) {
  if (t->count == ENGINES_MAX) exit(EXIT_FAILURE);
  t->engines[t->count] = engine;
  t->states[t->count++] = engine->create(scene);
}

static void make_questions(table *t, const bench_scene *scene) {
  uint64_t random = 4711;
  carom_vec3 low = scene->low, high = scene->high;
  float length = high.x - low.x;
  for (size_t i = 0; i < QUESTIONS; i++) {
    carom_vec3 at = random_vec3(&random, 0, 1), way = random_direction(&random);
    t->questions[i] = (query_question){
        {low.x + at.x * length, low.y + at.y * (high.y - low.y), low.z + at.z * (high.z - low.z)},
        {way.x * length, way.y * length, way.z * length},
        random_vec3(&random, 0.5f, 1),
        random_rotation(&random)};
  }
}

static void open_table(table *t, size_t bodies) {
  bench_scene scene;
  bench_scene_make(0, bodies, &scene);
  *t = (table){.bodies = bodies};
  add_engine(t, &query_carom, &scene);
#ifdef CAROM_BENCH_PEERS
  const query_engine *const peers[] = {query_bullet, query_ode, query_fcl};
  for (size_t i = 0; i < sizeof peers / sizeof *peers; i++)
    for (const query_engine *e = peers[i]; e->name; e++) add_engine(t, e, &scene);
#endif
  make_questions(t, &scene);
  bench_scene_free(&scene);
}

/* One engine and one kind. */
typedef struct row {
  bench_samples samples;
  uint64_t found;
  double ns;
} row;

static bool take_turn(table *t, size_t engine, int kind, double seconds, row *r) {
  if (!t->engines[engine]->ask[kind] || !bench_samples_wanted(&r->samples, seconds)) return false;
  double start = bench_seconds();
  r->found = t->engines[engine]->ask[kind](t->states[engine], t->questions, QUESTIONS);
  bench_samples_add(&r->samples, bench_seconds() - start);
  return true;
}

static void print_rows(const table *t, int kind, const row *rows) {
  size_t best = 0;
  for (size_t i = 0; i < t->count; i++) {
    if (rows[i].samples.count == 0) continue;
    printf("query\t%s\t%zu\t%s\t%.1f\n", kind_names[kind], t->bodies, t->engines[i]->name, rows[i].ns);
    if (i > 0 && (best == 0 || rows[i].ns < rows[best].ns)) best = i;
  }
  if (best > 0)
    printf("ratio\tquery\t%s\t%zu\t%s\t%.2f\n", kind_names[kind], t->bodies, t->engines[best]->name,
           rows[best].ns / rows[0].ns);
  printf("# %s\t%zu\tfound by %d questions:", kind_names[kind], t->bodies, QUESTIONS);
  for (size_t i = 0; i < t->count; i++)
    if (rows[i].samples.count > 0) printf(" %s %llu", t->engines[i]->name, (unsigned long long)rows[i].found);
  printf("\n");
  fflush(stdout);
}

/* By turns, so that what disturbs the machine disturbs all. */
static void measure(table *t, int kind, double seconds) {
  row rows[ENGINES_MAX] = {{.found = 0}};
  for (bool any = true; any;) {
    any = false;
    for (size_t i = 0; i < t->count; i++) any |= take_turn(t, i, kind, seconds, &rows[i]);
  }
  for (size_t i = 0; i < t->count; i++)
    if (rows[i].samples.count > 0) rows[i].ns = bench_samples_median(&rows[i].samples) * 1e9 / QUESTIONS;
  print_rows(t, kind, rows);
  for (size_t i = 0; i < t->count; i++) bench_samples_free(&rows[i].samples);
}

static bool parse(int argc, char **argv, settings *out) {
  for (int i = 1; i < argc; i += 2) {
    char *end = NULL;
    if (i + 1 >= argc) return false;
    if (!strcmp(argv[i], "--kind"))
      out->kind = argv[i + 1];
    else if (!strcmp(argv[i], "--bodies"))
      out->bodies = strtoul(argv[i + 1], &end, 10);
    else if (!strcmp(argv[i], "--seconds"))
      out->seconds = strtod(argv[i + 1], &end);
    else
      return false;
    if (end && *end) return false;
  }
  return true;
}

int main(int argc, char **argv) {
  static table t;
  const size_t usual[] = {10000, 100000};
  settings s = {NULL, 0, 0.5};
  if (!parse(argc, argv, &s)) {
    fprintf(stderr, "usage: query [--kind KIND] [--bodies N] [--seconds S]\n");
    return 2;
  }
  for (size_t i = 0; i < (s.bodies ? 1 : 2); i++) {
    open_table(&t, s.bodies ? s.bodies : usual[i]);
    for (int kind = 0; kind < QUERY_KINDS; kind++)
      if (!s.kind || !strncmp(kind_names[kind], s.kind, strlen(s.kind))) measure(&t, kind, s.seconds);
  }
  return 0;
}
