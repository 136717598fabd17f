/* room.h: a room for movers. */
#ifndef LEVEL_ROOM_H
#define LEVEL_ROOM_H

#include "scene.h"

/* Adds a floor at the height 0, four walls and a ceiling around (+-x, +-y), and makes them the bounds. */
void room_add(scene *s, float x, float y, float height);

#endif
