/* frustum.h: the parts that frustums, cylinders and cones share. They are solids of revolution around y,
 * whose radius changes linearly from one end to the other.
 *
 * The main file of the room curved_kinds, which has the kinds whose core is curved. The room uses shape and
 * kinds. Rooms above it reach a kind through its class, and include this file where a pair has an algorithm
 * of its own. */
#ifndef CAROM_NARROWPHASE_FRUSTUM_H
#define CAROM_NARROWPHASE_FRUSTUM_H

#include "frustum_core.h"
#include "placed.h"
#include "ray_hits.h"
#include "shape_class.h"

/* A face of a cap lists its corners as FRUSTUM_CORNERS and the following, the side's line its ends as the
 * circles they lie on (frustum_core.h). */
enum { FRUSTUM_CORNERS = FRUSTUM_TOP + 1 };

/* Corners of the regular polygon that stands for a cap. */
#define CAROM__FRUSTUM_SIDES 16

/* The corner of that polygon on the unit circle, as x and z; counter-clockwise seen from +y. */
carom_vec3 carom__frustum_corner(uint32_t index);

/* What all three have in their classes. */
carom_status carom__frustum_check(const carom_shape *shape);
void carom__frustum_obb(const carom_shape *shape, carom_obb *out);
void carom__frustum_core(const carom_shape *shape, carom__core *out);
carom_vec3 carom__frustum_support(const carom_shape *shape, carom_vec3 direction, uint32_t *index);
carom_vec3 carom__frustum_center(const carom_shape *shape);
void carom__frustum_discs(const carom_shape *shape, carom__discs *out);
void carom__frustum_nearest(const carom_shape *shape, carom__dvec3 point, carom__solid_nearest *out);
void carom__frustum_face(const carom_shape *shape, carom_vec3 direction, carom__face *out);
bool carom__frustum_meet_ray(const carom_shape *shape, const carom_frame *frame, const carom_ray *ray,
                             carom_ray_result *out);
bool carom__cylinder_meet_ray(const carom_shape *shape, const carom_frame *frame, const carom_ray *ray,
                              carom_ray_result *out);
carom_status carom__frustum_moments(const carom_shape *shape, carom__moments *out);
void carom__frustum_outline(const carom_shape *shape, const carom__outline *out);

/* Their classes differ in nothing but the sizes that frustum_of reads, which lie alike, and in rays. */
#define CAROM__FRUSTUM_CLASS(sizes, ranged, even, rays)                                                      \
  {                                                                                                          \
    .sizes_at = offsetof(carom_shape, geometry.cylinder), .size_count = sizeof(sizes) / sizeof(float),       \
    .is_even = even, .ranges = CAROM__LENGTHS(ranged), .check = carom__frustum_check,                        \
    .obb = carom__frustum_obb, .core = carom__frustum_core, .discs = carom__frustum_discs,                   \
    .nearest = carom__frustum_nearest, .support = carom__frustum_support, .center = carom__frustum_center,   \
    .face = carom__frustum_face, .cast_ray = carom__ray_hits_cast_meeting, .meet_ray = rays,                 \
    .moments = carom__frustum_moments, .outline = carom__frustum_outline                                     \
  }

/* Parts of the surface, beside the circles above. */
enum { FRUSTUM_BOTTOM_CAP = 0x8000, FRUSTUM_TOP_CAP, FRUSTUM_SIDE };

carom__solid_nearest carom__frustum_nearest_to(const carom_frustum *frustum, carom__dvec3 point);

/* Of a cone the radius at the top is 0: an apex. */
static inline carom_frustum frustum_of(const carom_shape *shape) {
  if (shape->kind == CAROM_CONE)
    return (carom_frustum){shape->geometry.cone.half_height, shape->geometry.cone.radius, 0};
  if (shape->kind == CAROM_FRUSTUM) return shape->geometry.frustum;
  const carom_cylinder *cylinder = &shape->geometry.cylinder;
  return (carom_frustum){cylinder->half_height, cylinder->radius, cylinder->radius};
}

/* The greater radius. */
static inline float frustum_width(const carom_frustum *frustum) {
  return greater_float(frustum->bottom, frustum->top);
}

#endif
