/* carom/id.h: the ids that name everything in a world.
 *
 * An id is one word of 64 bits. The lowest 32 bits are an index, the next 24 bits a generation, and the
 * highest 8 bits the tag of the world. The value 0 is the null id, so a zeroed id names nothing. Every call
 * checks all parts. A call with an id of a destroyed object returns CAROM_STALE_ID and never reaches another
 * object. Ids are plain values: a game may copy them, compare their bits and store them in saves.
 *
 * An id names an object of one world. Worlds with the same tag use the same numbers, so an id of one of them
 * may also name an object of the other. Worlds with different tags (carom_world_def) refuse each other's ids
 * as stale. */
#ifndef CAROM_ID_H
#define CAROM_ID_H

#include "common.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A world. The type is opaque, and the creator owns the world. */
typedef struct carom_world carom_world;

/* A body: an object that has one pose and moves as a whole. */
typedef struct carom_body {
  uint64_t bits; /* 0: the null id */
} carom_body;

/* A collider: a shape on a body. */
typedef struct carom_collider {
  uint64_t bits; /* 0: the null id */
} carom_collider;

/* A registered event handler. */
typedef struct carom_handler {
  uint64_t bits; /* 0: the null id */
} carom_handler;

#ifdef __cplusplus
}
#endif

#endif
