/* summary.h: what a run amounted to, as numbers; the report and the picture's legend say it in words. */
#ifndef LEVEL_SUMMARY_H
#define LEVEL_SUMMARY_H

#include "scene.h"

typedef struct summary {
  long steps;
  carom_counts counts;                  /* after the last step */
  size_t kinds[CAROM_SHAPE_KIND_COUNT]; /* of the movers */
  uint64_t hash;                        /* after the last step */
  uint64_t stays;                       /* delivered in all steps */
  uint64_t last_ends;                   /* delivered when the world is cleared at the end */
  uint64_t restarts;                    /* movers that got out and were sent back */
  double median_ms, p95_ms;             /* of carom_world_step, with the handlers */
  double seconds;                       /* the whole run, with checks and all */
  uint64_t checked_pairs, exact_pairs;
} summary;

#endif
