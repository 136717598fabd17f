/* shape_kernels.h: frames and bounds of many boxes and balls at once, by the poses of their middles. */
#ifndef CAROM_NARROWPHASE_SHAPE_KERNELS_H
#define CAROM_NARROWPHASE_SHAPE_KERNELS_H

#include "kernels.h"
#include "shape_class.h"

typedef struct carom__bounds_task {
  const carom_pose *pose; /* its rotation is not zero */
  carom_box box;
  carom_frame *frame; /* gets pose_to_frame */
  carom_aabb *bounds; /* gets carom__shape_bounds there */
} carom__bounds_task;

/* Tells whether a shape is a box or a ball, or one of the plane, and which: a ball is a box without extents,
 * and a rectangle one without an extent along z. */
static inline bool shape_as_box(const carom_shape *shape, carom_box *out) {
  carom__plain_core core;
  if (!carom__plain_core_of(shape, &core) || core.kind == CAROM__PLAIN_SEGMENT) return false;
  *out = (carom_box){core.a, (float)core.radius};
  return true;
}

/* A box or a rectangle without a radius. */
static inline bool shape_is_sharp_box(const carom_shape *shape) {
  carom__plain_core core;
  return carom__plain_core_of(shape, &core) && core.kind == CAROM__PLAIN_BOX && core.radius == 0;
}

typedef struct carom__bounds_kernels {
  /* Bounds are grown by that much each, as aabb_grown does; NULL: by nothing. */
  void (*eight)(const carom__bounds_task tasks[8], const float growths[8]);
} carom__bounds_kernels;

CAROM__DECLARE_KERNELS(carom__bounds_kernels);

#endif
