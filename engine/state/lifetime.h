/* lifetime.h: how a world begins and ends, without its game. */
#ifndef CAROM_ENGINE_LIFETIME_H
#define CAROM_ENGINE_LIFETIME_H

#include "carom/world.h"
#include "state.h"

/* An empty world; NULL stands for the definition of all zeros. */
carom_status carom__world_create(const carom_world_def *def, carom_world **out);
/* Frees a world as it is, and tells nobody. */
void carom__world_free(carom_world *world);

/* Gives a world that has handed out no id yet its tag. */
void carom__world_set_tag(carom_world *world, uint8_t tag);

#endif
