/* box_contact.h: the points where two boxes touch along an axis that is known. */
#ifndef CAROM_NARROWPHASE_BOX_CONTACT_H
#define CAROM_NARROWPHASE_BOX_CONTACT_H

#include "box_sat.h"

/* Fills in the normal and the points of two boxes that touch, along the axis of an edge of each: one. */
void carom__box_edge_contact(const carom__box_pair *pair, const carom__box_axis *axis, carom__manifold *out);

/* The same along the normal of a face: one to four. What lies beyond their number is undefined. */
void carom__box_face_contact(const carom__box_pair *pair, const carom__box_axis *axis, carom__manifold *out);

#endif
