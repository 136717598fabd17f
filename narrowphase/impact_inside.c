/* impact_inside.c: a touch at the start is answered with the manifold that carom_collide finds there. */
#include "impact_inside.h"

static const carom_contact_point *deepest_of(const carom_manifold *manifold) {
  const carom_contact_point *deepest = &manifold->points[0];
  for (uint32_t i = 1; i < manifold->point_count; i++)
    if (manifold->points[i].separation < deepest->separation) deepest = &manifold->points[i];
  return deepest;
}

carom_status carom__impact_inside(carom__site a, carom__site b, uint32_t iterations, bool *inside,
                                  carom_impact *out) {
  carom_manifold manifold;
  carom_status status = carom__call_collide(a, b, NULL, &manifold);
  if (status) return status;
  *inside = manifold.point_count > 0;
  if (*inside)
    *out = (carom_impact){.hit = true,
                          .inside = true,
                          .normal = manifold.normal,
                          .point = deepest_of(&manifold)->position,
                          .iterations = iterations};
  return CAROM_OK;
}
