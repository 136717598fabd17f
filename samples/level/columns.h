/* columns.h: many triangles in columns along z, so that not all of them need be tried. */
#ifndef LEVEL_COLUMNS_H
#define LEVEL_COLUMNS_H

#include "gap.h"

typedef struct column_list column_list;

typedef struct columns_box {
  carom_pos min, max;
} columns_box;

/* The smallest box around points, wider by a margin. */
columns_box columns_box_of(const carom_pos *points, size_t count, double margin);

/* Lists one triangle or more, which must stay where they are. */
column_list *columns_new(const gap_triangle *triangles, size_t count);
void columns_free(column_list *c);

/* The bounds of all triangles. */
const columns_box *columns_bounds(const column_list *c);

/* Receives the number of a triangle; false ends the walk. */
typedef bool columns_visit(void *user, size_t number);

/* Visits each triangle whose bounds meet a box, some more than once; false when the visitor ended the walk.
 */
bool columns_walk(const column_list *c, const columns_box *box, columns_visit *visit, void *user);

/* The number of times that closed triangles wind around a place, which is not on one of them. It is counted
 * along the ray straight up, or by solid angles where that ray meets an edge. */
int columns_winding(const column_list *c, carom_pos place);

#endif
