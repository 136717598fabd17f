/* brute.h: the truth, for small scenes. */
#ifndef CAROM_BENCH_BRUTE_H
#define CAROM_BENCH_BRUTE_H

#include "engine.h"

/* All against all: AABBs that overlap, and boxes that do by the separating axes, in double. */
moving_counts moving_brute(const bench_scene *scene);

#endif
