/* line_cast.h: when two shapes that move along lines and do not turn first touch, without a search. */
#ifndef CAROM_NARROWPHASE_LINE_CAST_H
#define CAROM_NARROWPHASE_LINE_CAST_H

#include "carom/cast.h"

#include "dvec.h"
#include "pair_call.h"

typedef struct carom__line_cast {
  carom__site a, b;              /* where they begin */
  carom__dvec3 travel, travel_a; /* of B as A sees it, and of A, in the world */
  double margin;
  double until; /* a hit after this time need not be told */
} carom__line_cast;

/* Answers what carom__impact would, for points, segments and boxes with a radius, and two boxes without one.
 * False, and *out stays as it is, when it cannot: of other shapes, and of those that begin so near to each
 * other that they may touch there. */
bool carom__line_cast_find(const carom__line_cast *it, carom_impact *out);

#endif
