/* collide_sphere_solid.c: a sphere against a solid whose surface tells its nearest point: of a cylinder, a
 * cone or a frustum in the half plane through the axis and the sphere's centre, and of tapered capsules and
 * ellipsoids as their classes do.
 *
 * Touching is judged with a gap of up to 4 u s, for the rounding of the pose; s sums the distance of the
 * centres and both sizes. */
#include "collide_sphere_solid.h"
#include "feature.h"
#include "frustum.h"
#include "shape_class.h"

#define SOLID_TOUCH (4 * 0x1p-24)

/* How a sphere lies to a solid, in the sphere's frame. */
typedef struct gap {
  carom__dvec3 normal; /* from the sphere to the solid */
  double separation;   /* 0 or less: they touch */
  uint32_t part;       /* of the solid */
} gap;

static gap gap_at(const carom__solid_nearest *nearest, double radius, double size,
                  const carom__relative *solid_in_sphere) {
  double separation = nearest->distance - radius;
  if (separation <= SOLID_TOUCH * size) separation = lesser_double(separation, 0);
  return (gap){dvec3_neg(dvec3_rotate(&solid_in_sphere->axes, nearest->outward)), separation, nearest->part};
}

static carom__dvec3 center_in_solid(const carom__relative *solid_in_sphere) {
  return dvec3_unrotate(&solid_in_sphere->axes, dvec3_neg(dvec3_widen(solid_in_sphere->origin)));
}

static gap gap_of_frustum(const carom_shape *sphere, const carom_shape *solid,
                          const carom__relative *solid_in_sphere) {
  carom_frustum f = frustum_of(solid);
  carom__dvec3 center = center_in_solid(solid_in_sphere);
  double radius = (double)sphere->geometry.sphere.radius;
  double size = dvec3_length(center) + (double)frustum_width(&f) + (double)f.half_height + radius;
  const carom__solid_nearest nearest = carom__frustum_nearest_to(&f, center);
  return gap_at(&nearest, radius, size, solid_in_sphere);
}

static gap gap_of_solid(const carom_shape *sphere, const carom_shape *solid,
                        const carom__relative *solid_in_sphere) {
  const carom__shape_class *class = carom__shape_class_of(solid->kind);
  carom__dvec3 center = center_in_solid(solid_in_sphere);
  double radius = (double)sphere->geometry.sphere.radius;
  carom__solid_nearest nearest;
  carom_obb box;
  class->obb(solid, &box);
  class->nearest(solid, center, &nearest);
  double reach = (double)vec3_norm1(box.center) + (double)vec3_norm1(box.half);
  return gap_at(&nearest, radius, dvec3_length(center) + reach + radius, solid_in_sphere);
}

static void write_manifold(const carom_shape *sphere, const gap *g, carom__manifold *out) {
  *out = (carom__manifold){.least = 0};
  if (g->separation > 0) return;
  out->normal = dvec3_narrow(g->normal);
  out->least = (float)g->separation;
  out->count = 1;
  double along = (double)sphere->geometry.sphere.radius + 0.5 * g->separation;
  out->points[0] = (carom__point){dvec3_narrow(dvec3_scale(g->normal, along)), (float)g->separation,
                                  feature_pair(0, g->part)};
}

static void write_distance(const carom_shape *sphere, const gap *g, carom__separation *out) {
  double radius = (double)sphere->geometry.sphere.radius;
  out->distance = g->separation > 0 ? greater_float((float)g->separation, 0x1p-126f) : (float)g->separation;
  out->normal = dvec3_narrow(g->normal);
  out->point_a = dvec3_narrow(dvec3_scale(g->normal, radius));
  out->point_b = dvec3_narrow(dvec3_scale(g->normal, radius + g->separation));
}

#define DEFINE_SPHERE(solid)                                                                                 \
  carom_status carom__collide_sphere_##solid(const carom_shape *a, const carom_shape *b,                     \
                                             const carom__relative *b_in_a, carom__manifold *out) {          \
    const gap g = gap_of_##solid(a, b, b_in_a);                                                              \
    write_manifold(a, &g, out);                                                                              \
    return CAROM_OK;                                                                                         \
  }                                                                                                          \
  bool carom__distance_of_sphere_##solid(const carom_shape *a, const carom_shape *b,                         \
                                         const carom__relative *b_in_a, carom__separation *out) {            \
    const gap g = gap_of_##solid(a, b, b_in_a);                                                              \
    write_distance(a, &g, out);                                                                              \
    return true;                                                                                             \
  }
DEFINE_SPHERE(frustum)
DEFINE_SPHERE(solid)
