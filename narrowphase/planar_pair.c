/* planar_pair.c: two shapes of planar kinds. */
#include "planar_pair.h"

#include "collide_flats.h"
#include "flat_class.h"
#include "rectangle_gap.h"

/* Rectangles that are surely apart, or whose cores surely overlap, by their axes; false of all others, on
 * which the distance has to agree. */
static bool collide_rectangles(const carom_rectangle *a, const carom_rectangle *b, const carom__flat *flat_a,
                               const carom__flat *flat_b, const carom__relative *b_in_a,
                               carom__manifold *out) {
  double touch = flat_touch(flat_a, flat_b, b_in_a), radii = (double)a->radius + (double)b->radius;
  carom__flat_pair pair;
  carom__flat_gap gap;
  carom__rectangle_gap_find(a->half, b->half, b_in_a, touch, &gap);
  if (gap.separation > radii + 2 * touch) {
    carom_vec2 normal = dvec2_narrow(gap.normal);
    *out = (carom__manifold){.normal = flat_lift(normal), .least = (float)(gap.separation - radii)};
    return true;
  }
  if (gap.separation >= -2 * touch) return false;
  carom__flat_pair_make(flat_a, flat_b, b_in_a, &pair);
  carom__flats_meet(&pair, &gap, out);
  return true;
}

void carom__collide_planar(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a,
                           carom__manifold *out) {
  carom__flat flat_a, flat_b;
  carom__flat_of(a, &flat_a);
  carom__flat_of(b, &flat_b);
  bool rectangles = a->kind == CAROM_RECTANGLE && b->kind == CAROM_RECTANGLE;
  if (!rectangles || !collide_rectangles(&a->as.rectangle, &b->as.rectangle, &flat_a, &flat_b, b_in_a, out))
    carom__collide_flats(&flat_a, &flat_b, b_in_a, out);
}

void carom__measure_planar(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a,
                           carom__separation *out) {
  carom__flat flat_a, flat_b;
  carom__flat_of(a, &flat_a);
  carom__flat_of(b, &flat_b);
  carom__measure_flats(&flat_a, &flat_b, b_in_a, out);
}
