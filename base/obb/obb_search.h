/* obb_search.h: the search for the frame of a small box around a few points. */
#ifndef CAROM_BASE_OBB_SEARCH_H
#define CAROM_BASE_OBB_SEARCH_H

#include "dvec.h"
#include "rectangle.h"

#define CAROM__SEARCH_POINTS CAROM__RECTANGLE_POINTS

/* Returns a frame in which the box around the points has a small surface: never a greater one than in any of
 * the given frames, along the coordinate axes, or along the points' principal axes. */
carom__basis carom__obb_search(const carom__dvec3 *points, int count, const carom__basis *starts,
                               int start_count);

/* Half the surface of the box around count >= 1 points in a frame. */
double carom__basis_cost(const carom__basis *basis, const carom__dvec3 *points, int count);

#endif
