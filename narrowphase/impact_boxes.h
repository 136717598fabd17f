/* impact_boxes.h: the guides of boxes, and their distance where it needs no search. */
#ifndef CAROM_NARROWPHASE_IMPACT_BOXES_H
#define CAROM_NARROWPHASE_IMPACT_BOXES_H

#include "impact_guide.h"

/* Two boxes in the frame of one of them, the first. */
typedef struct carom__box_view {
  carom_vec3 half, other_half;
  carom__dvec3 axes[3], center; /* of the other one */
} carom__box_view;

/* An axis along which two boxes are apart. */
typedef struct carom__box_lead {
  carom__guide guide;
  double gap;           /* of the boxes without radii, along it, rounded to float */
  carom__dvec3 normal;  /* the direction in A's frame */
  carom__box_view view; /* from B when the guide belongs to B's face */
  int axis, other_axis; /* of the face, or of the edges of A and B */
} carom__box_lead;

/* Finds the guide of two boxes that are apart; false when they are not, or none of use is known. */
bool carom__box_lead_find(const carom__motions *motions, const carom__relative *b_in_a, carom__box_lead *out);

/* Sets distance, normal and points when the features of the lead carry the distance: a vertex that lies over
 * a face, or edges that cross. Else false. */
bool carom__box_lead_measure(const carom__box_lead *lead, carom__gjk_result *out);

/* The vertices that are likely to carry the distance, for GJK to start at. */
carom_simplex_memory carom__box_lead_features(const carom__box_lead *lead);

#endif
