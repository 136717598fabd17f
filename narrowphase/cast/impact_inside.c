/* impact_inside.c: a touch at the start is answered with the manifold that carom_collide finds there or, of a
 * link of a chain, would find if the link left nothing to its neighbours. */
#include "impact_inside.h"

#include "pair_call.h"
#include "planar_pair.h"

static const carom_contact_point *deepest_of(const carom_manifold *manifold) {
  const carom_contact_point *deepest = &manifold->points[0];
  for (uint32_t i = 1; i < manifold->point_count; i++)
    if (manifold->points[i].separation < deepest->separation) deepest = &manifold->points[i];
  return deepest;
}

static carom_status touch_at_start(carom__site a, carom__site b, bool *touches, carom_manifold *out) {
  carom_status status = CAROM_OK;
  bool convex = !shape_is_composite(a.shape) && !shape_is_composite(b.shape);
  if (convex && planar_is_of_link(a.shape, b.shape)) {
    *touches = carom__overlap_planar_sites(a, b);
    carom__touch_link_sites(a, b, out);
  } else {
    status = carom__call_collide(a, b, NULL, out);
    *touches = !status && out->point_count > 0;
  }
  return status;
}

carom_status carom__impact_inside(carom__site a, carom__site b, uint32_t iterations, bool *touches,
                                  carom_impact *out) {
  carom_manifold manifold;
  carom_status status = touch_at_start(a, b, touches, &manifold);
  if (status || !*touches) return status;
  *out = (carom_impact){.fraction = 1, .iterations = iterations};
  if (manifold.point_count == 0) return CAROM_OK;
  *out = (carom_impact){.hit = true,
                        .inside = true,
                        .normal = manifold.normal,
                        .point = deepest_of(&manifold)->position,
                        .iterations = iterations};
  return CAROM_OK;
}

void carom__impact_pass_links(const carom_shape *a, const carom_shape *b, const carom_mat3 *b_in_a,
                              carom_vec3 normal, carom_impact *out) {
  if (!out->hit || out->inside) return;
  if (carom__shape_lets_pass(a, vec3_neg(normal)) ||
      carom__shape_lets_pass(b, mat3_tmul_vec3(b_in_a, normal)))
    *out = (carom_impact){.fraction = 1, .iterations = out->iterations};
}
