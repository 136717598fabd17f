/* hard_run.h: runs families of hard pairs, counts faults, and says what was seen. */
#ifndef CAROM_TEST_HARD_RUN_H
#define CAROM_TEST_HARD_RUN_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hard_judge.h"
#include "pair_cache.h"

typedef struct hard_tally {
  uint32_t cases, touching, faults[HARD_FAULT_COUNT];
  uint64_t first[HARD_FAULT_COUNT]; /* seed */
  hard_verdict worst;               /* its errors */
} hard_tally;

static inline void verdict_add(hard_verdict *sum, const hard_verdict *v) {
  for (int i = 0; i < HARD_FAULT_COUNT; i++) sum->faults[i] |= v->faults[i];
  sum->touching |= v->touching;
  sum->distance_error = fmax(sum->distance_error, v->distance_error);
  sum->distance_units = fmax(sum->distance_units, v->distance_units);
  sum->depth_error = fmax(sum->depth_error, v->depth_error);
  sum->depth_units = fmax(sum->depth_units, v->depth_units);
}

static inline void tally_add(hard_tally *t, const hard_verdict *v, uint64_t seed) {
  t->cases++;
  t->touching += v->touching;
  for (int i = 0; i < HARD_FAULT_COUNT; i++)
    if (v->faults[i] && t->faults[i]++ == 0) t->first[i] = seed;
  verdict_add(&t->worst, v);
}

static inline void print_body(const char *label, const hard_body *b, const carom_pose *p) {
  const carom_shape *s = &b->seen.shape;
  printf("    %s: %s (%s)", label, carom_shape_kind_name(s->kind), b->name);
  if (s->kind == CAROM_SPHERE) printf(" radius %.9g", (double)s->geometry.sphere.radius);
  if (s->kind == CAROM_BOX)
    printf(" half {%.9g, %.9g, %.9g} radius %.9g", (double)s->geometry.box.half.x,
           (double)s->geometry.box.half.y, (double)s->geometry.box.half.z, (double)s->geometry.box.radius);
  if (b->seen.solid.curved)
    printf(" half height %.9g radius %.9g", b->seen.solid.half_height, b->seen.solid.radii[0]);
  if (s->kind == CAROM_CAPSULE)
    printf(" a {%.9g, %.9g, %.9g} b {%.9g, %.9g, %.9g} radius %.9g", (double)s->geometry.capsule.a.x,
           (double)s->geometry.capsule.a.y, (double)s->geometry.capsule.a.z, (double)s->geometry.capsule.b.x,
           (double)s->geometry.capsule.b.y, (double)s->geometry.capsule.b.z,
           (double)s->geometry.capsule.radius);
  if (s->kind == CAROM_HULL) {
    printf(" of %d vertices, radius %.9g", b->seen.solid.vertex_count, (double)s->geometry.hull.radius);
    for (int i = 0; i < b->seen.solid.vertex_count && b->seen.solid.vertex_count <= 32; i++)
      printf(" {%.9g, %.9g, %.9g}", (double)b->seen.solid.vertices[i].x, (double)b->seen.solid.vertices[i].y,
             (double)b->seen.solid.vertices[i].z);
  }
  printf("\n       at {%.17g, %.17g, %.17g} turned {%.9g, %.9g, %.9g, %.9g}\n", p->position.x, p->position.y,
         p->position.z, (double)p->rotation.x, (double)p->rotation.y, (double)p->rotation.z,
         (double)p->rotation.w);
}

static inline void print_vec3(const char *label, carom__dvec3 v) {
  printf(" %s {%.9g, %.9g, %.9g}", label, v.x, v.y, v.z);
}

static inline void print_distance(const hard_question *ask, const char *label,
                                  const carom_distance_result *d) {
  printf("      %s %.9g", label, (double)d->distance);
  if (dvec3_length(dvec3_widen(d->normal)) > 0) {
    print_vec3("along", dvec3_widen(d->normal));
    printf(" (gap there %.9g)", ask_gap(ask, d->normal));
    print_vec3("from", ask_place(ask, d->point_a));
    print_vec3("to", ask_place(ask, d->point_b));
  }
  printf("\n");
}

static inline void print_answers(const char *label, const hard_question *ask) {
  hard_answers a = {.overlap = false};
  if (ask_all(ask, &a)) printf("    %s: CAROM_NOT_CONVERGED\n", label);
  printf("    %s: overlap %d, %u points", label, a.overlap, a.manifold.point_count);
  if (a.manifold.point_count > 0) {
    print_vec3("along", dvec3_widen(a.manifold.normal));
    printf(" (gap there %.9g):", ask_gap(ask, a.manifold.normal));
  }
  for (uint32_t i = 0; i < a.manifold.point_count; i++) {
    print_vec3("", ask_place(ask, a.manifold.points[i].position));
    printf(" %.9g (off A %.3g, B %.3g)", (double)a.manifold.points[i].separation,
           oracle_outside(ask->seen_a, contact_on(ask, &a.manifold, i, -1), ask->scene->size),
           oracle_outside(ask->seen_b, contact_on(ask, &a.manifold, i, 1), ask->scene->size));
  }
  printf("\n");
  print_distance(ask, "distance", &a.distance);
  print_distance(ask, "signed distance", &a.separation);
}

