/* epa.h: how deep two convex cores overlap (the expanding polytope algorithm: van den Bergen, 2001). */
#ifndef CAROM_NARROWPHASE_EPA_H
#define CAROM_NARROWPHASE_EPA_H

#include "gjk.h"

/* The polytope has at most this many vertices, and twice as many faces less four; it lives on the stack and
 * takes some 50 kB of it. */
#define CAROM__EPA_VERTICES 256

typedef struct carom__epa_result {
  carom__dvec3 normal;           /* unit, from A to B: moving B along it by depth parts the cores */
  double depth;                  /* negative by rounding when the cores only touch */
  carom__dvec3 point_a, point_b; /* points of the cores, one depth apart */
  carom__simplex simplex;        /* what carries them: one to three vertices */
} carom__epa_result;

/* Finds the least translation that parts two cores, from the simplex that GJK ended with. Cores that only
 * touch and flat cores (two segments that cross) are allowed. The depth is within 8 u of cores->size of the
 * least. Finely rounded hulls whose centres all but coincide can fill the polytope before that; then it is
 * within a 64th of itself, and moving by it still parts the cores, or CAROM_NOT_CONVERGED is returned. */
carom_status carom__epa(const carom__cores *cores, const carom__simplex *start, carom__epa_result *out);

#endif
