/* keys.h: ascending keys of pairs of colliders (carom__pair_key). */
#ifndef CAROM_ENGINE_KEYS_H
#define CAROM_ENGINE_KEYS_H

#include "array.h"

typedef CAROM__ARRAY(uint64_t) carom__keys;

/* How many of them are below one. */
static inline size_t keys_below(const carom__keys *keys, uint64_t key) {
  size_t low = 0, high = keys->count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (keys->data[middle] < key)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* Is one among them, and where? */
static inline bool keys_find(const carom__keys *keys, uint64_t key, size_t *at) {
  *at = keys_below(keys, key);
  return *at < keys->count && keys->data[*at] == key;
}

#endif
