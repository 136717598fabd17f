/* carom/id.h: how everything in a world is named.
 *
 * An id is one word: 32 bits of index below, 32 bits of generation above; 0 is null and a zeroed id names
 * nothing. Every call checks the generation, so an id that outlives its object is refused with CAROM_STALE_ID
 * and never reaches another one. Ids are plain values: copy them, compare their bits, keep them in saves.
 * They name things within one world: worlds number alike, so an id of another world may happen to name
 * something here. */
#ifndef CAROM_ID_H
#define CAROM_ID_H

#include "common.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct carom_world carom_world; /* opaque; owned by whoever created it */

/* Something that is in one place and moves as one. */
typedef struct carom_body {
  uint64_t bits;
} carom_body;

/* A shape on a body. */
typedef struct carom_collider {
  uint64_t bits;
} carom_collider;

/* A registered event handler. */
typedef struct carom_handler {
  uint64_t bits;
} carom_handler;

#ifdef __cplusplus
}
#endif

#endif
