/* rectangle.h: the best rectangle around points in the plane. */
#ifndef CAROM_BASE_RECTANGLE_H
#define CAROM_BASE_RECTANGLE_H

#include "dvec.h"

/* As many points as one call takes. */
#define CAROM__RECTANGLE_POINTS 128

/* Returns the direction of a side of the rectangle that, as the base of a box of the given height, gives the
 * least surface. Reorders the points. A unit vector; (1, 0) when all points are equal. */
carom__dvec2 carom__best_rectangle(carom__dvec2 *points, int count, double height);

#endif
