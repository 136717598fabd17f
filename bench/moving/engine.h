/* engine.h: what carom and the other engines have in common: a scene goes in, pairs and contacts come out. */
#ifndef CAROM_BENCH_MOVING_ENGINE_H
#define CAROM_BENCH_MOVING_ENGINE_H

#include <carom/tasks.h>

#include "scenes.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct moving_job {
  bool contacts;            /* a whole step; otherwise the pairs are all that is wanted */
  const carom_tasks *tasks; /* to be used by engines that can */
} moving_job;

typedef struct moving_counts {
  uint64_t pairs;    /* for the narrow phase to look at */
  uint64_t touching; /* 0 unless contacts are wanted */
} moving_counts;

/* One way of one engine. What it makes is never released: each runs in a process of its own, which ends. */
typedef struct moving_engine {
  const char *name;
  size_t most;   /* bodies beyond which it takes longer than anyone waits; 0: none */
  bool threaded; /* makes use of tasks */
  void *(*create)(const bench_scene *scene, const moving_job *job);
  /* Before each frame, and not measured; may be NULL. */
  void (*prepare)(void *state, const bench_scene *scene);
  /* What is measured: the poses of the movers go in, and all that is wanted is found. */
  void (*frame)(void *state, const bench_scene *scene);
  void (*count)(void *state, moving_counts *out);
} moving_engine;

/* Lists of engines end with one that has no name. */
extern const moving_engine moving_bullet[], moving_ode[], moving_fcl[];
extern const moving_engine moving_box2d[], moving_chipmunk[]; /* of the plane */

#ifdef __cplusplus
}
#endif

#endif
