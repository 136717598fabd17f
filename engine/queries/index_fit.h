/* index_fit.h: making the trees over the boxes of all bodies fit (body_index.h).
 *
 * Nothing is done for them before the first query comes. A query that finds something touched since the last
 * one makes them fit. Queries may come from many threads at once: one of them does it, and those that come
 * meanwhile do without. */
#ifndef CAROM_ENGINE_INDEX_FIT_H
#define CAROM_ENGINE_INDEX_FIT_H

#include "state.h"

/* Makes the trees fit. False: they do not, because memory is out or another thread is at it. */
bool carom__body_index_open(const carom_world *world);

#endif
