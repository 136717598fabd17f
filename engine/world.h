/* world.h: the end of a world. */
#ifndef CAROM_ENGINE_WORLD_H
#define CAROM_ENGINE_WORLD_H

#include "carom/world.h"
#include "state.h"

/* Frees a world as it is, and tells nobody. */
void carom__world_free(carom_world *world);

#endif
