/* rings_line.h: the sides of a polygon that a vertical sweep line crosses, in ascending order. They form a
 * list and a splay tree, which moves each side it finds to its root (Sleator and Tarjan, 1985). n steps take
 * a time of n log n. */
#ifndef CAROM_BASE_RINGS_LINE_H
#define CAROM_BASE_RINGS_LINE_H

#include "rings.h"

/* Places are numbers from 1 on; 0 is below all, and above all. */
typedef struct carom__line_place {
  uint32_t side;
  uint32_t under, over; /* the next places */
  uint32_t parent, child[2];
} carom__line_place;

typedef struct carom__line {
  const carom__rings *polygon;
  carom__line_place *places;
  uint32_t *place_of; /* of each side that the line crosses */
  uint32_t count, root;
} carom__line;

carom_status carom__line_init(carom__arena *arena, const carom__rings *polygon, carom__line *line);
/* Finds the place under a point. False: the point is on a side, and that is its place. */
bool carom__line_find(carom__line *line, carom_vec2 point, uint32_t *out);
/* Returns the place of a side that comes over a place. */
uint32_t carom__line_insert(carom__line *line, uint32_t under, uint32_t side);
/* Puts one side where another one was. */
void carom__line_replace(carom__line *line, uint32_t place, uint32_t side);
void carom__line_remove(carom__line *line, uint32_t place);

#endif
