/* epa_polish.h: the last digits of the depth of curved cores. */
#ifndef CAROM_NARROWPHASE_EPA_POLISH_H
#define CAROM_NARROWPHASE_EPA_POLISH_H

#include "epa.h"

/* Turns out->normal to where out->depth, the support of A - B along it, is least around, when that is all but
 * the same along the circle of directions about an axis: that of a solid of revolution, unit. The depth never
 * grows; the points stay as they are. */
void carom__epa_polish(const carom__cores *cores, carom__dvec3 axis, carom__epa_result *out);

#endif
