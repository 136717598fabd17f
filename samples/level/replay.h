/* replay.h: the same run in another place must be the same run. A bouncing crowd is chaotic: one rounding
 * more and it goes another way. So the second world does not run by itself: in each step it is given the
 * poses of the first, moved, and must find the same pairs. */
#ifndef LEVEL_REPLAY_H
#define LEVEL_REPLAY_H

#include "pairs.h"

typedef struct replay replay;

/* Puts the scene into a world of its own, moved by `offset`; NULL when the world refuses it. */
replay *replay_new(const scene *s, carom_pos offset);
void replay_free(replay *r);

/* After a step of the run's world and before anything has been moved: false, after printing the first
 * difference, when the moved world finds other pairs. */
bool replay_step(replay *r, const carom_world *world, long step);

#endif
