#include "table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/arguments.h"
#include "common/timing.h"

enum { ENGINES_MAX = 8, ROWS_MAX = 128 };

static const char *const question_names[BENCH_QUESTION_COUNT] = {
    [BENCH_OVERLAP] = "overlap",         [BENCH_MANIFOLD] = "manifold", [BENCH_DISTANCE] = "distance",
    [BENCH_PENETRATION] = "penetration", [BENCH_RAY] = "ray",           [BENCH_CAST] = "cast",
    [BENCH_TOI_SLOW] = "toi_slow",       [BENCH_TOI_FAST] = "toi_fast"};

/* One operation of one engine on the set at hand. */
typedef struct row {
  const bench_engine *engine;
  const bench_operation *operation;
  void *state;
  bench_samples samples;
  double ns;       /* the median */
  bool comparable; /* only then it may be the best peer */
} row;

typedef struct table {
  const narrow_program *program;
  const bench_set *set;
  row rows[ROWS_MAX];
  size_t count;
  void *states[ENGINES_MAX];
} table;

typedef struct bench_settings {
  const char *filter; /* sets whose name begins otherwise are left out */
  size_t pairs;
  double seconds; /* what an operation may take a set, if that allows a few rounds */
} bench_settings;

static void print_operation(const row *r) {
  bool plain = r->operation->form[0] == 0;
  printf("%s%s%s", question_names[r->operation->question], plain ? "" : "-", r->operation->form);
}

/* What all rows about an operation on this set have in common. */
static void print_head(const table *t, const row *r) {
  printf("%s\t%s%c", t->program->name, t->set->name, t->program->planar ? ' ' : '\t');
  print_operation(r);
}

/* Each operation runs once; those that are offered become rows. */
static void add_rows(table *t, const bench_engine *engine, void *state) {
  for (const bench_operation *operation = engine->operations; operation->run; operation++)
    if (t->count < ROWS_MAX && operation->run(state))
      t->rows[t->count++] = (row){.engine = engine, .operation = operation, .state = state};
}

static void open_table(table *t) {
  const bench_engine *const *engines = t->program->engines;
  for (size_t i = 0; i < ENGINES_MAX && engines[i]; i++) {
    t->states[i] = engines[i]->prepare(t->set);
    if (t->states[i]) add_rows(t, engines[i], t->states[i]);
  }
}

static void close_table(table *t) {
  for (size_t i = 0; i < ENGINES_MAX; i++)
    if (t->states[i]) t->program->engines[i]->release(t->states[i]);
  for (size_t i = 0; i < t->count; i++) bench_samples_free(&t->rows[i].samples);
}

/* What an engine found, against the reference. */
typedef struct comparison {
  size_t hits, failed, points;
  size_t otherwise; /* hits that the reference misses, and misses of what it hits */
  size_t off;       /* values that differ by more than OFF where both hit, or both miss */
  double worst;     /* difference of these values */
} comparison;

/* A twentieth of the size of the shapes: what an engine may prefer one axis to another for, and more. */
#define OFF 0.05

static void compare_one(const bench_answer *reference, const bench_answer *answer, comparison *c) {
  c->failed += answer->failed;
  if (answer->failed || reference->failed) return;
  c->hits += answer->hit;
  c->points += (size_t)answer->points;
  c->otherwise += answer->hit != reference->hit;
  if (answer->hit != reference->hit) return;
  double difference = fabs(answer->value - reference->value);
  c->off += !(difference <= OFF);
  c->worst = fmax(c->worst, difference);
}

static comparison compare(const bench_answer *reference, const bench_answer *answers, size_t count) {
  comparison c = {0};
  for (size_t i = 0; i < count; i++) compare_one(&reference[i], &answers[i], &c);
  return c;
}

/* Right about 98 % of the pairs, and with half as many points of contact at least: an engine that gives one
 * where a face lies on a face has answered an easier question. */
static bool is_comparable(const comparison *reference, const comparison *c, size_t count) {
  return c->failed + c->otherwise + c->off <= count / 50 && 2 * c->points >= reference->points;
}

static void print_comparison(const table *t, const row *r, const comparison *c) {
  printf("# ");
  print_head(t, r);
  printf("\t%s\thit %zu of %zu, failed %zu", r->engine->name, c->hits, t->set->count, c->failed);
  if (c->points > 0) printf(", points a hit %.2f", (double)c->points / (double)c->hits);
  printf("; against carom: hit otherwise %zu, off by over %g %zu, by at most %.2g%s\n", c->otherwise, OFF,
         c->off, c->worst, r->comparable ? "" : "; not comparable");
}

static bool same_as_reference(const comparison *c) { return !c->otherwise && !c->failed && !(c->worst > 0); }

/* Each row runs a second time, which is when what is kept from run to run serves and all are asked about the
 * same poses. The answers are compared with those of the first row that answers the question, which is
 * carom's. */
