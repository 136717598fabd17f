/* line_cast.c: which casts along lines have a closed form. */
#include "frustum.h"
#include "line_cast_parts.h"

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

static bool cast_plain(const carom__line_cast *it, carom__line_pair *pair, double *begin, carom_impact *out) {
  bool boxes = pair->a.kind == CAROM__PLAIN_BOX && pair->b.kind == CAROM__PLAIN_BOX;
  if (!carom__line_pair_set(pair, it, pair->a.reach + pair->b.reach)) return false;
  return boxes ? carom__line_cast_boxes(pair, begin, out) : carom__line_cast_round(pair, out);
}

static bool are_rounded_boxes(const carom__line_pair *pair) {
  return pair->a.kind == CAROM__PLAIN_BOX && pair->b.kind == CAROM__PLAIN_BOX &&
         pair->a.radius + pair->b.radius > 0;
}

static bool is_sphere_and_frustum(const carom_shape *a, const carom_shape *b) {
  return a->kind == CAROM_SPHERE && shape_is_frustum(b);
}

bool carom__line_cast_find(const carom__line_cast *it, double *begin, carom_impact *out) {
  carom__line_pair pair;
  *begin = 0;
  bool plain = carom__plain_core_of(it->a.shape, &pair.a) && carom__plain_core_of(it->b.shape, &pair.b);
  if (plain && !are_rounded_boxes(&pair)) return cast_plain(it, &pair, begin, out);
  if (is_sphere_and_frustum(it->a.shape, it->b.shape) || is_sphere_and_frustum(it->b.shape, it->a.shape))
    return carom__line_cast_frustum(it, out);
  return shape_is_planar(it->a.shape) && carom__line_cast_flats(it, out);
}
