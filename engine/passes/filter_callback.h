/* filter_callback.h: what the game's own filter says of a pair of colliders, after carom__filter_admits. */
#ifndef CAROM_ENGINE_FILTER_CALLBACK_H
#define CAROM_ENGINE_FILTER_CALLBACK_H

#include "state.h"

/* Does the game's callback admit it? What it has said of what a swept body may meet in this step stands. */
bool carom__filter_asks(const carom_world *world, uint32_t a, uint32_t b);
/* The same after the cull, which has asked about all candidates. */
bool carom__filter_asks_late(const carom_world *world, uint32_t a, uint32_t b);

#endif
