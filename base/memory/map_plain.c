/* map_plain.c: the hash map where there is no uthash: a table with open addressing and linear probing (Knuth,
 * The Art of Computer Programming 6.4, algorithm L). */
#include "map.h"

#ifdef CAROM_NO_UTHASH

struct carom__map_entry {
  uint64_t key, value;
  bool used;
};

enum { LEAST_ROOM = 16 };

/* The slot of a key, or the unused one where it belongs. The room is a power of two, and not all are used. */
static carom__map_entry *slot_of(carom__map_entry *entries, size_t room, uint64_t key) {
  size_t i = carom__map_hash(key) & (room - 1);
  while (entries[i].used && entries[i].key != key) i = (i + 1) & (room - 1);
  return &entries[i];
}

void carom__map_init(carom__map *map, const carom_allocator *allocator) {
  *map = (carom__map){.allocator = allocator ? *allocator : (carom_allocator){0}};
}

/* Doubles the table, so that half of it is unused. */
static carom_status grow(carom__map *map) {
  const size_t room = map->room > 0 ? 2 * map->room : LEAST_ROOM;
  if (room > SIZE_MAX / sizeof *map->entries) return CAROM_OUT_OF_MEMORY;
  carom__map_entry *entries = carom__alloc(&map->allocator, room * sizeof *entries);
  if (!entries) return CAROM_OUT_OF_MEMORY;
  for (size_t i = 0; i < room; i++) entries[i] = (carom__map_entry){0};
  for (size_t i = 0; i < map->room; i++)
    if (map->entries[i].used) *slot_of(entries, room, map->entries[i].key) = map->entries[i];
  carom__free(&map->allocator, map->entries, map->room * sizeof *entries);
  map->entries = entries, map->room = room;
  return CAROM_OK;
}

carom_status carom__map_put(carom__map *map, uint64_t key, uint64_t value) {
  if (2 * map->count >= map->room && !carom__map_get(map, key, &(uint64_t){0})) {
    const carom_status status = grow(map);
    if (status) return status;
  }
  carom__map_entry *slot = slot_of(map->entries, map->room, key);
  map->count += !slot->used;
  *slot = (carom__map_entry){key, value, true};
  return CAROM_OK;
}

bool carom__map_get(const carom__map *map, uint64_t key, uint64_t *value) {
  if (map->room == 0) return false;
  const carom__map_entry *slot = slot_of(map->entries, map->room, key);
  if (slot->used) *value = slot->value;
  return slot->used;
}

void carom__map_free(carom__map *map) {
  carom__free(&map->allocator, map->entries, map->room * sizeof *map->entries);
  map->entries = NULL;
  map->count = map->room = 0;
}

#endif
