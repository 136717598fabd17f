#include "table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/arguments.h"
#include "common/random.h"
#include "common/timing.h"
#include "level.h"

enum { QUESTIONS = 10000, ENGINES_MAX = 16 };

static const char *const kind_names[QUERY_KINDS] = {
    [QUERY_RAY_CLOSEST] = "ray_closest",   [QUERY_RAY_ANY] = "ray_any",
    [QUERY_RAY_ALL] = "ray_all",           [QUERY_RAY_BATCH] = "ray_batch",
    [QUERY_RAY_BATCH_2] = "ray_batch_2",   [QUERY_RAY_ANY_BATCH] = "ray_any_batch",
    [QUERY_OVERLAP_AABB] = "overlap_aabb", [QUERY_OVERLAP_AABB_BATCH] = "overlap_aabb_batch",
    [QUERY_OVERLAP_BOX] = "overlap_box",   [QUERY_SPHERE_CAST] = "sphere_cast",
    [QUERY_BOX_CAST] = "box_cast",         [QUERY_CLOSEST] = "closest",
    [QUERY_NEAREST_8] = "nearest_8",
};

typedef struct settings {
  const char *kind; /* NULL: all */
  const char *map;  /* a level instead of bodies */
  size_t bodies;    /* 0: 10,000 and 100,000 */
  double seconds;   /* what an engine may take for a kind */
} settings;

typedef struct table {
  const query_program *program;
  const query_engine *engines[ENGINES_MAX];
  void *states[ENGINES_MAX];
  size_t count;
  char of[64]; /* the map, or how many bodies */
  query_question questions[QUESTIONS];
} table;

static void add_engine(table *t, const query_engine *engine, const bench_scene *scene) {
  if (t->count == ENGINES_MAX) exit(EXIT_FAILURE);
  void *state = engine->create(scene);
  if (!state) return;
  t->engines[t->count] = engine;
  t->states[t->count++] = state;
}

/* Nothing of it leaves the plane. */
static void flatten(query_question *q) {
  float length = sqrtf(q->turn.z * q->turn.z + q->turn.w * q->turn.w);
  q->from.z = q->way.z = 0;
  q->turn = (carom_quat){0, 0, q->turn.z / length, q->turn.w / length};
}

/* Anywhere in the room; in a level where players can be. */
static carom_vec3 make_start(const bench_scene *scene, uint64_t *random) {
  carom_vec3 low = scene->low, high = scene->high, start;
  do {
    carom_vec3 at = random_vec3(random, 0, 1);
    start = (carom_vec3){low.x + at.x * (high.x - low.x), low.y + at.y * (high.y - low.y),
                         low.z + at.z * (high.z - low.z)};
  } while (scene->hulls && !query_level_is_open(start));
  return start;
}

static void make_questions(table *t, const bench_scene *scene) {
  uint64_t random = 4711;
  float length = scene->high.x - scene->low.x, unit = scene->hulls ? QUERY_LEVEL_UNIT : 1;
  for (size_t i = 0; i < QUESTIONS; i++) {
    carom_vec3 start = make_start(scene, &random), way = random_direction(&random);
    t->questions[i] = (query_question){start,
                                       {way.x * length, way.y * length, way.z * length},
                                       random_vec3(&random, 0.5f * unit, unit),
                                       random_rotation(&random)};
    if (t->program->planar) flatten(&t->questions[i]);
  }
}

static size_t kind_of_scene(const char *name) {
  size_t kind = 0;
  while (strcmp(bench_scene_name(kind), name) != 0) kind++;
  return kind;
}

static void open_table(table *t, const query_program *program, const char *map, size_t bodies) {
  bench_scene scene;
  *t = (table){.program = program};
  if (map) {
    if (!query_level_load(map, &scene)) exit(EXIT_FAILURE);
    snprintf(t->of, sizeof t->of, "%s", map);
  } else {
    bench_scene_make(kind_of_scene(program->scene), bodies, &scene);
    snprintf(t->of, sizeof t->of, "%zu", bodies);
  }
  add_engine(t, program->own, &scene);
  for (const query_engine *const *peer = program->peers; *peer; peer++)
    for (const query_engine *e = *peer; e->name; e++) add_engine(t, e, &scene);
  make_questions(t, &scene);
  bench_scene_free(&scene);
}

/* One engine and one kind. */
typedef struct row {
  bench_samples samples;
  uint64_t found;
  double ns;
} row;

static query_fn *operation_of(const query_engine *engine, int kind) {
  const query_operation *operation = engine->operations;
  while (operation->ask && (int)operation->kind != kind) operation++;
  return operation->ask;
}

static double now(int kind) { return kind == QUERY_RAY_BATCH_2 ? bench_wall_seconds() : bench_seconds(); }

