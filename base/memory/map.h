/* map.h: a hash map from 64-bit keys to 64-bit values, on uthash, or by itself with CAROM_NO_UTHASH. It
 * serves what is used once per call, not once per pair and step. */
#ifndef CAROM_BASE_MAP_H
#define CAROM_BASE_MAP_H

#include "alloc.h"
#include "carom/status.h"

typedef struct carom__map {
  carom_allocator allocator;
#ifdef CAROM_NO_UTHASH
  struct carom__map_slot *slots;
  size_t count, room; /* of slots */
#else
  struct carom__map_entry *entries;
#endif
} carom__map;

/* The finaliser of splitmix64 (Steele, Lea and Flood, 2014), computed from the number and not from its bytes,
 * so that it is the same on every platform. */
static inline unsigned carom__map_hash(uint64_t key) {
  key = (key ^ (key >> 30)) * 0xBF58476D1CE4E5B9u;
  key = (key ^ (key >> 27)) * 0x94D049BB133111EBu;
  return (unsigned)(key ^ (key >> 31));
}

void carom__map_init(carom__map *map, const carom_allocator *allocator);
/* Sets the value of a key, new or old; CAROM_OUT_OF_MEMORY leaves the map as it was. */
carom_status carom__map_put(carom__map *map, uint64_t key, uint64_t value);
bool carom__map_get(const carom__map *map, uint64_t key, uint64_t *value);
void carom__map_free(carom__map *map);

#endif
