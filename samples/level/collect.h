/* collect.h: gathers from carom_world_draw what a top view needs. */
#ifndef LEVEL_COLLECT_H
#define LEVEL_COLLECT_H

#include "outline.h"
#include "scene.h"

/* A piece of surface as seen from above: one flat face of a shape, or the outline of a whole mover. */
typedef struct patch {
  const scene_item *owner;
  bool is_outline;
  bool is_relief;      /* some cells of a moving mesh (relief.h) */
  size_t first, count; /* its points */
  carom_vec3 normal;
  double height; /* by which patches are painted, low ones first */
  size_t turn;   /* the order of those of one height */
} patch;

typedef struct patch_list {
  patch *items;
  size_t count, capacity;
} patch_list;

/* A contact point and the end of its normal. */
typedef struct contact_mark {
  outline_point at, end;
} contact_mark;

/* All in the coordinates of the scene. */
typedef struct collection {
  patch_list ground, movers; /* sorted for painting */
  outline_point *points;
  size_t point_count, point_capacity;
  contact_mark *contacts;
  size_t contact_count, contact_capacity;
} collection;

/* Surfaces above `cut`, skies, ceilings and what has no open space above them are left out. */
bool collect(collection *out, const scene *s, const carom_world *world, double cut);
void collection_free(collection *c);

#endif
