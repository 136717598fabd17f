/* box_gap.h: the distance of two boxes, by the axis of greatest separation. */
#ifndef CAROM_NARROWPHASE_BOX_GAP_H
#define CAROM_NARROWPHASE_BOX_GAP_H

#include "gjk.h"

/* The axis along which the gap is widest: the normal of a face of A or of B, or square to an edge of each. */
typedef struct carom__box_gap {
  enum { CAROM__GAP_FACE_A, CAROM__GAP_FACE_B, CAROM__GAP_EDGES } kind;
  bool touch;          /* as the overlap test says; then the rest is not set */
  double width;        /* of the boxes without radii, rounded to float */
  carom__dvec3 normal; /* unit, from A to B, in A's frame */
  carom_vec3 half_a, half_b;
  const carom__relative *b_in_a;
  int axis, other_axis; /* of the face, or of the edges of A and B */
  double side;          /* of the face, 1 or -1; of edges what makes their cross product the normal */
} carom__box_gap;

/* Finds the gap, which keeps the pointer; false when the boxes touch, or no axis is of use because the edges
 * are nearly parallel. */
bool carom__box_gap_find(carom_vec3 half_a, carom_vec3 half_b, const carom__relative *b_in_a,
                         carom__box_gap *out);

/* Takes one of the fifteen axes (box_sat.h), whatever the gap along it is; touch and width are not set. False
 * when it belongs to edges that are nearly parallel. */
bool carom__box_gap_along(carom_vec3 half_a, carom_vec3 half_b, const carom__relative *b_in_a, int axis,
                          carom__box_gap *out);

/* Sets distance, normal and points when the features of the axis carry the distance: a vertex that lies over
 * a face, or edges that cross. Else false. */
bool carom__box_gap_measure(const carom__box_gap *gap, carom__gjk_result *out);

/* The vertices that are likely to carry the distance, for GJK to start at. */
carom__simplex_cache carom__box_gap_features(const carom__box_gap *gap);

#endif
