/* rings_loop.h: the outline of a polygon as one loop, on which holes are joined to the outer ring and ears
 * are cut off. */
#ifndef CAROM_BASE_RINGS_LOOP_H
#define CAROM_BASE_RINGS_LOOP_H

#include "orient.h"
#include "rings.h"

/* Nodes of a loop that goes around counter-clockwise. Several may be at one point, since the way to a hole
 * is passed there and back. */
typedef struct carom__loop {
  const carom_vec2 *points;
  uint32_t *at; /* the number of a node's point */
  uint32_t *prev, *next;
  uint32_t count;
} carom__loop;

static inline carom_vec2 loop_point(const carom__loop *loop, uint32_t node) {
  return loop->points[loop->at[node]];
}

/* How the loop turns at a node. */
static inline int loop_turn(const carom__loop *loop, uint32_t node) {
  return carom__orient(loop_point(loop, loop->prev[node]), loop_point(loop, node),
                       loop_point(loop, loop->next[node]));
}

/* Makes one loop of all rings; what is inside is on the left. Node 0 is on it. */
carom_status carom__loop_make(carom__arena *arena, const carom__rings *polygon, carom__loop *out);

#endif
