/* triangle_nearest.h: the point of a triangle that is nearest to another. */
#ifndef CAROM_NARROWPHASE_TRIANGLE_NEAREST_H
#define CAROM_NARROWPHASE_TRIANGLE_NEAREST_H

#include "dvec.h"
#include "triangle.h"

/* Finds the point of the core, without the radius. (Ericson, 2005, 5.1.5.) */
carom__dvec3 carom__triangle_nearest(const carom__triangle *triangle, carom__dvec3 p);

#endif
