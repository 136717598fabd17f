/* meet_triangles.h: a convex shape and one that is made of triangles. */
#ifndef CAROM_NARROWPHASE_MEET_TRIANGLES_H
#define CAROM_NARROWPHASE_MEET_TRIANGLES_H

#include "gathering.h"

/* Adds all contacts of a child of A with one of B to a gathering; false when they are not a convex one and
 * one of triangles. alone[0]: this child is the only one of A that is near B; alone[1]: the same of B. */
bool carom__triangles_meet(carom__gathering *g, const carom__part *a, const carom__part *b,
                           const bool alone[2]);

/* Do they touch? False when they are others, or there is no closed form. */
bool carom__triangles_touch(carom__site a, carom__site b, bool *out);

#endif
