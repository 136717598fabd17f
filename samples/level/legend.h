/* legend.h: the strip below the picture: what is seen, how much of it, and how large it is. */
#ifndef LEVEL_LEGEND_H
#define LEVEL_LEGEND_H

#include "summary.h"
#include "svg.h"

#define LEGEND_HEIGHT 132.0

/* Writes the strip at the bottom of a page of this size. low and high are the heights of the ramp's ends. */
void legend_write(svg *out, const scene *s, const summary *sum, double page_width, double page_height,
                  double low, double high);

#endif
