/* line_cast.c: which casts along lines have a closed form. */
#include "line_cast_parts.h"

/* In sizes, without the distance: what lies between is more than rounding the poses is worth. What rounding
 * may make a touch at the start grows with the distance, too. */
#define LEAST (8 * 0x1p-24)
#define ENOUGH (16 * 0x1p-24)
#define NEAR (32 * 0x1p-24)
/* Ways are this many sizes long at most, so that the rounding of doubles is nothing beside the gaps above. */
#define LONGEST 0x1p24

static double norm1(carom__dvec3 v) { return fabs(v.x) + fabs(v.y) + fabs(v.z); }

bool carom__line_cast_find(const carom__line_cast *it, carom_impact *out) {
  carom__line_pair pair = {.it = it};
  if (!carom__plain_core_of(it->a.shape, &pair.a) || !carom__plain_core_of(it->b.shape, &pair.b))
    return false;
  carom_pos from = it->a.frame->origin, to = it->b.frame->origin;
  pair.between = dvec3(to.x - from.x, to.y - from.y, to.z - from.z);
  double size = pair.a.reach + pair.b.reach, distance = norm1(pair.between);
  if (!(distance + norm1(it->travel) <= LONGEST * size)) return false;
  pair.least = 1.125 * it->margin + LEAST * size;
  pair.enough = 1.25 * it->margin + ENOUGH * size;
  pair.near = pair.least + NEAR * (size + distance);
  bool boxes = pair.a.kind == CAROM__PLAIN_BOX && pair.b.kind == CAROM__PLAIN_BOX;
  if (!boxes) return carom__line_cast_round(&pair, out);
  return pair.a.radius + pair.b.radius == 0 && carom__line_cast_boxes(&pair, out);
}
