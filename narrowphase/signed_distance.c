/* signed_distance.c: how far apart or how deep, with no preference among axes. */
#include "distance.h"
#include "epa.h"

static void take_gjk(const carom__gjk_result *gjk, carom__epa_result *out) {
  *out = (carom__epa_result){
      .normal = gjk->normal, .depth = -gjk->distance, .point_a = gjk->point_a, .point_b = gjk->point_b};
}

static void write(const carom__cores *cores, const carom__epa_result *found, carom__separation *out) {
  out->distance = (float)(-found->depth - cores->radius_a - cores->radius_b);
  out->normal = dvec3_narrow(found->normal);
  out->point_a = dvec3_narrow(dvec3_mad(found->point_a, found->normal, cores->radius_a));
  out->point_b = dvec3_narrow(dvec3_mad(found->point_b, found->normal, -cores->radius_b));
}

/* Near touch the manifold decides on which side of zero the distance is, so that all functions agree. */
static carom_status settle(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a,
                           double near, carom__touch touch, carom__separation *out) {
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
                                         const carom__relative *b_in_a, carom__touch touch,
                                         carom_simplex_memory *memory, carom__separation *out) {
  carom__cores cores = carom__cores_make(a, b, b_in_a);
  carom__gjk_result gjk;
  carom__epa_result found;
  carom_status status = carom__gjk_warm(&cores, memory, &gjk);
  if (status) return status;
  if (gjk.distance > 0)
    take_gjk(&gjk, &found);
  else
    status = carom__epa(&cores, &gjk.simplex, &found);
  if (status) return status;
  write(&cores, &found, out);
  return settle(a, b, b_in_a, 4 * cores.touch, touch, out);
}