static void check_answers(table *t) {
  size_t count = t->set->count;
  bench_answer *answers = calloc(2 * count, sizeof *answers), *reference = answers + count;
  if (!answers) exit(EXIT_FAILURE);
  for (int question = 0; question < BENCH_QUESTION_COUNT; question++) {
    comparison first = {0};
    const row *first_row = NULL;
    for (size_t i = 0; i < t->count; i++) {
      row *r = &t->rows[i];
      if ((int)r->operation->question != question) continue;
      r->operation->run(r->state);
      r->engine->collect(r->state, r->operation->question, answers);
      if (!first_row) memcpy(reference, answers, count * sizeof *answers);
      comparison c = compare(reference, answers, count);
      if (!first_row) first = c, first_row = r;
      r->comparable = is_comparable(&first, &c, count);
      if (r == first_row || r->engine != &bench_carom || !same_as_reference(&c)) print_comparison(t, r, &c);
    }
  }
  free(answers);
}

/* By turns, a round after the other, so that what disturbs the machine disturbs all. */
static void measure(table *t, double seconds) {
  bool any = true;
  for (size_t round = 0; any; round++) {
    any = false;
    for (size_t i = 0; i < t->count; i++) {
      row *r = &t->rows[i];
      if (!bench_samples_wanted(&r->samples, seconds)) continue;
      double start = bench_seconds();
      r->operation->run(r->state);
      bench_samples_add(&r->samples, bench_seconds() - start);
      any = true;
    }
  }
  for (size_t i = 0; i < t->count; i++)
    t->rows[i].ns = bench_samples_median(&t->rows[i].samples) * 1e9 / (double)t->set->count;
}

static void print_times(const table *t) {
  for (size_t i = 0; i < t->count; i++) {
    print_head(t, &t->rows[i]);
    printf("\t%s\t%.1f\n", t->rows[i].engine->name, t->rows[i].ns);
  }
}

/* Whether the answer to one question is part of the answer to another. */
static bool answers(bench_question asked, bench_question question) {
  return asked == question || (asked == BENCH_OVERLAP && question == BENCH_MANIFOLD) ||
         (asked == BENCH_DISTANCE && question == BENCH_PENETRATION);
}

/* The fastest comparable row of another engine; NULL when there is none. */
static const row *best_peer(const table *t, bench_question question) {
  const row *best = NULL;
  for (size_t i = 0; i < t->count; i++) {
    const row *r = &t->rows[i];
    if (r->engine == &bench_carom || !r->comparable || !answers(question, r->operation->question)) continue;
    if (!best || r->ns < best->ns) best = r;
  }
  return best;
}

static void print_ratios(const table *t) {
  for (size_t i = 0; i < t->count; i++) {
    const row *r = &t->rows[i], *peer = best_peer(t, r->operation->question);
    if (r->engine != &bench_carom || !peer) continue;
    printf("ratio\t");
    print_head(t, r);
    printf("\t%s:", peer->engine->name);
    print_operation(peer);
    printf("\t%.2f\n", peer->ns / r->ns);
  }
}

static void run_set(const narrow_program *program, size_t index, const bench_settings *settings) {
  static table t;
  bench_set set;
  bench_set_make(index, settings->pairs, &set);
  t = (table){.program = program, .set = &set};
  open_table(&t);
  check_answers(&t);
  measure(&t, settings->seconds);
  print_times(&t);
  print_ratios(&t);
  fflush(stdout);
  close_table(&t);
  bench_set_free(&set);
}

static bool parse(int argc, char **argv, bench_settings *out) {
  for (int i = 1; i < argc; i += 2) {
    char *end = NULL;
    if (i + 1 >= argc) return false;
    if (!strcmp(argv[i], "--set")) {
      out->filter = argv[i + 1];
    } else if (!strcmp(argv[i], "--pairs")) {
      out->pairs = strtoul(argv[i + 1], &end, 10);
    } else if (!strcmp(argv[i], "--seconds")) {
      out->seconds = strtod(argv[i + 1], &end);
    } else {
      return false;
    }
    if (end && *end) return false;
  }
  return out->pairs > 0 && out->pairs <= 1000000 && out->seconds >= 0 && out->seconds <= 3600;
}

int narrow_main(int argc, char **argv, const narrow_program *program) {
  bench_settings chosen = {"", 10000, 0.1};
  if (bench_take_quick(&argc, argv)) chosen = (bench_settings){"", 1000, 0.01};
  if (!parse(argc, argv, &chosen)) {
    fprintf(stderr,
            "usage: %s [--quick] [--set NAME] [--pairs N] [--seconds S]\n"
            "  NAME  what the names of the sets to measure begin with; all when it is left out\n"
            "  N     pairs a set, 10000\n"
            "  S     seconds an operation and set, 0.1; at least five rounds are measured\n",
            argv[0]);
    return EXIT_FAILURE;
  }
  size_t found = 0;
  for (size_t i = 0; i < bench_set_count(); i++) {
    if (bench_set_is_planar(i) != program->planar) continue;
    if (strncmp(bench_set_name(i), chosen.filter, strlen(chosen.filter)) != 0) continue;
    fprintf(stderr, "%s %s: set %zu of %zu\n", program->name, bench_set_name(i), i + 1, bench_set_count());
    run_set(program, i, &chosen);
    found++;
  }
  if (found == 0) fprintf(stderr, "no set is called %s\n", chosen.filter);
  return found ? EXIT_SUCCESS : EXIT_FAILURE;
}
