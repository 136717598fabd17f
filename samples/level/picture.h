/* picture.h: the world at the end of a run, from above, as a drawing in SVG. */
#ifndef LEVEL_PICTURE_H
#define LEVEL_PICTURE_H

#include "summary.h"
#include "trails.h"

/* Writes the picture; surfaces above `cut` are left out. False after telling on stderr what went wrong. */
bool picture_write(const char *path, const scene *s, const carom_world *world, const trails *t,
                   const summary *sum, double cut);

#endif
