/* rings_loop.h: where the nodes of a loop are, and how it turns there. */
#ifndef CAROM_BASE_RINGS_LOOP_H
#define CAROM_BASE_RINGS_LOOP_H

#include "orient.h"
#include "rings.h"

static inline carom_vec2 loop_point(const carom__loop *loop, uint32_t node) {
  return loop->points[loop->at[node]];
}

/* How the loop turns at a node. */
static inline int loop_turn(const carom__loop *loop, uint32_t node) {
  return carom__orient(loop_point(loop, loop->prev[node]), loop_point(loop, node),
                       loop_point(loop, loop->next[node]));
}

#endif
