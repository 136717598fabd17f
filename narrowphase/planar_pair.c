/* planar_pair.c: two shapes of planar kinds. */
#include "planar_pair.h"

#include "collide_flats.h"
#include "flat_class.h"

void carom__collide_planar(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a,
                           carom__manifold *out) {
  carom__flat flat_a, flat_b;
  carom__flat_of(a, &flat_a);
  carom__flat_of(b, &flat_b);
  carom__collide_flats(&flat_a, &flat_b, b_in_a, out);
}

void carom__measure_planar(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a,
                           carom__separation *out) {
  carom__flat flat_a, flat_b;
  carom__flat_of(a, &flat_a);
  carom__flat_of(b, &flat_b);
  carom__measure_flats(&flat_a, &flat_b, b_in_a, out);
}
