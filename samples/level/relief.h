/* relief.h: meshes that move, as seen from above: a raster of what is highest. */
#ifndef LEVEL_RELIEF_H
#define LEVEL_RELIEF_H

#include "scene.h"

/* A run of cells of one row that look alike. */
typedef struct relief_run {
  const scene_item *owner;
  carom_vec3 normal;        /* rounded, so that neighbours look alike */
  double x, y, width, side; /* of its lower left corner; in the scene */
  double height;            /* rounded down to a storey */
} relief_run;

typedef struct relief_list {
  relief_run *items;
  size_t count, capacity;
} relief_list;

/* Draws the moving meshes of a scene at their poses in a world: a ray down through the middle of each cell
 * asks them. Frees of `out`: relief_free. */
void relief_take(relief_list *out, const scene *s, const carom_world *world);

void relief_free(relief_list *list);

#endif
