/* golden_play.h: what a game does to the golden world between steps and in its handlers. */
#ifndef CAROM_GOLDEN_PLAY_H
#define CAROM_GOLDEN_PLAY_H

#include "golden_world.h"

/* Adds the handlers; once for a world. */
void golden_add_handlers(golden_world *golden);

/* Does all that comes before step `step`. */
void golden_play(golden_world *golden, uint32_t step);

#endif
