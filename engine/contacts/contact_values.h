/* contact_values.h: the values that the game keeps with contacts. */
#ifndef CAROM_ENGINE_CONTACT_VALUES_H
#define CAROM_ENGINE_CONTACT_VALUES_H

#include "state.h"

/* Hands the values of the last step's contacts on to those that this step found, which are in world->fresh.
 */
void carom__carry_values(carom_world *world);

#endif
