/* palette.h: the picture's colours: muted ground by height and light, clear colours for what moves. */
#ifndef LEVEL_PALETTE_H
#define LEVEL_PALETTE_H

#include "carom/carom.h"

typedef struct colour {
  uint8_t red, green, blue;
} colour;

/* Of ground at a height (0 the lowest, 1 the highest) that faces along a normal. */
colour palette_ground(double height, carom_vec3 normal);

/* Of a mover of a kind. */
colour palette_kind(carom_shape_kind kind);

/* Of a moving mesh: the first ones differ. */
colour palette_scan(size_t number);

/* Of the edges of a face in this colour. */
colour palette_edge(colour face);

/* A colour in the light that falls on a face. */
colour palette_lit(colour base, carom_vec3 normal);

#endif
