/* contact_ends.h: contacts that end outside of a step's comparison: by a clear, or by what handlers destroy.
 */
#ifndef CAROM_ENGINE_CONTACT_ENDS_H
#define CAROM_ENGINE_CONTACT_ENDS_H

#include "state.h"

/* Queues an END for every contact that is left, as clear does. */
void carom__contacts_end_all(carom_world *world);
/* Appends ENDs for contacts whose bodies or colliders died since the last call. */
void carom__contacts_end_dead(carom_world *world);
/* Ends a contact of this step whose BEGIN is not delivered: it never was. */
void carom__contact_void(carom_world *world, const carom_contact *contact);

/* Is a side's body or collider dying? */
bool carom__contact_is_dead(const carom_world *world, const carom_contact *contact);

#endif
