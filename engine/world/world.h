/* world.h: the tag and the end of a world. */
#ifndef CAROM_ENGINE_WORLD_H
#define CAROM_ENGINE_WORLD_H

#include "carom/world.h"
#include "state.h"

/* Gives a world that has handed out no id yet its tag. */
void carom__world_set_tag(carom_world *world, uint8_t tag);
/* Frees a world as it is, and tells nobody. */
void carom__world_free(carom_world *world);

#endif
