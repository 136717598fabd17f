/* compound.h: the scenes whose bodies have many colliders: one large level, and actors among each other. Here
 * a pair of bodies says next to nothing, and the cull does the work. */
#ifndef CAROM_BENCH_STEP_COMPOUND_H
#define CAROM_BENCH_STEP_COMPOUND_H

#include <stdbool.h>
#include <stddef.h>

typedef struct compound_plan {
  size_t colliders, bodies; /* 0: the usual ones */
  double seconds;           /* for each thing that is measured */
} compound_plan;

/* Print a row each; the columns are explained in step.c. */
void compound_level(const compound_plan *plan);
void compound_actors(const compound_plan *plan);

/* Do the arguments name one of these scenes? */
bool compound_is_meant(int argc, char **argv);
/* Runs it, and returns what main is to return. */
int compound_main(int argc, char **argv);
void compound_usage(void);

#endif
