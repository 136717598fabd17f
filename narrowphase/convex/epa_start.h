/* epa_start.h: the tetrahedron with which EPA starts. */
#ifndef CAROM_NARROWPHASE_EPA_START_H
#define CAROM_NARROWPHASE_EPA_START_H

#include "simplex.h"

/* Fills v with vertices of A - B that span as much as it has dimensions, from the simplex that GJK ended
 * with; returns how many: four, unless A - B is flat. */
int carom__epa_start(const carom__cores *cores, const carom__simplex *simplex, carom__vertex v[4]);

/* A unit direction in which A - B has no thickness, from the one to three vertices that span it; the one of
 * both signs in which it is less deep. */
carom__dvec3 carom__epa_flat_normal(const carom__cores *cores, const carom__vertex *v, int count);

#endif
