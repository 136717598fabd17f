/* epa_points.h: where two cores meet that are parted along the axis of their depth. */
#ifndef CAROM_NARROWPHASE_EPA_POINTS_H
#define CAROM_NARROWPHASE_EPA_POINTS_H

#include "gjk.h"

typedef struct carom__epa_result {
  carom__dvec3 normal;           /* unit, from A to B: moving B along it by depth parts the cores */
  double depth;                  /* negative by rounding when the cores only touch */
  carom__dvec3 point_a, point_b; /* points of the cores, one depth apart */
  carom__simplex simplex;        /* what carries them: one to three vertices */
} carom__epa_result;

/* From the normal and the depth along it, finds the points and the simplex: those that are nearest when B is
 * moved by the depth. When the cores then look at each other along another normal, along which they are less
 * deep, that one is taken, which goes downhill to the least depth nearby. CAROM_NOT_CONVERGED when GJK fails
 * on the parted cores. */
carom_status carom__epa_points(const carom__cores *cores, carom__epa_result *out);

#endif
