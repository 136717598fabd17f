/* sea.h: a world of land that stands, ships that turn away from it and from each other, and storms that drift
 * over all and tell what they cover. A unit is a degree. */
#ifndef COAST_SEA_H
#define COAST_SEA_H

#include "land.h"

enum { SHIPS = 120, STORMS = 9, TRAIL = 64 };

/* What a collider is. */
enum { LAND = 1, SHIP = 2, STORM = 4 };

typedef struct ship {
  carom_body body;
  carom_vec2 trail[TRAIL]; /* where it has been, now and then */
  size_t trail_count;
  size_t storms; /* that are over it */
} ship;

typedef struct storm {
  carom_body body;
  float radius;
  size_t ships, pieces; /* that it covers */
} storm;

typedef struct sea {
  carom_world *world;
  const atlas *atlas;
  carom_pieces **pieces; /* of each land; NULL when it was refused */
  size_t piece_count;
  ship ships[SHIPS];
  storm storms[STORMS];
  size_t landfalls, meetings;
} sea;

/* Puts everything into a new world; what cannot be cut is named on stderr and left out. Stops the program
 * when there is no world. */
void sea_make(sea *s, const atlas *a);
void sea_free(sea *s);

/* Goes on by so many steps of a tenth of a second. */
void sea_sail(sea *s, int steps);

/* How many turns of the world to the east a land is to be seen a second time, since it reaches over the date
 * line: -1, 0 or 1. */
int land_second_turn(const land *l);

/* Is a point on land, as the world says? */
bool sea_is_land(const sea *s, carom_vec2 point);

/* The corners of a ship, in its own frame. */
enum { SHIP_CORNERS = 5 };
extern const carom_vec2 ship_corners[SHIP_CORNERS];

#endif
