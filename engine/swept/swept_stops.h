/* swept_stops.h: bodies that stay where they hit. */
#ifndef CAROM_ENGINE_SWEPT_STOPS_H
#define CAROM_ENGINE_SWEPT_STOPS_H

#include "swept_meet.h"

/* Stops the bodies that stop at what they hit: among the meetings of the step, which ascend by their
 * colliders, finds those that come to be then. */
carom_status carom__swept_stop(carom_world *world, const carom__moved *moved, carom__meeting *meetings,
                               size_t count);

#endif