static bool take_turn(table *t, size_t engine, int kind, double seconds, row *r) {
  query_fn *ask = operation_of(t->engines[engine], kind);
  if (!ask || !bench_samples_wanted(&r->samples, seconds)) return false;
  double start = now(kind);
  r->found = ask(t->states[engine], t->questions, QUESTIONS);
  bench_samples_add(&r->samples, now(kind) - start);
  return true;
}

static void print_head(const table *t, int kind) {
  printf("%s\t%s%c%s", t->program->name, kind_names[kind], t->program->planar ? ' ' : '\t', t->of);
}

static void print_rows(const table *t, int kind, const row *rows) {
  size_t best = 0;
  for (size_t i = 0; i < t->count; i++) {
    if (rows[i].samples.count == 0) continue;
    print_head(t, kind);
    printf("\t%s\t%.1f\n", t->engines[i]->name, rows[i].ns);
    if (i > 0 && (best == 0 || rows[i].ns < rows[best].ns)) best = i;
  }
  if (best > 0) {
    printf("ratio\t");
    print_head(t, kind);
    printf("\t%s\t%.2f\n", t->engines[best]->name, rows[best].ns / rows[0].ns);
  }
  printf("# ");
  print_head(t, kind);
  printf("\tfound by %d questions:", QUESTIONS);
  for (size_t i = 0; i < t->count; i++)
    if (rows[i].samples.count > 0) printf(" %s %llu", t->engines[i]->name, (unsigned long long)rows[i].found);
  printf("\n");
  fflush(stdout);
}

/* By turns, so that what disturbs the machine disturbs all; nothing for a kind that carom does not offer. */
static void measure(table *t, int kind, double seconds) {
  row rows[ENGINES_MAX] = {{.found = 0}};
  if (!operation_of(t->engines[0], kind)) return;
  fprintf(stderr, "%s %s of %s: %zu engines\n", t->program->name, kind_names[kind], t->of, t->count);
  for (bool any = true; any;) {
    any = false;
    for (size_t i = 0; i < t->count; i++) any |= take_turn(t, i, kind, seconds, &rows[i]);
  }
  for (size_t i = 0; i < t->count; i++)
    if (rows[i].samples.count > 0) rows[i].ns = bench_samples_median(&rows[i].samples) * 1e9 / QUESTIONS;
  print_rows(t, kind, rows);
  for (size_t i = 0; i < t->count; i++) bench_samples_free(&rows[i].samples);
}

/* Of moving bodies, where a question waits until the trees fit them: nanoseconds for all of them. */
static void measure_first(table *t, double seconds) {
  bench_samples samples = {.count = 0};
  const query_engine *own = t->engines[0];
  if (!own->time_first) return;
  while (bench_samples_wanted(&samples, seconds))
    bench_samples_add(&samples, own->time_first(t->states[0], &t->questions[0]));
  printf("%s\tfirst_moved%c%s\t%s\t%.0f\n", t->program->name, t->program->planar ? ' ' : '\t', t->of,
         own->name, bench_samples_median(&samples) * 1e9);
  bench_samples_free(&samples);
}

static bool is_wanted(const settings *s, const char *kind) {
  return !s->kind || !strncmp(kind, s->kind, strlen(s->kind));
}

static bool parse(int argc, char **argv, bool takes_maps, settings *out) {
  for (int i = 1; i < argc; i += 2) {
    char *end = NULL;
    if (i + 1 >= argc) return false;
    if (!strcmp(argv[i], "--kind"))
      out->kind = argv[i + 1];
    else if (takes_maps && !strcmp(argv[i], "--map"))
      out->map = argv[i + 1];
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

int query_main(int argc, char **argv, const query_program *program) {
  static table t;
  const size_t usual[] = {10000, 100000};
  settings s = {.seconds = 0.5};
  if (bench_take_quick(&argc, argv)) s = (settings){.seconds = 0.05, .bodies = usual[0]};
  if (!parse(argc, argv, program->takes_maps, &s)) {
    fprintf(stderr, "usage: %s [--quick] [--kind KIND] [--bodies N%s] [--seconds S]\n", argv[0],
            program->takes_maps ? " | --map MAP" : "");
    return 2;
  }
  for (size_t i = 0; i < (s.bodies || s.map ? 1 : 2); i++) {
    open_table(&t, program, s.map, s.bodies ? s.bodies : usual[i]);
    for (int kind = 0; kind < QUERY_KINDS; kind++)
      if (is_wanted(&s, kind_names[kind])) measure(&t, kind, s.seconds);
    if (!s.map && is_wanted(&s, "first_moved")) measure_first(&t, s.seconds / 25);
  }
  return 0;
}
