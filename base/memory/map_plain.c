/* map_plain.c: the hash map where there is no uthash: a table with open addressing and linear probing (Knuth,
 * The Art of Computer Programming 6.4, algorithm L). */
#include "map.h"

#ifdef CAROM_NO_UTHASH

typedef struct carom__map_slot {
  uint64_t key, value;
  bool used;
} slot;

enum { LEAST_ROOM = 16 };

/* The slot of a key, or the unused one where it belongs. The room is a power of two, and not all are used. */
static slot *slot_of(slot *slots, size_t room, uint64_t key) {
  size_t i = carom__map_hash(key) & (room - 1);
  while (slots[i].used && slots[i].key != key) i = (i + 1) & (room - 1);
  return &slots[i];
}

void carom__map_init(carom__map *map, const carom_allocator *allocator) {
  *map = (carom__map){.allocator = allocator ? *allocator : (carom_allocator){0}};
}

/* Doubles the table, so that half of it is unused. */
static carom_status grow(carom__map *map) {
  const size_t room = map->room > 0 ? 2 * map->room : LEAST_ROOM;
  if (room > SIZE_MAX / sizeof *map->slots) return CAROM_OUT_OF_MEMORY;
  slot *slots = carom__alloc(&map->allocator, room * sizeof *slots);
  if (!slots) return CAROM_OUT_OF_MEMORY;
  for (size_t i = 0; i < room; i++) slots[i] = (slot){0};
  for (size_t i = 0; i < map->room; i++)
    if (map->slots[i].used) *slot_of(slots, room, map->slots[i].key) = map->slots[i];
  carom__free(&map->allocator, map->slots, map->room * sizeof *slots);
  map->slots = slots, map->room = room;
  return CAROM_OK;
}

carom_status carom__map_put(carom__map *map, uint64_t key, uint64_t value) {
  if (2 * map->count >= map->room && !carom__map_get(map, key, &(uint64_t){0})) {
    const carom_status status = grow(map);
    if (status) return status;
  }
  slot *at = slot_of(map->slots, map->room, key);
  map->count += !at->used;
  *at = (slot){key, value, true};
  return CAROM_OK;
}

bool carom__map_get(const carom__map *map, uint64_t key, uint64_t *value) {
  if (map->room == 0) return false;
  const slot *at = slot_of(map->slots, map->room, key);
  if (at->used) *value = at->value;
  return at->used;
}

void carom__map_free(carom__map *map) {
  carom__free(&map->allocator, map->slots, map->room * sizeof *map->slots);
  map->slots = NULL;
  map->count = map->room = 0;
}

#endif
