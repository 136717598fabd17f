/* terrain.h: the ground of a rally of Trigger Rally: a picture of heights, and the places that cars pass. */
#ifndef FORMATS_TERRAIN_H
#define FORMATS_TERRAIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct terrain {
  uint8_t *heights; /* rows of pixels, the northern one first */
  size_t width, height;
  double spacing, step; /* metres from pixel to pixel, and of one step of height */
  double (*points)[2];  /* metres to the east and to the north of the south-western pixel */
  size_t point_count, point_capacity;
} terrain;

/* Reads an installed terrain by its name; false after telling on stderr what is missing. */
bool terrain_read(terrain *out, const char *name);

void terrain_free(terrain *t);

#endif
