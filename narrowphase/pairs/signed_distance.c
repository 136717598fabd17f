/* signed_distance.c: how far apart or how deep, with no preference among axes. */
#include "signed_distance.h"

#include "collide.h"
#include "pair_class.h"
#include "planar_pair.h"

/* Near touch the manifold decides on which side of zero the distance is, so that all functions agree. */
static carom_status settle(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a,
                           double near, carom__touch_state touch, carom__separation *out) {
  if (touch == CAROM__TOUCH_UNKNOWN) {
    carom__manifold manifold;
    if (fabs((double)out->distance) > near) return CAROM_OK;
    carom_status status = carom__collide(a, b, b_in_a, &manifold);
    if (status) return status;
    touch = manifold.count > 0 ? CAROM__TOUCHING : CAROM__APART;
  }
  out->distance = touch == CAROM__TOUCHING ? lesser_float(out->distance, 0) : fmaxf(out->distance, 0x1p-126f);
  return CAROM_OK;
}

carom_status carom__signed_distance_warm(const carom_shape *a, const carom_shape *b,
                                         const carom__relative *b_in_a, carom__touch_state touch,
                                         carom__simplex_cache *memory, carom__separation *out) {
  if (shape_is_planar(a)) {
    carom__measure_planar(a, b, b_in_a, out);
    return CAROM_OK;
  }
  const carom__pair_class *class = pair_class_of(a, b);
  if (class->distance && class->distance(a, b, b_in_a, out)) return CAROM_OK;
  if (touch != CAROM__APART && class->depth && class->depth(a, b, b_in_a, out)) return CAROM_OK;
  if (touch != CAROM__TOUCHING && class->gap && class->gap(a, b, b_in_a, &touch, out)) return CAROM_OK;
  carom__cores cores = carom__cores_make(a, b, b_in_a);
  carom__gjk_result gjk;
  carom_status status = carom__gjk_warm(&cores, memory, &gjk);
  status = carom__distance_measure(&cores, status, &gjk, out);
  return status ? status : settle(a, b, b_in_a, 4 * cores.touch, touch, out);
}
