/* graveyard.h: how bodies and colliders end. What is destroyed is marked, so that no pass finds it; its slot
 * is released once the ENDs of its contacts are delivered. */
#ifndef CAROM_ENGINE_GRAVEYARD_H
#define CAROM_ENGINE_GRAVEYARD_H

#include "state.h"

/* Marks a body and its colliders as dying; one that is dying stays so. */
void carom__body_kill(carom_world *world, uint32_t slot);
/* Takes a living collider off its body and marks it as dying. */
void carom__collider_kill(carom_world *world, uint32_t slot);
/* Releases what died, after its ENDs were delivered. */
void carom__bury(carom_world *world);

#endif
