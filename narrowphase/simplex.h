/* simplex.h: up to four points of a Minkowski difference and their point nearest to the origin. */
#ifndef CAROM_NARROWPHASE_SIMPLEX_H
#define CAROM_NARROWPHASE_SIMPLEX_H

#include "cores.h"

typedef struct carom__simplex {
  carom__vertex vertices[4];
  double weights[4]; /* >= 0, sum 1: of the nearest point */
  int count;
} carom__simplex;

/* Finds the point of the simplex nearest to the origin, sets the weights and drops the vertices that do not
 * carry it. All four vertices stay when the origin is inside. Flat and repeated vertices are allowed. */
void carom__simplex_reduce(carom__simplex *simplex);

/* The weighted sums: the nearest point of A - B, and the points of A and B that it comes from. */
carom__dvec3 carom__simplex_point(const carom__simplex *simplex);
carom__dvec3 carom__simplex_point_a(const carom__simplex *simplex);
carom__dvec3 carom__simplex_point_b(const carom__simplex *simplex);

#endif
