/* engine.h: what carom and the other engines have in common: a scene goes in, questions are answered. A new
 * kind of question is a line here, its name in table.c, and a function and a line in each engine that answers
 * it. */
#ifndef CAROM_BENCH_QUERY_ENGINE_H
#define CAROM_BENCH_QUERY_ENGINE_H

#include "moving/scenes.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum query_kind {
  QUERY_RAY_CLOSEST,
  QUERY_RAY_ANY,
  QUERY_RAY_ALL,
  QUERY_RAY_BATCH,   /* closest, all at once */
  QUERY_RAY_BATCH_2, /* the same on two threads, by the clock on the wall */
  QUERY_RAY_ANY_BATCH,
  QUERY_OVERLAP_AABB,
  QUERY_OVERLAP_AABB_BATCH,
  QUERY_OVERLAP_BOX,
  QUERY_SPHERE_CAST, /* of the radius half.x */
  QUERY_BOX_CAST,
  QUERY_CLOSEST,
  QUERY_NEAREST_8, /* bodies */
  QUERY_KINDS
} query_kind;

/* One question, of which each kind takes what it needs. */
typedef struct query_question {
  carom_vec3 from, way; /* through the whole room */
  carom_vec3 half;      /* of a box around `from` */
  carom_quat turn;
} query_question;

/* Asks all questions, and returns how much was found. */
typedef uint64_t query_fn(void *state, const query_question *questions, size_t count);

typedef struct query_operation {
  query_kind kind;
  query_fn *ask;
} query_operation;

/* One way of one engine. What it makes is never released. */
typedef struct query_engine {
  const char *name;
  void *(*create)(const bench_scene *scene); /* NULL: it takes no scenes of that sort */
  const query_operation *operations;         /* the kinds it offers; the last one has no function */
  /* Moves all bodies a little, and returns how many seconds the first question after that takes more than the
   * next; NULL where that is not measured. */
  double (*time_first)(void *state, const query_question *question);
} query_engine;

extern const query_engine query_carom, query_carom_planar;
/* Lists of engines end with one that has no name. */
extern const query_engine query_bullet[], query_ode[], query_fcl[], query_box2d[], query_chipmunk[];

#ifdef __cplusplus
}
#endif

#endif
