/* line_cast.c: which casts along lines have a closed form. */
#include "line_cast.h"

#include "frustum.h"
#include "line_cast_boxes.h"
#include "line_cast_flats.h"
#include "line_cast_frustum.h"
#include "line_cast_round.h"

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
