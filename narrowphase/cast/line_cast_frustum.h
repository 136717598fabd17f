/* line_cast_frustum.h: casts along lines of a sphere and a cylinder or cone. */
#ifndef CAROM_NARROWPHASE_LINE_CAST_FRUSTUM_H
#define CAROM_NARROWPHASE_LINE_CAST_FRUSTUM_H

#include "line_pair.h"

/* carom__line_cast_find of such a pair. */
bool carom__line_cast_frustum(const carom__line_cast *it, double *begin, carom_impact *out);

#endif
