/* line_cast_round.h: casts along lines of two shapes with plain cores of which at most one is a box. */
#ifndef CAROM_NARROWPHASE_LINE_CAST_ROUND_H
#define CAROM_NARROWPHASE_LINE_CAST_ROUND_H

#include "line_pair.h"

/* carom__line_cast_find of such a pair. */
bool carom__line_cast_round(const carom__line_pair *pair, carom_impact *out);

#endif
