/* line_cast_flats.h: casts along lines of two planar shapes of any kinds. */
#ifndef CAROM_NARROWPHASE_LINE_CAST_FLATS_H
#define CAROM_NARROWPHASE_LINE_CAST_FLATS_H

#include "line_pair.h"

/* carom__line_cast_find of such a pair. */
bool carom__line_cast_flats(const carom__line_cast *it, carom_impact *out);

#endif
