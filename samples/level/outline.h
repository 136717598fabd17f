/* outline.h: the outline of points in the plane. */
#ifndef LEVEL_OUTLINE_H
#define LEVEL_OUTLINE_H

#include <stddef.h>

typedef struct outline_point {
  double x, y;
} outline_point;

/* Writes the convex hull of count >= 1 points to out (room for count + 1), counter-clockwise, and returns its
 * number of points; sorts the points. (Andrew's monotone chain, 1979.) */
size_t outline_convex(outline_point *points, size_t count, outline_point *out);

#endif
