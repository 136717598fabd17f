/* spawn.h: the movers: of all kinds and sizes, in open space. */
#ifndef LEVEL_SPAWN_H
#define LEVEL_SPAWN_H

#include "scene.h"

/* Adds movers to the scene and to the run's world, which must have the level already; returns how many found
 * a place, or SIZE_MAX when the world refused one. */
size_t spawn_movers(scene *s, carom_world *world, size_t count, uint64_t seed);

#endif
