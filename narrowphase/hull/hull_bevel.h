/* hull_bevel.h: planes that bound a hull at sharp edges and vertices. */
#ifndef CAROM_NARROWPHASE_HULL_BEVEL_H
#define CAROM_NARROWPHASE_HULL_BEVEL_H

#include "hull.h"

/* Puts in place of a hull that is complete but for its bevels one that has them. CAROM_NOT_CONVERGED when
 * they are not enough, CAROM_OUT_OF_MEMORY; the hull is as it was then. */
carom_status carom__hull_bevel(carom_hull **hull);

#endif
