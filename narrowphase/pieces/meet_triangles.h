/* meet_triangles.h: a convex shape and one that is made of triangles. */
#ifndef CAROM_NARROWPHASE_MEET_TRIANGLES_H
#define CAROM_NARROWPHASE_MEET_TRIANGLES_H

#include "gathering.h"

/* Adds all contacts of the shapes of a gathering; false when they are not a convex one of space and one of
 * triangles, or a compound. */
bool carom__triangles_meet(carom__gathering *g);

/* Do they touch? False when they are others, or there is no closed form. */
bool carom__triangles_touch(carom__site a, carom__site b, bool *out);

#endif
