/* carom/id.h: how everything in a world is named.
 *
 * An id is one word: 32 bits of index below, 24 bits of generation above, and 8 bits of the world's tag on
 * top; 0 is null and a zeroed id names nothing. Every call checks all of it, so an id that outlives its
 * object is refused with CAROM_STALE_ID and never reaches another one. Ids are plain values: copy them,
 * compare their bits, keep them in saves.
 *
 * They name things within one world. Worlds of one tag number alike, so an id of the one may happen to name
 * something in the other; worlds of different tags (carom_world_def) refuse each other's ids as stale ones.
 */
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
