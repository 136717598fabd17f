/* trails.h: where each mover has been lately, for the picture. */
#ifndef LEVEL_TRAILS_H
#define LEVEL_TRAILS_H

#include "scene.h"

enum { TRAIL_LENGTH = 31, TRAIL_STEPS_APART = 3 }; /* the last second and a half */

/* For each mover a ring of places; the oldest is the next to be overwritten. */
typedef struct trails {
  carom_pos *places;
  size_t mover_count, taken;
} trails;

void trails_start(trails *t, const scene *s);
void trails_free(trails *t);

/* After each step: takes the movers' places down when it is time to. */
void trails_take(trails *t, const scene *s, const carom_world *world, long step);

/* Writes a mover's places, oldest first, to out[TRAIL_LENGTH] and returns how many there are. */
size_t trails_of(const trails *t, size_t mover, carom_pos *out);

#endif
