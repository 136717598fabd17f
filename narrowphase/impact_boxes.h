/* impact_boxes.h: the guides of boxes, which need no search for the distance. */
#ifndef CAROM_NARROWPHASE_IMPACT_BOXES_H
#define CAROM_NARROWPHASE_IMPACT_BOXES_H

#include "impact_guide.h"

/* An axis along which two boxes are apart. */
typedef struct carom__box_lead {
  carom__guide guide;
  double gap;                    /* of the boxes without radii, along it */
  carom__dvec3 normal;           /* the direction in A's frame */
  carom_simplex_memory features; /* the vertices that are likely to carry the distance, for GJK to start at */
} carom__box_lead;

/* Finds the guide of two boxes that are apart; false when they are not, or none of use is known. */
bool carom__box_lead_find(const carom__motions *motions, const carom__relative *b_in_a, carom__box_lead *out);

#endif
