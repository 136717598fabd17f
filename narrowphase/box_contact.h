/* box_contact.h: the points where two boxes touch along an axis that is known. */
#ifndef CAROM_NARROWPHASE_BOX_CONTACT_H
#define CAROM_NARROWPHASE_BOX_CONTACT_H

#include "box_sat.h"

/* Fills in the points of two boxes that touch, along the axis of an edge of each: one. The normal is set. */
void carom__box_edge_contact(const carom__box_pair *pair, const carom__box_axis *axis, carom__manifold *out);

/* The same along the normal of a face: one to four. */
void carom__box_face_contact(const carom__box_pair *pair, const carom__box_axis *axis, carom__manifold *out);

/* Whichever of the two the axis is. */
void carom__box_contact(const carom__box_pair *pair, const carom__box_axis *axis, carom__manifold *out);

/* A manifold without points. */
void carom__box_manifold_start(const carom__box_axis *axis, carom_vec3 normal, carom__manifold *out);

#endif
