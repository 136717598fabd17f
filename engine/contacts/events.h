/* events.h: the eighth pass: the handlers run.
 *
 * Reads the events and the handlers. Writes the counts of events, and releases what died. */
#ifndef CAROM_ENGINE_EVENTS_H
#define CAROM_ENGINE_EVENTS_H

#include "state.h"

/* Delivers the queued events, and buries what died. */
void carom__step_dispatch(carom_world *world);

#endif
