/* contacts.h: the seventh pass: which contacts begin, stay and end.
 *
 * Reads world->fresh, world->contacts, marks of touched bodies, step.refused. Writes world->contacts and the
 * events, and clears the marks. */
#ifndef CAROM_ENGINE_CONTACTS_H
#define CAROM_ENGINE_CONTACTS_H

#include "state.h"

carom_status carom__step_contacts(carom_world *world);

#endif
