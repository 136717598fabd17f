/* segment_box.h: the distance or depth of a segment and a box around the origin, in the box's frame. */
#ifndef CAROM_NARROWPHASE_SEGMENT_BOX_H
#define CAROM_NARROWPHASE_SEGMENT_BOX_H

#include <stdbool.h>

#include "dvec.h"

/* As arrays, because axes are reached by index. */
typedef struct carom__segment_box {
  double start[3], way[3]; /* of the segment */
  double half[3];
  double size; /* what rounding scales with */
} carom__segment_box;

/* An axis along which the two are apart or overlap least. */
typedef struct carom__segment_axis {
  double outward[3]; /* unit, from the box to the segment */
  double separation; /* along it; negative: they overlap */
  double least;      /* of all axes, without the preference for faces */
  double at;         /* the parameter of the segment's point that is nearest, or deepest, along it; 0..1 */
  int sign[3];       /* the feature of the box that it is nearest to: 0 where it extends */
} carom__segment_axis;

static inline double segment_box_at(const carom__segment_box *pair, int axis, double t) {
  return pair->start[axis] + t * pair->way[axis];
}

/* How far the segment is outside of the faces of an axis, on the side that it leaves by sooner. */
static inline double segment_box_face(const carom__segment_box *pair, int axis) {
  double start = pair->start[axis], end = start + pair->way[axis];
  return greater_double(-greater_double(start, end), lesser_double(start, end)) - pair->half[axis];
}

/* The parameter of the segment's point that is nearest to the box; where a whole stretch of it is, the middle
 * of that. */
double carom__segment_box_nearest(const carom__segment_box *pair);

/* The axis of the nearest points; false when these are the same but for the rounding of floats. */
bool carom__segment_box_apart(const carom__segment_box *pair, carom__segment_axis *out);

/* The axis of least overlap: a face's unless an edge's saves more than `preference`. */
void carom__segment_box_overlap(const carom__segment_box *pair, double preference, carom__segment_axis *out);

#endif
