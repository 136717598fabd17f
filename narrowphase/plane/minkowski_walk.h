/* minkowski_walk.h: the walk around the Minkowski difference of two convex outlines. Its edges are those of A
 * and those of B turned around, in the order of their directions, counter-clockwise from that of x (de Berg
 * et al., Computational Geometry, 2008, 13.3). What walks knows the corners and tells how edges turn. */
#ifndef CAROM_NARROWPHASE_MINKOWSKI_WALK_H
#define CAROM_NARROWPHASE_MINKOWSKI_WALK_H

#include "dvec.h"

/* It begins at the lowest corner of A and of B turned around. */
typedef struct carom__minkowski_walk {
  uint32_t count_a, count_b; /* corners */
  uint32_t a, b;             /* it is at the difference of these */
  uint32_t left_a, left_b;   /* edges ahead */
} carom__minkowski_walk;

/* Is a corner lower than another one, or as low and farther left, when both are turned by a sign? */
static inline bool minkowski_is_lower(carom__dvec2 corner, carom__dvec2 other, double sign) {
  double below = sign * (other.y - corner.y);
  return below > 0 || (below == 0 && sign * (other.x - corner.x) > 0);
}

/* Does it lead down, or straight to the left? The others come first. */
static inline bool minkowski_leads_down(carom__dvec2 edge) {
  return edge.y < 0 || (edge.y == 0 && edge.x < 0);
}

static inline bool minkowski_goes_on(const carom__minkowski_walk *w) { return (w->left_a | w->left_b) != 0; }

/* Which edge is next: A's when positive, B's when negative. They are given, B's turned around. 0: the one is
 * next from which the other turns left. */
static inline int minkowski_next(const carom__minkowski_walk *w, carom__dvec2 of_a, carom__dvec2 of_b) {
  if (w->left_a == 0 || w->left_b == 0) return w->left_a > 0 ? 1 : -1;
  return (int)minkowski_leads_down(of_b) - (int)minkowski_leads_down(of_a);
}

static inline void minkowski_pass(carom__minkowski_walk *w, bool of_a, bool of_b) {
  if (of_a) w->a = w->a + 1 < w->count_a ? w->a + 1 : 0, w->left_a--;
  if (of_b) w->b = w->b + 1 < w->count_b ? w->b + 1 : 0, w->left_b--;
}

#endif
