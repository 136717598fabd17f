/* contact.h: contacts one by one, and the values that the game keeps with them. */
#ifndef CAROM_ENGINE_CONTACT_H
#define CAROM_ENGINE_CONTACT_H

#include "state.h"

#define CAROM__NO_CONTACT SIZE_MAX

/* The index in world->contacts of the contact that these colliders have; CAROM__NO_CONTACT if none or if it
 * has had its END, when its slots may be others' by now. */
size_t carom__contact_find(const carom_world *world, uint64_t key);

/* Hands the values of the last step's contacts on to those of this step, which are in world->previous. */
void carom__carry_values(carom_world *world);

#endif
