/* swept_hits.h: the hits of a step in order, and as contacts.
 *
 * Reads the hits of the step and world->fresh. Writes both. */
#ifndef CAROM_ENGINE_SWEPT_HITS_H
#define CAROM_ENGINE_SWEPT_HITS_H

#include "state.h"

/* Joins contacts of the hits that are apart at the end of the step to the fresh ones, which are in
 * world->fresh, and puts hits in the order of their fractions. */
carom_status carom__swept_join(carom_world *world);

#endif
