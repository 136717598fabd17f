/* line_cast.c: casts along lines of shapes with plain cores, and which function the table has for a pair. */
#include "line_cast.h"

#include "shape_class.h"

static bool make_plain(const carom__line_cast *it, carom__line_pair *pair) {
  carom__plain_core_of(it->a.shape, &pair->a);
  carom__plain_core_of(it->b.shape, &pair->b);
  return carom__line_pair_set(pair, it, pair->a.reach + pair->b.reach);
}

bool carom__line_cast_plain(const carom__line_cast *it, double *begin, carom_impact *out) {
  carom__line_pair pair;
  (void)begin;
  return make_plain(it, &pair) && carom__line_cast_round(&pair, out);
}

/* The general way: that of convex shapes of the plane, or a search. */
static bool cast_in_general(const carom__line_cast *it, carom_impact *out) {
  const carom_shape *a = it->a.shape, *b = it->b.shape;
  return shape_is_planar(a) && !pair_calls_of(a, b) && carom__line_cast_flats(it, out);
}

bool carom__line_cast_two_boxes(const carom__line_cast *it, double *begin, carom_impact *out) {
  carom__line_pair pair;
  bool set = make_plain(it, &pair);
  if (pair.a.radius + pair.b.radius > 0) return cast_in_general(it, out);
  return set && carom__line_cast_boxes(&pair, begin, out);
}

bool carom__line_cast_find(const carom__line_cast *it, double *begin, carom_impact *out) {
  const carom__pair_class *class = pair_class_of(it->a.shape, it->b.shape);
  *begin = 0;
  return class->cast ? class->cast(it, begin, out) : cast_in_general(it, out);
}
