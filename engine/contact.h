/* contact.h: contacts one by one, and the values that the game keeps with them. */
#ifndef CAROM_ENGINE_CONTACT_H
#define CAROM_ENGINE_CONTACT_H

#include "state.h"

#define CAROM__NO_CONTACT SIZE_MAX

/* The index in world->contacts of the contact that these colliders have; CAROM__NO_CONTACT if none or if it
 * has had its END, when its slots may be others' by now. */
size_t carom__contact_find(const carom_world *world, uint64_t key);

/* Do both bodies of a pair of colliders rest? */
static inline bool carom__contact_rests(const carom_world *world, uint64_t key) {
  const carom__gate *gates = world->colliders.gates.data;
  return !bits_test(&world->bodies.touched, gates[key >> 32].body) &&
         !bits_test(&world->bodies.touched, gates[(uint32_t)key].body);
}

/* Hands the values of the last step's contacts on to those of this step, which are in world->previous. */
void carom__carry_values(carom_world *world);

#endif
