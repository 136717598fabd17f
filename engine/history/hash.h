/* hash.h: hashes of a world and of its events; carom_world_hash is the public one. */
#ifndef CAROM_ENGINE_HASH_H
#define CAROM_ENGINE_HASH_H

#include "state.h"

/* A hash of the events that the last dispatch delivered, but for user pointers. */
uint64_t carom__events_hash(const carom_world *world);

#endif
