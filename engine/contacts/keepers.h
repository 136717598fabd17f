/* keepers.h: the `keep` handlers, which are asked before the events whether a contact exists. */
#ifndef CAROM_ENGINE_KEEPERS_H
#define CAROM_ENGINE_KEEPERS_H

#include "state.h"

/* Takes out of this step's contacts, which are in world->fresh still, those that a handler drops, and
 * marks those of them that were among the last step's. Of what rests the answer stands. Needs no memory. */
void carom__ask_keepers(carom_world *world);

#endif
