/* line_cast_boxes.h: casts along lines of two boxes without a radius. */
#ifndef CAROM_NARROWPHASE_LINE_CAST_BOXES_H
#define CAROM_NARROWPHASE_LINE_CAST_BOXES_H

#include "line_pair.h"

/* carom__line_cast_find of such a pair. */
bool carom__line_cast_boxes(const carom__line_pair *pair, double *begin, carom_impact *out);

#endif
