/* line_cast.h: when two shapes that move along lines and do not turn first touch, without a search. */
#ifndef CAROM_NARROWPHASE_LINE_CAST_H
#define CAROM_NARROWPHASE_LINE_CAST_H

#include "line_pair.h"
#include "pair_class.h"

/* Answers what carom__impact would: of spheres, capsules and boxes, but for two boxes with radii, of spheres
 * and cylinders or cones, and of planar shapes. False, and *out stays as it is, of all others, when the way
 * is too long for doubles, when shapes that do not touch begin nearer to each other than a hit may be, and of
 * the few boxes whose nearest points its axis does not tell. *begin is then a time until which the shapes are
 * known to be apart, where a search must begin that is to agree with `until`; else 0. */
bool carom__line_cast_find(const carom__line_cast *it, double *begin, carom_impact *out);

/* The same of two plain cores of which at most one is a box, and of two boxes or two rectangles. */
bool carom__line_cast_plain(const carom__line_cast *it, double *begin, carom_impact *out);
bool carom__line_cast_two_boxes(const carom__line_cast *it, double *begin, carom_impact *out);

#endif
