/* engine.h: what the benchmark asks, and how an engine answers.
 *
 * Every engine gets the same shapes at the same poses. What it wants to keep of them it prepares once,
 * untimed: its own shapes, transforms, caches. One run then answers one question about every pair of the set,
 * and is timed; the answers are collected afterwards, untimed, and compared with those of the first engine.
 */
#ifndef CAROM_BENCH_ENGINE_H
#define CAROM_BENCH_ENGINE_H

#include "sets.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum bench_question {
  BENCH_OVERLAP,     /* do they touch? */
  BENCH_MANIFOLD,    /* points, normal and depths, where they touch */
  BENCH_DISTANCE,    /* how far apart, and the nearest points */
  BENCH_PENETRATION, /* the same, or how deep: the signed distance */
  BENCH_RAY,         /* a ray against the first shape */
  BENCH_CAST,        /* the second shape moved along a line */
  BENCH_TOI_SLOW,    /* both move and turn by up to 0.1 rad */
  BENCH_TOI_FAST,    /* both move and turn by up to 1.5 rad */
  BENCH_QUESTION_COUNT
} bench_question;

typedef struct bench_answer {
  bool hit;    /* they touch, or will */
  bool failed; /* the engine gave no answer */
  double
      value; /* MANIFOLD: the greatest depth; DISTANCE, PENETRATION: that; OVERLAP: 0; the others: fraction */
  int points; /* MANIFOLD: how many; else 0 */
} bench_answer;

/* One way to answer a question. An engine may have several, which differ in their forms: "batch", say. */
typedef struct bench_operation {
  bench_question question;
  const char *form;         /* "" for the plain one */
  bool (*run)(void *state); /* false: not offered for these shapes */
} bench_operation;

typedef struct bench_engine {
  const char *name;
  void *(*prepare)(const bench_set *set); /* NULL: not offered for these shapes */
  void (*release)(void *state);
  /* Writes what the last run found, one answer a pair. */
  void (*collect)(void *state, bench_question question, bench_answer *out);
  const bench_operation *operations; /* the last one has no run */
} bench_engine;

extern const bench_engine bench_carom;
extern const bench_engine bench_bullet, bench_ode, bench_fcl, bench_ccd, bench_box2d, bench_chipmunk;

#ifdef __cplusplus
}
#endif

#endif
