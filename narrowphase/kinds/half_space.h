/* half_space.h: the part of a half-space that another shape sees: a box below the plane, or a rectangle.
 *
 * A half-space has no end, and nearly all that is asked of it follows from the part beside the other shape.
 * The part is so wide and so deep that its top is the nearest way out of it. */
#ifndef CAROM_NARROWPHASE_HALF_SPACE_H
#define CAROM_NARROWPHASE_HALF_SPACE_H

#include "shape_class.h"

/* Farther than any two places of a world are from each other: the half extents that stand for no end. */
#define CAROM__UNBOUNDED_REACH 0x1p33f

/* How high the plane is above the origin of the frame. */
static inline float half_space_height(const carom_shape *shape) {
  return shape_is_planar(shape) ? shape->geometry.half_plane.height : shape->geometry.half_space.height;
}

/* How high a place is above the plane of a half-space in a frame. */
static inline double half_space_clearance(const carom_shape *shape, const carom_frame *frame,
                                          carom_pos place) {
  const carom_pos from = frame->origin;
  const carom__dvec3 way = dvec3(place.x - from.x, place.y - from.y, place.z - from.z);
  return dvec3_dot(dvec3_widen(frame->axes.y), way) - (double)half_space_height(shape);
}

/* Half of what the part measures along each axis, for what reaches so far from its own middle, which is so
 * high above the plane. */
static inline float half_space_part_half(float reach, float height) {
  return 1.25f * (reach + greater_float(-height, 0));
}

#endif
