/* land.h: land as polygons with holes, in degrees: x to the east, y to the north. */
#ifndef COAST_LAND_H
#define COAST_LAND_H

#include <carom/carom.h>

typedef struct shore {
  carom_vec2 *points;
  size_t count, capacity;
} shore;

/* The shore around it, then those of its lakes. Some of x may lie beyond 180 degrees. */
typedef struct land {
  shore *shores;
  size_t count, capacity;
} land;

typedef struct atlas {
  land *lands;
  size_t count, capacity;
} atlas;

/* Reads the object `land` of a file in TopoJSON, as the npm package world-atlas has it. False with *why, a
 * sentence, when it cannot. */
bool atlas_read(atlas *out, const char *file, const char **why);

/* Continents that nobody has seen: one with a lake, one across the date line, one around a pole, and islands.
 * They are the same everywhere. */
void atlas_imagine(atlas *out);

void atlas_free(atlas *a);

/* They begin empty, the shore at the end of the last land, the point at the end of the last shore. */
land *atlas_add_land(atlas *a);
void land_add_shore(land *l);
void land_add_point(land *l, carom_vec2 point);

/* Maps end at the date line, and a shore that crosses it goes on at the other end: makes x continuous along
 * each shore, ends shores that go around the world at the pole, and moves lakes to where their land is. */
void land_unroll(land *l);

/* Is a point on land? By how often a line to the east crosses the shores (Shimrat, 1962), without the
 * engine. */
bool land_contains(const land *l, carom_vec2 point);

#endif
