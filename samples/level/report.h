/* report.h: tells a person how a run went. */
#ifndef LEVEL_REPORT_H
#define LEVEL_REPORT_H

#include "options.h"
#include "summary.h"

/* "spheres" and so on. */
const char *kind_plural(carom_shape_kind kind);

void report_print(const scene *s, const options *o, const summary *sum);

#endif
