/* carom/obb2.h: oriented boxes of the plane, the toolbox; no world needed.
 *
 * What is asked of a box: a finite centre within CAROM_POSITION_MAX, half extents of 0..CAROM_SIZE_MAX, an
 * axis within 1e-3 of unit length (CAROM_NOT_FINITE, CAROM_OUT_OF_RANGE, CAROM_BAD_SIZE, CAROM_NOT_UNIT). Any
 * pointer that is NULL gives CAROM_NULL_ARGUMENT. All functions are pure and may be called from any thread.
 */
#ifndef CAROM_OBB2_H
#define CAROM_OBB2_H

#include "planar.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The points center + a axis + b (axis turned by 90 degrees) with |a| <= half.x, |b| <= half.y, also for an
 * axis that is not quite unit. For a box by
 * angle: {center, carom_direction_degrees(angle), half}. */
typedef struct carom_obb2 {
  carom_vec2 center;
  carom_vec2 axis; /* unit; the direction of the box's own x */
  carom_vec2 half;
} carom_obb2;

/* Makes the box whose corners are given in order around it, either way; its x is along the side from the
 * first to the second. CAROM_NOT_RECTANGLE when a corner is farther than 1e-3 of the longer side from that of
 * the rectangle that is returned; CAROM_BAD_SIZE when all corners are one. */
CAROM_API carom_status carom_obb2_from_vertices(const carom_vec2 vertices[4], carom_obb2 *out);

/* Writes the four corners, counter-clockwise from the one with the least own x and y. */
CAROM_API carom_status carom_obb2_vertices(const carom_obb2 *box, carom_vec2 out[4]);

/* Writes where a rectangle of the box's half extents (carom_shape_rectangle) stands to be the box: for bodies
 * of a planar world that the game knows as boxes. An axis that is not quite unit scales the box: the
 * rectangle then needs the half extents times its length. */
CAROM_API carom_status carom_obb2_pose(const carom_obb2 *box, carom_pose *out);

/* Tells whether two solid boxes overlap, by the four axes that can part them. Boxes that are parted or
 * overlap by at most 8 u s may count as touching, where u = 2^-24 and s = |centers' difference| + |a.half| +
 * |b.half| (1-norms); no other is judged wrongly. CAROM_UNKNOWN_KIND when touching is none of the enum. */
CAROM_API carom_status carom_obb2_overlap(const carom_obb2 *a, const carom_obb2 *b, carom_touching touching,
                                          bool *out);

/* Does the same for many pairs of an array of boxes, several times as fast: out[i] is what carom_obb2_overlap
 * says of boxes[pairs[i].a] and boxes[pairs[i].b], on every processor. All boxes are checked, whether a pair
 * names them or not; CAROM_OUT_OF_RANGE also when an index is not below box_count. An array of count 0 may be
 * NULL. A refused call leaves out alone. */
CAROM_API carom_status carom_obb2_overlap_pairs(const carom_obb2 *boxes, size_t box_count,
                                                const carom_index_pair *pairs, size_t pair_count,
                                                carom_touching touching, bool *out);

/* How two boxes lie along the axis, of the four, along which they are farthest apart or overlap least. */
typedef struct carom_obb2_gap {
  float separation;  /* > 0: how far apart along the normal, at most their distance; < 0: minus how deep */
  carom_vec2 normal; /* unit, from A to B: an axis of one of them; A's, and x, of equal ones */
} carom_obb2_gap;

/* Computes the signed separation of two boxes, in double; moving B along the normal by minus a negative
 * separation is the least move that parts them. */
CAROM_API carom_status carom_obb2_separation(const carom_obb2 *a, const carom_obb2 *b, carom_obb2_gap *out);

#ifdef __cplusplus
}
#endif

#endif
