/* golden_look.h: hashes of what the golden world tells. */
#ifndef CAROM_GOLDEN_LOOK_H
#define CAROM_GOLDEN_LOOK_H

#include "golden_world.h"

/* The events and counts of the last step. */
void golden_hash_events(bits_hash *hash, const carom_world *world);

/* The answers to queries of all kinds. */
void golden_hash_queries(bits_hash *hash, golden_world *golden);

#endif
