/* gap.h: whether a convex shape touches a triangle, in double and by no code of the engine's. */
#ifndef LEVEL_GAP_H
#define LEVEL_GAP_H

#include "carom/carom.h"

typedef struct gap_triangle {
  carom_pos corners[3];
} gap_triangle;

/* All points within `radius` of the hull of `points`. */
typedef struct gap_solid {
  carom_pos *points;
  size_t count, capacity;
  double radius;
} gap_solid;

/* The place in the world of a point of a body, and the other way round. */
carom_pos gap_placed(const carom_pose *pose, carom_pos local);
carom_pos gap_unplaced(const carom_pose *pose, carom_pos place);

/* The number of solids that a shape is: the children of a compound, or one. */
size_t gap_solid_count(const carom_shape *shape);

/* Sets the points of a sphere, capsule, box or hull at a pose in the world, or those of such a child of a
 * compound by its index; they are scaled about the origin of their shape. False for other shapes. */
bool gap_solid_set(gap_solid *solid, const carom_shape *shape, size_t index, const carom_pose *pose,
                   double scale);

void gap_solid_free(gap_solid *solid);

/* Tells whether a solid touches a triangle, up to a part in a billion of their sizes. */
bool gap_touches(const gap_solid *solid, const gap_triangle *triangle);

#endif
