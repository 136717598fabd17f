/* scene.h: what is in the run: a level of things that stand still and the bodies that fly through it.
 *
 * A scene is the game's own record, in coordinates of its own. It can be put into any number of worlds, at
 * any place; there the user pointer of each collider leads back to the item it stands for. */
#ifndef LEVEL_SCENE_H
#define LEVEL_SCENE_H

#include "bsp.h"

/* One collider. */
typedef struct scene_item {
  uint32_t number; /* its place in scene.items: first all that stand still, then all that move */
  bool moves;
  bool drifts;         /* of a mover: nothing stops or pushes it */
  const char *surface; /* what it is made of: the brush's shader */
  carom_shape shape;   /* the item holds one count of its asset */
  carom_pose pose;     /* where it stands or starts, in the scene */
  carom_vec3 linear, angular;
  carom_body body; /* of a moving one: its id in the run's world */
  size_t goal;     /* of a car: the point of the road that it drives to */
} scene_item;

struct scene;

/* What movers of a scene are like. */
typedef struct scene_cast {
  float small, large; /* half sizes */
  float slow, fast;   /* units a second */
  float spin;         /* radians a second at most */
  float shove;        /* movers push each other apart by no more in a step; they may be in a crowd */
  uint32_t own_every; /* one in so many has a shape of the scene's own */
  /* Makes such a shape of about this half size; the caller owns one count of its asset. False when it cannot.
   */
  bool (*make_own)(const struct scene *s, uint64_t *random, float half_size, carom_shape *out);
} scene_cast;

typedef struct scene {
  char name[64];
  const char *unit;    /* what the picture calls a unit of length */
  carom_pos offset;    /* where the run's world has the scene's origin */
  carom_region bounds; /* movers stay inside; in the scene, as all that follows */
  scene_item **items;
  size_t count, capacity, static_count;
  size_t hulls_accepted, hulls_refused;
  scene_cast cast;
  bsp map;         /* of a level; else zeroed */
  carom_pos *road; /* of a track: the middle of the road, in the order in which cars drive; else NULL */
  size_t road_count;
  float *points; /* of the bunny; else NULL */
  size_t point_count;
} scene;

/* Adds something that stands still, before any mover; takes the caller's count of an asset
 * over. */
scene_item *scene_add_static(scene *s, carom_shape shape, carom_pose pose, const char *surface);

/* Adds a mover; takes the caller's count of an asset over. */
scene_item *scene_add_mover(scene *s, carom_shape shape, carom_pose pose);

/* Removes a count of the asset of a shape that has one. */
void scene_release_asset(const carom_shape *shape);

/* Tells whether an item is made of triangles: a mesh or a height field. */
bool scene_item_is_surface(const scene_item *item);

/* Tells whether movers may be at a place: inside the bounds and, in a level, where players can get. */
bool scene_is_open(const scene *s, carom_pos place);

/* Puts all that stands still into a world, as one static body at `at`. */
bool scene_place_statics(const scene *s, carom_world *world, carom_pos at);

/* Puts the movers of the scene itself into the run's world; false when the world refuses one. */
bool scene_place_movers(scene *s, carom_world *world);

/* Puts a mover into a world whose scene is at `at`; the null id when the world refuses it. */
carom_body scene_place_mover(scene_item *item, carom_world *world, carom_pos at, bool with_velocity);

void scene_free(scene *s);

#endif
