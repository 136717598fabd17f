/* scene_kinds.h: the scenes there are. Each function fills a zeroed scene with all that stands still and the
 * cast of movers; false after telling on stderr what went wrong. */
#ifndef LEVEL_SCENE_KINDS_H
#define LEVEL_SCENE_KINDS_H

#include "scene.h"

/* A walled room of obstacles around a large Stanford bunny; small ones are among the movers. */
bool scene_bunny_load(scene *s, const char *data_folder);

/* A room in which scans turn and bodies fly around them: two dragons through each other, from a file, and two
 * bunnies. Without the file, the bunnies alone. */
bool scene_scan_load(scene *s, const char *dragon_path, const char *data_folder);

/* A level of OpenArena (or another game of the family): every solid brush is a static hull, and the
 * curved surfaces are a mesh. */
bool scene_map_load(scene *s, const char *map, const char *archive);

/* A track of SuperTuxKart: a mesh for each model, and cars that drive over it, or else the movers of a level,
 * which fly through it. */
bool scene_track_load(scene *s, const char *name, bool with_flyers);

/* A terrain of Trigger Rally: a height field, and cars that drive over it. */
bool scene_terrain_load(scene *s, const char *name);

#endif
