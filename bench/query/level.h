/* level.h: a level of OpenArena to be asked: each solid brush is a hull that stands still. */
#ifndef CAROM_BENCH_QUERY_LEVEL_H
#define CAROM_BENCH_QUERY_LEVEL_H

#include "moving/scenes.h"

/* Half a player: what the level's units are to the half extents of questions. */
#define QUERY_LEVEL_UNIT 24

/* Loads an installed map by its name, or a .bsp file; false after telling on stderr what was missing. */
bool query_level_load(const char *map, bench_scene *out);

/* Is a point of the level that was loaded where players can be? */
bool query_level_is_open(carom_vec3 point);

#endif
