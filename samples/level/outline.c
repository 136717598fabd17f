/* outline.c: Andrew's monotone chain (1979): sort, then run along the lower side and back along the upper
 * one, dropping every point at which the way does not turn left. */
#include "outline.h"

#include <stdlib.h>

static int by_x_then_y(const void *a, const void *b) {
  const outline_point *p = a, *q = b;
  if (p->x != q->x) return p->x < q->x ? -1 : 1;
  return (p->y > q->y) - (p->y < q->y);
}

static double turn(outline_point a, outline_point b, outline_point c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/* Appends a point to the chain that may not get shorter than `least`. */
static size_t chain_on(outline_point *chain, size_t count, size_t least, outline_point p) {
  while (count > least && turn(chain[count - 2], chain[count - 1], p) <= 0) count--;
  chain[count] = p;
  return count + 1;
}

size_t outline_convex(outline_point *points, size_t count, outline_point *out) {
  size_t used = 0;
  qsort(points, count, sizeof *points, by_x_then_y);
  for (size_t i = 0; i < count; i++) used = chain_on(out, used, 1, points[i]);
  size_t lower = used;
  for (size_t i = count - 1; i-- > 0;) used = chain_on(out, used, lower, points[i]);
  return used > 1 ? used - 1 : used;
}
