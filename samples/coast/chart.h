/* chart.h: draws a sea as scalable vector graphics. */
#ifndef COAST_CHART_H
#define COAST_CHART_H

#include "sea.h"

/* False when the file cannot be written. */
bool chart_draw(const sea *s, const char *file);

#endif
