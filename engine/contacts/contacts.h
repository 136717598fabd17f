/* contacts.h: the seventh pass: which contacts begin, stay and end. */
#ifndef CAROM_ENGINE_CONTACTS_H
#define CAROM_ENGINE_CONTACTS_H

#include "state.h"

carom_status carom__step_contacts(carom_world *world);

/* Queues an END for every contact that is left, as clear does. */
void carom__contacts_end_all(carom_world *world);
/* Appends ENDs for contacts whose bodies or colliders died since the last call. */
void carom__contacts_end_dead(carom_world *world);
/* Ends a contact of this step whose BEGIN is not delivered: it never was. */
void carom__contact_void(carom_world *world, const carom_contact *contact);

/* Make room for so many contacts in place of those that there are, and for their ENDs, and append one,
 * ascending by key. Nothing is refused where the world has had as many. What may fail besides comes before:
 * afterwards the contacts are lost. */
carom_status carom__contacts_reserve(carom_world *world, size_t count);
void carom__contacts_push(carom_world *world, uint64_t key, const carom_contact *contact);

/* Is a side's body or collider dying? */
bool carom__contact_is_dead(const carom_world *world, const carom_contact *contact);

#endif
