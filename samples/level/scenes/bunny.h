/* bunny.h: the bundled scan of the Stanford bunny, with z up and its middle at the origin. */
#ifndef LEVEL_BUNNY_H
#define LEVEL_BUNNY_H

#include "scene.h"

/* It is about twice as high. */
#define BUNNY_HALF 5.0f

/* Movers of all kinds, some of which are small bunnies. */
extern const scene_cast bunny_cast;

/* Reads the points into the scene; false after telling on stderr that they cannot be read. */
bool bunny_load(scene *s, const char *folder);

/* The scan as it is: closed, so that it is solid. NULL after telling on stderr why there is none. */
carom_mesh *bunny_mesh(const scene *s, const char *folder);

#endif
