/* judge.h: how deep bodies are in each other, whoever found their contacts. */
#ifndef CAROM_BENCH_SOLVER_JUDGE_H
#define CAROM_BENCH_SOLVER_JUDGE_H

#include "food.h"

/* The greatest depth of two bodies that may meet, over all pairs. */
double judge_depth(const scene *from, const carom_pose *poses);

#endif
