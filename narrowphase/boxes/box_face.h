/* box_face.h: the contact of two boxes that touch with a face of one. */
#ifndef CAROM_NARROWPHASE_BOX_FACE_H
#define CAROM_NARROWPHASE_BOX_FACE_H

#include "box_sat.h"

/* Fills in the normal and the points of two boxes that touch along the normal of a face: one to four. What
 * lies beyond their number is undefined. */
void carom__box_face_contact(const carom__box_pair *pair, const carom__box_axis *axis, carom__manifold *out);

#endif
