/* inside.h: shapes of which one is inside a solid, so that their surfaces do not meet. */
#ifndef CAROM_NARROWPHASE_INSIDE_H
#define CAROM_NARROWPHASE_INSIDE_H

#include "parts.h"

/* Is A inside the solid B, or B inside A? The answer is for shapes no parts of which touch, and then
 * `clearance` is 0. Otherwise points that are as near to the surface as the clearance decide nothing. */
bool carom__is_inside(carom__site a, carom__site b, float clearance);

/* Receives a solid, and a point of the other shape that is inside of it; false ends the walk. */
typedef bool carom__inside_fn(void *context, const carom__part *solid, carom_pos point);

/* Visits the solids of a shape that have a point of the other shape inside: the shape itself, or children of
 * a compound. False when the visitor ended the walk. */
bool carom__solids_walk(carom__site whole, carom__site other, carom__inside_fn *visit, void *context);

/* The contact with a solid on a side, 0 for A, whose surface the other shape does not touch. The way out
 * leads through the point of the surface that is nearest to the point inside. The part has the numbers of
 * what is there. */
void carom__inside_contact(const carom__part *solid, carom_pos point, carom__site other, int side,
                           carom__part *part, carom_manifold *out);

#endif
