/* handlers.h: the handlers of a world, and the events that each one receives. */
#ifndef CAROM_ENGINE_HANDLERS_H
#define CAROM_ENGINE_HANDLERS_H

#include "state.h"

/* Room for an event that is seen from its other side. */
typedef struct carom__turned {
  carom_event event;
  carom_contact contact;
} carom__turned;

/* Returns the event as a handler sees it, in `room` when it must be turned around, or NULL when the handler
 * is removed or has not asked for it. */
const carom_event *carom__handler_view(const carom__handler_entry *entry, const carom_event *event,
                                       carom__turned *room);

/* Drops the entries of removed handlers when they are more than half, so that each costs a constant time;
 * keeps the order of the others. */
void carom__handlers_compact(carom_world *world);

#endif
