/* collide_sphere_frustum.c: a sphere against a frustum, which may be a cylinder or a cone: the nearest point
 * of the surface, in the half plane through the axis and the sphere's centre.
 *
 * Touching is judged with a gap of up to 4 u s, for the rounding of the pose; s sums the distance of the
 * centres and both sizes. */
#include "collide_sphere_frustum.h"
#include "feature.h"
#include "frustum.h"

#define FRUSTUM_TOUCH (4 * 0x1p-24)

/* How a sphere lies to a solid, in the sphere's frame. */
typedef struct gap {
  carom__dvec3 normal; /* from the sphere to the solid */
  double separation;   /* 0 or less: they touch */
  uint32_t part;       /* of the solid */
} gap;

static gap gap_of(const carom_shape *sphere, const carom_shape *solid,
                  const carom__relative *solid_in_sphere) {
  carom_frustum f = frustum_of(solid);
  carom__dvec3 origin = dvec3_widen(solid_in_sphere->origin);
  carom__dvec3 center = dvec3_unrotate(&solid_in_sphere->axes, dvec3_neg(origin));
  double radius = (double)sphere->geometry.sphere.radius;
  double size = dvec3_length(center) + (double)frustum_width(&f) + (double)f.half_height + radius;
  carom__solid_nearest nearest = carom__frustum_nearest_to(&f, center);
  double separation = nearest.distance - radius;
  if (separation <= FRUSTUM_TOUCH * size) separation = lesser_double(separation, 0);
  return (gap){dvec3_neg(dvec3_rotate(&solid_in_sphere->axes, nearest.outward)), separation, nearest.part};
}

carom_status carom__collide_sphere_frustum(const carom_shape *a, const carom_shape *b,
                                           const carom__relative *b_in_a, carom__manifold *out) {
  gap g = gap_of(a, b, b_in_a);
  *out = (carom__manifold){.least = 0};
  if (g.separation > 0) return CAROM_OK;
  out->normal = dvec3_narrow(g.normal);
  out->least = (float)g.separation;
  out->count = 1;
  double along = (double)a->geometry.sphere.radius + 0.5 * g.separation;
  out->points[0] = (carom__point){dvec3_narrow(dvec3_scale(g.normal, along)), (float)g.separation,
                                  feature_pair(0, g.part)};
  return CAROM_OK;
}

bool carom__distance_of_sphere_frustum(const carom_shape *a, const carom_shape *b,
                                       const carom__relative *b_in_a, carom__separation *out) {
  gap g = gap_of(a, b, b_in_a);
  double radius = (double)a->geometry.sphere.radius;
  out->distance = g.separation > 0 ? greater_float((float)g.separation, 0x1p-126f) : (float)g.separation;
  out->normal = dvec3_narrow(g.normal);
  out->point_a = dvec3_narrow(dvec3_scale(g.normal, radius));
  out->point_b = dvec3_narrow(dvec3_scale(g.normal, radius + g.separation));
  return true;
}
