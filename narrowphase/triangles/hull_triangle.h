/* hull_triangle.h: the points where a hull and a triangle meet, along an axis that is known. As for boxes
 * (box_triangle.h), in the frame of the hull. */
#ifndef CAROM_NARROWPHASE_HULL_TRIANGLE_H
#define CAROM_NARROWPHASE_HULL_TRIANGLE_H

#include "box_points.h"
#include "facets.h"

/* The unit direction of an axis by its number (triangle_set.h), from the triangle to the hull. */
carom_vec3 carom__hull_triangle_axis(const carom__facets *facets, const carom__box_triangle *it, int axis);

/* What of the face of the hull that looks most against the front is over each of eight triangles and below
 * its plane, and the lowest point of all, the first one. The answers are those of the first `count`. */
void carom__hull_over_triangles(const carom__facets *facets, const carom__box_triangle its[8], uint32_t count,
                                carom__box_points *out);

/* What of the triangle is within a face of the hull. */
void carom__triangle_in_hull_face(const carom__facets *facets, const carom__box_triangle *it, int axis,
                                  carom__box_points *out);

/* The one point where two edges cross. */
void carom__hull_edge_crossing(const carom__facets *facets, const carom__box_triangle *it, int axis,
                               float depth, carom__box_points *out);

#endif