/* All that is needed to look into a case by hand. */
static inline void print_case(const hard_case *c, hard_caches *caches) {
  hard_question forth, back;
  ask_both(c, caches, &forth, &back);
  print_body("A", &c->a, &c->pose_a);
  print_body("B", &c->b, &c->pose_b);
  printf("    truth: separation %.9g (cores %.9g) along {%.9g, %.9g, %.9g}; band %.3g, tolerance %.3g, "
         "preference %.3g, crowd %d\n",
         c->truth.separation, c->truth.core, c->truth.normal.x, c->truth.normal.y, c->truth.normal.z,
         forth.band, forth.tolerance, forth.preference, c->truth.crowd);
  print_answers("A, B", &forth);
  print_answers("B, A", &back);
}

static inline uint32_t tally_faults(const hard_tally *t) {
  uint32_t sum = 0;
  for (int i = 0; i < HARD_FAULT_COUNT; i++) sum += t->faults[i];
  return sum;
}

static inline void tally_print(const hard_tally *t, const char *suite, const char *family) {
  printf(
      "%-10s %-16s %6u cases %6u touch; distance %6.3f of the bound (%6.2f u s), depth %6.3f (%6.2f u s)%s\n",
      suite, family, t->cases, t->touching, t->worst.distance_error, t->worst.distance_units,
      t->worst.depth_error, t->worst.depth_units, tally_faults(t) ? "; FAULTS" : "");
}

typedef struct hard_suite {
  const char *name;
  hard_maker *make_a, *make_b;
  uint64_t cases; /* a family */
  uint32_t steps; /* that B moves on from the first pose, with caches; 0: one pose, without */
} hard_suite;

/* A walk: a case whose B moves, while the caches that are used keep what they have; now and then the search's
 * part is filled at random. */
static inline void walk_disturb(hard_caches *caches, uint64_t *random) {
  carom_pair_cache *both[2] = {&caches->forth, &caches->back};
  for (int i = 0; i < 2; i++) {
    carom__simplex_cache *m = &pair_cache_content(both[i])->simplex;
    m->count = (uint16_t)test_below(random, 5);
    for (int j = 0; j < 4; j++)
      m->a[j] = (uint16_t)test_below(random, 9), m->b[j] = (uint16_t)test_below(random, 9);
  }
}

/* Walks to the end, or to the first step with the fault `stop`, which is printed. */
static inline hard_verdict walk_judge(hard_case *c, uint32_t steps, int stop) {
  hard_caches caches = {0}, before;
  hard_verdict all = {.touching = false};
  double part = (double)test_log_uniform(&c->random, 1e-6f, 1e-2f);
  for (uint32_t i = 0; i <= steps; i++) {
    if (i > 0) case_move(c, part);
    if (test_below(&c->random, 8) == 0) walk_disturb(&caches, &c->random);
    before = caches;
    hard_verdict v = hard_judge(c, &caches);
    verdict_add(&all, &v);
    if (stop < HARD_FAULT_COUNT && v.faults[stop]) {
      printf("  after %u steps:\n", i);
      print_case(c, &before);
      break;
    }
  }
  return all;
}

/* Judges a case, or prints where it has the fault `stop`. */
static inline hard_verdict run_case(hard_case *c, const hard_suite *suite, int stop) {
  if (suite->steps > 0) return walk_judge(c, suite->steps, stop);
  if (stop < HARD_FAULT_COUNT) print_case(c, NULL);
  return hard_judge(c, NULL);
}

/* One case that was wrong once. */
typedef struct hard_seed {
  hard_suite suite;
  const char *family;
  uint64_t seed;
} hard_seed;

static inline const hard_family *hard_family_named(const char *name) {
  for (size_t i = 0; i < HARD_FAMILIES; i++)
    if (!strcmp(hard_families[i].name, name)) return &hard_families[i];
  ck_abort_msg("no family is called %s", name);
}

static inline void hard_run_seed(const hard_seed *seed) {
  static hard_case c;
  case_start(&c, hard_family_named(seed->family), seed->suite.make_a, seed->suite.make_b, seed->seed);
  hard_verdict v = run_case(&c, &seed->suite, HARD_FAULT_COUNT);
  for (int i = 0; i < HARD_FAULT_COUNT; i++)
    ck_assert_msg(!v.faults[i], "%s, case %u: %s", seed->family, (unsigned)seed->seed, hard_fault_names[i]);
  case_free(&c);
}

/* Runs one family; any fault fails the test, with the first example of each. */
static inline void hard_run(const hard_suite *suite, const hard_family *family) {
  static hard_case c;
  static hard_tally t;
  t = (hard_tally){.cases = 0};
  for (uint64_t i = 0; i < (uint64_t)test_scaled((int)suite->cases); i++) {
    case_start(&c, family, suite->make_a, suite->make_b, i + 1);
    hard_verdict v = run_case(&c, suite, HARD_FAULT_COUNT);
    tally_add(&t, &v, i + 1);
    case_free(&c);
  }
  uint32_t faults = tally_faults(&t);
  if (getenv("CAROM_TEST_VERBOSE") || faults) tally_print(&t, suite->name, family->name);
  for (int i = 0; i < HARD_FAULT_COUNT; i++) {
    if (t.faults[i] == 0) continue;
    case_start(&c, family, suite->make_a, suite->make_b, t.first[i]);
    printf("  %u times: %s; first in case %u:\n", t.faults[i], hard_fault_names[i], (unsigned)t.first[i]);
    run_case(&c, suite, i);
    case_free(&c);
  }
  fflush(stdout); /* a failing check does not return */
  ck_assert_msg(faults == 0, "%s, %s: %u faults in %u cases", suite->name, family->name, faults, t.cases);
}

#endif
