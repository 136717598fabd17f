/* shape_kernels.h: frames and bounds of many boxes and balls at once, by the poses of their middles. */
#ifndef CAROM_NARROWPHASE_SHAPE_KERNELS_H
#define CAROM_NARROWPHASE_SHAPE_KERNELS_H

#include "kernels.h"
#include "pose.h"

#include "carom/shape.h"

typedef struct carom__bounds_task {
  const carom_pose *pose; /* its rotation is not zero */
  carom_box box;
  carom_frame *frame; /* gets pose_to_frame */
  carom_aabb *bounds; /* gets carom__shape_bounds there */
} carom__bounds_task;

/* Tells whether a shape is a box or a ball, or one of the plane, and which: a ball is a box without extents,
 * and a rectangle one without an extent along z. */
static inline bool shape_as_box(const carom_shape *shape, carom_box *out) {
  carom_vec2 flat = shape->geometry.rectangle.half;
  switch (shape->kind) {
  case CAROM_BOX:
    *out = shape->geometry.box;
    return true;
  case CAROM_RECTANGLE:
    *out = (carom_box){{flat.x, flat.y, 0}, shape->geometry.rectangle.radius};
    return true;
  case CAROM_SPHERE:
    *out = (carom_box){.radius = shape->geometry.sphere.radius};
    return true;
  case CAROM_DISC:
    *out = (carom_box){.radius = shape->geometry.disc.radius};
    return true;
  default:
    return false;
  }
}

/* The bounds of what reaches as far to both sides of its centre, radius apart. They grow by what `shadow` in
 * shape_class.c says, and more: what a box reaches along three axes is more than its extents. */
static inline carom_aabb symmetric_bounds(carom_vec3 reach, float radius, carom_pos center) {
  float grow = radius + 32 * 0x1p-24f * (2 * vec3_norm1(reach) + radius);
  return aabb_around(center, vec3_add(reach, vec3(grow, grow, grow)));
}

typedef struct carom__bounds_kernels {
  void (*eight)(const carom__bounds_task tasks[8]);
} carom__bounds_kernels;

CAROM__DECLARE_KERNELS(carom__bounds_kernels);

#endif
