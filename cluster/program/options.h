/* options.h: the command line. */
#ifndef CLUSTER_OPTIONS_H
#define CLUSTER_OPTIONS_H

#include "scene.h"

typedef struct options {
  const scene *scene;
  uint32_t bodies, steps;
  uint64_t seed;
  double patience; /* seconds until a rank is late */
  double even;     /* cuts move when the slowest rank is above so many times the mean; 0: they do not */
  bool check, time_one, help;
  const char *draw;              /* the file, or NULL */
  const char *save, *restart;    /* folders of checkpoints, or NULL */
  uint32_t every;                /* steps from checkpoint to checkpoint */
  uint32_t kill_rank, kill_step; /* kill_step = 0: none */
} options;

/* Reads the command line. False: it is wrong, and stderr says why (if `loud`). */
bool options_read(options *out, int count, char **words, bool loud);

void options_print(void);

#endif
