/* line_pair.c: what rounding is worth for two shapes that move along lines. */
#include "line_pair.h"

/* In sizes, without the distance: what lies between is more than rounding the poses is worth. What rounding
 * may make a touch at the start grows with the distance, too. */
#define LEAST (8 * 0x1p-24)
#define ENOUGH (14 * 0x1p-24)
#define NEAR (32 * 0x1p-24)
/* Ways are this many sizes long at most, so that the rounding of doubles is nothing beside the gaps above. */
#define LONGEST 0x1p24

static double norm1(carom__dvec3 v) { return fabs(v.x) + fabs(v.y) + fabs(v.z); }

bool carom__line_pair_set(carom__line_pair *pair, const carom__line_cast *it, double size) {
  carom_pos from = it->a.frame->origin, to = it->b.frame->origin;
  pair->it = it;
  pair->between = dvec3(to.x - from.x, to.y - from.y, to.z - from.z);
  double distance = norm1(pair->between);
  pair->least = 1.125 * it->margin + LEAST * size;
  pair->enough = 1.25 * it->margin + ENOUGH * size;
  pair->near = pair->least + NEAR * (size + distance);
  return distance + norm1(it->travel) <= LONGEST * size;
}
