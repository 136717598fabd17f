/* map.c: a hash map on uthash that uses the world's allocator. map_plain.c stands in where there is none. */
#include "map.h"

#ifndef CAROM_NO_UTHASH
#include <string.h>

/* uthash takes its memory through these; the functions below that add or remove all call their map `map`. */
#define uthash_malloc(size) carom__alloc(&map->allocator, (size))
#define uthash_free(block, size) carom__free(&map->allocator, (block), (size))
/* Where a table or its buckets cannot be had, uthash takes the entry out again and calls this. */
#define HASH_NONFATAL_OOM 1
#define uthash_nonfatal_oom(entry) ((entry)->refused = true)
#include <uthash.h>

typedef struct carom__map_entry {
  uint64_t key, value;
  bool refused;
  UT_hash_handle hh;
} carom__map_entry;

static carom__map_entry *find(const carom__map *map, uint64_t key) {
  carom__map_entry *entry;
  HASH_FIND_BYHASHVALUE(hh, map->entries, &key, sizeof key, carom__map_hash(key), entry);
  return entry;
}

/* Adds an entry whose key is not there yet; false when uthash found no memory. */
static bool add(carom__map *map, carom__map_entry *entry) {
  HASH_ADD_BYHASHVALUE(hh, map->entries, key, sizeof entry->key, carom__map_hash(entry->key), entry);
  return !entry->refused;
}

void carom__map_init(carom__map *map, const carom_allocator *allocator) {
  *map = (carom__map){.allocator = allocator ? *allocator : (carom_allocator){0}};
}

carom_status carom__map_put(carom__map *map, uint64_t key, uint64_t value) {
  carom__map_entry *entry = find(map, key);
  if (entry) {
    entry->value = value;
    return CAROM_OK;
  }
  entry = carom__alloc(&map->allocator, sizeof *entry);
  if (!entry) return CAROM_OUT_OF_MEMORY;
  *entry = (carom__map_entry){.key = key, .value = value};
  if (add(map, entry)) return CAROM_OK;
  carom__free(&map->allocator, entry, sizeof *entry);
  return CAROM_OUT_OF_MEMORY;
}

bool carom__map_get(const carom__map *map, uint64_t key, uint64_t *value) {
  const carom__map_entry *entry = find(map, key);
  if (entry) *value = entry->value;
  return entry != NULL;
}

void carom__map_free(carom__map *map) {
  /* Clearing gives the table back and leaves the entries linked. */
  carom__map_entry *entry = map->entries;
  HASH_CLEAR(hh, map->entries);
  while (entry) {
    carom__map_entry *next = entry->hh.next;
    carom__free(&map->allocator, entry, sizeof *entry);
    entry = next;
  }
}

#endif
