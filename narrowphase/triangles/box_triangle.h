/* box_triangle.h: the points where a box and a triangle meet, along an axis that is known. */
#ifndef CAROM_NARROWPHASE_BOX_TRIANGLE_H
#define CAROM_NARROWPHASE_BOX_TRIANGLE_H

#include "box_points.h"

/* The unit direction of an axis by its number (triangle_set.h). */
carom_vec3 carom__box_triangle_axis(const carom__box_triangle *it, int axis);

/* What of one box is over each of eight triangles and below its plane. */
void carom__box_over_triangles(const carom__box_triangle its[8], carom__box_points out[8]);

/* What of the triangle is within a face of the box, whose axis leads to the triangle when it is against. */
void carom__triangle_in_box_face(const carom__box_triangle *it, int axis, carom__box_points *out);

/* The one point where two edges cross. */
void carom__box_edge_crossing(const carom__box_triangle *it, int axis, float depth, carom__box_points *out);

#endif
