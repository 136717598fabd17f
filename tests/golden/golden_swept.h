/* golden_swept.h: a second world, of bodies so fast that they are swept. */
#ifndef CAROM_GOLDEN_SWEPT_H
#define CAROM_GOLDEN_SWEPT_H

#include "golden_world.h"

/* Fills a world that has no bodies. */
void golden_swept_populate(golden_world *golden);

/* Does all that comes before a step. */
void golden_swept_play(golden_world *golden);

/* What swept bodies met in the last step. */
void golden_hash_hits(bits_hash *hash, const carom_world *world);

#endif
