/* listing.c: the ids of all bodies and of all colliders of a world. */
#include <string.h>

#include "bodies.h"

typedef bool is_listed_fn(const carom_world *world, uint32_t slot);

static bool is_body(const carom_world *world, uint32_t slot) {
  return !(world->bodies.flags.data[slot] & CAROM__BODY_DYING);
}

static bool is_collider(const carom_world *world, uint32_t slot) {
  return !(world->colliders.gates.data[slot].flags & CAROM__COLLIDER_DYING);
}

/* The ids that live in a pool, by their slots, but for those that are being destroyed: writes the first
 * `capacity`, which are one word each, and returns the number of all. */
static size_t list(const carom_world *world, const carom__idpool *ids, is_listed_fn *is_listed, void *out,
                   size_t capacity) {
  size_t count = 0;
  for (uint32_t slot = 0; slot < carom__idpool_slots(ids); slot++) {
    uint64_t id = carom__idpool_at(ids, slot);
    if (!id || !is_listed(world, slot)) continue;
    if (count < capacity) memcpy((char *)out + count * sizeof id, &id, sizeof id);
    count++;
  }
  return count;
}

carom_status carom_world_get_bodies(const carom_world *world, carom_body *out, size_t capacity,
                                    size_t *count) {
  if (!world || !count || (capacity && !out)) return CAROM_NULL_ARGUMENT;
  *count = list(world, &world->bodies.ids, is_body, out, capacity);
  return CAROM_OK;
}

carom_status carom_world_get_colliders(const carom_world *world, carom_collider *out, size_t capacity,
                                       size_t *count) {
  if (!world || !count || (capacity && !out)) return CAROM_NULL_ARGUMENT;
  *count = list(world, &world->colliders.ids, is_collider, out, capacity);
  return CAROM_OK;
}
