/* carom/obb2.h: functions on oriented boxes of the plane, without a world.
 *
 * A box must have a finite centre with coordinates in -CAROM_POSITION_MAX..CAROM_POSITION_MAX, half extents
 * in 0..CAROM_SIZE_MAX, and an axis within 1e-3 of unit length. Other boxes give CAROM_NOT_FINITE,
 * CAROM_OUT_OF_RANGE, CAROM_BAD_SIZE or CAROM_NOT_UNIT. A NULL pointer gives CAROM_NULL_ARGUMENT. All
 * functions are pure, and any thread may call them. */
#ifndef CAROM_OBB2_H
#define CAROM_OBB2_H

#include "planar.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The points center + a axis + b (axis turned by 90 degrees) with |a| <= half.x and |b| <= half.y. This also
 * defines the box for an axis that is not quite unit. The box at an angle is {center,
 * carom_direction_degrees(angle), half}. */
typedef struct carom_obb2 {
  carom_vec2 center; /* its middle */
  carom_vec2 axis;   /* unit; the direction of the box's own x */
  carom_vec2 half;   /* half extents along its own x and y, >= 0 */
} carom_obb2;

/* Makes the box with the given corners, which are in order around it in either direction. Its x axis is along
 * the side from the first to the second corner. CAROM_NOT_RECTANGLE refuses a corner farther than 1e-3 of the
 * longer side from that of the resulting rectangle. CAROM_BAD_SIZE refuses four equal corners. */
CAROM_API carom_status carom_obb2_from_vertices(const carom_vec2 vertices[4], carom_obb2 *out);

/* Writes the four corners counter-clockwise, starting with the one that has the least local x and y. */
CAROM_API carom_status carom_obb2_vertices(const carom_obb2 *box, carom_vec2 out[4]);

/* Writes the pose at which a rectangle of the box's half extents (carom_shape_rectangle) is the box. It
 * serves games that describe planar bodies by boxes. An axis that is not quite unit scales the box, and the
 * rectangle then needs the half extents times the length of the axis. */
CAROM_API carom_status carom_obb2_pose(const carom_obb2 *box, carom_pose *out);

/* Tells whether two solid boxes overlap, by their four separating axes. Let u = 2^-24 and s = |centers'
 * difference| + |a.half| + |b.half| (1-norms). Boxes whose gap or depth is at most 8 u s may count as
 * touching. All other answers are right. CAROM_UNKNOWN_KIND refuses a value of touching outside the enum. */
CAROM_API carom_status carom_obb2_overlap(const carom_obb2 *a, const carom_obb2 *b, carom_touching touching,
                                          bool *out);

/* Computes carom_obb2_overlap for many pairs from an array of boxes, several times as fast. out[i] is the
 * answer for boxes[pairs[i].a] and boxes[pairs[i].b], the same on every processor. The call checks all boxes,
 * even those in no pair. CAROM_OUT_OF_RANGE also refuses an index that is not below box_count. An array of
 * count 0 may be NULL. A refused call leaves out unchanged. */
CAROM_API carom_status carom_obb2_overlap_pairs(const carom_obb2 *boxes, size_t box_count,
                                                const carom_index_pair *pairs, size_t pair_count,
                                                carom_touching touching, bool *out);

/* The signed separation of two boxes along the axis, of the four, on which they are farthest apart or overlap
 * least. */
typedef struct carom_obb2_gap {
  /* > 0: the gap along the normal, at most their distance; < 0: minus the depth */
  float separation;
  /* unit, from A to B, along an axis of one of them. Of equal separations A's axes come first, and x before
   * y. */
  carom_vec2 normal;
} carom_obb2_gap;

/* Computes the signed separation of two boxes, in double. If it is negative, moving B along the normal by
 * minus the separation is the least translation that separates them. */
CAROM_API carom_status carom_obb2_separation(const carom_obb2 *a, const carom_obb2 *b, carom_obb2_gap *out);

#ifdef __cplusplus
}
#endif

#endif
