/* mesh_exact.h: signs without rounding. */
#ifndef CAROM_NARROWPHASE_MESH_EXACT_H
#define CAROM_NARROWPHASE_MESH_EXACT_H

#include "carom/types.h"

/* The way from one point to another. */
typedef struct carom__mesh_way {
  carom_vec3 from, to;
} carom__mesh_way;

/* The sign of the determinant of three ways: 1, 0 or -1. It is positive for the x, y and z axes. Coordinates
 * are finite, and their products in threes are below 1e300. (After Shewchuk, 1997.) */
int carom__mesh_sign(const carom__mesh_way ways[3]);

/* Are the corners of a triangle on one line? */
bool carom__mesh_is_flat(const carom_vec3 corners[3]);

#endif
