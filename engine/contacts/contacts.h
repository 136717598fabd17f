/* contacts.h: the seventh pass: which contacts begin, stay and end. */
#ifndef CAROM_ENGINE_CONTACTS_H
#define CAROM_ENGINE_CONTACTS_H

#include "state.h"

carom_status carom__step_contacts(carom_world *world);

#endif
