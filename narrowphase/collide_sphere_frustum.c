/* collide_sphere_frustum.c: a sphere against a cylinder or a cone: the nearest point of the surface, in the
 * half plane through the axis and the sphere's centre.
 *
 * Touching is judged with a gap of up to 4 u s, for the rounding of the pose; s sums the distance of the
 * centres and both sizes. */
#include "feature.h"
#include "frustum.h"
#include "pairs.h"

#define TOUCH (4 * 0x1p-24)

carom_status carom__collide_sphere_frustum(const carom_shape *a, const carom_shape *b,
                                           const carom__relative *b_in_a, carom__manifold *out) {
  carom__frustum f = frustum_of(b);
  carom__dvec3 center = dvec3_unrotate(&b_in_a->axes, dvec3_neg(dvec3_widen(b_in_a->origin)));
  double radius = (double)a->as.sphere.radius;
  double size = dvec3_length(center) + (double)f.bottom + (double)f.half_height + radius;
  carom__frustum_nearest nearest = carom__frustum_nearest_to(&f, center);
  double separation = nearest.distance - radius;
  *out = (carom__manifold){.least = 0};
  if (separation > TOUCH * size) return CAROM_OK;
  separation = separation < 0 ? separation : 0;
  carom__dvec3 normal = dvec3_neg(dvec3_rotate(&b_in_a->axes, nearest.outward));
  out->normal = dvec3_narrow(normal);
  out->least = (float)separation;
  out->count = 1;
  out->points[0] = (carom__point){dvec3_narrow(dvec3_scale(normal, radius + 0.5 * separation)),
                                  (float)separation, feature_pair(0, nearest.part)};
  return CAROM_OK;
}
