/* resting.c: contacts of bodies that rest. */
#include "resting.h"

#include "contact.h"

/* Lists the contacts of the last step whose bodies rest. */
static size_t list_resting(const carom_world *world, uint32_t *out) {
  const carom__contacts *old = &world->contacts;
  size_t count = 0;
  for (size_t i = 0; i < old->keys.count; i++)
    if (!old->ended.data[i] && carom__contact_rests(world, old->keys.data[i])) out[count++] = (uint32_t)i;
  return count;
}

static void copy(carom__contacts *to, size_t at, const carom__contacts *from, size_t i) {
  to->keys.data[at] = from->keys.data[i];
  to->list.data[at] = from->list.data[i];
}

/* Merges from the end, where there is room. No key is in both: a pair that was looked at is touched. */
static void merge(carom__contacts *out, const carom__contacts *old, const uint32_t *resting, size_t count) {
  size_t found = out->keys.count, at = found + count;
  out->keys.count = out->list.count = at;
  while (count > 0) {
    bool last = found == 0 || out->keys.data[found - 1] < old->keys.data[resting[count - 1]];
    if (last)
      copy(out, --at, old, resting[--count]);
    else
      copy(out, --at, out, --found);
  }
}

carom_status carom__step_resting(carom_world *world) {
  carom__contacts *out = &world->previous;
  uint32_t *resting = carom__arena_alloc(&world->arena, world->contacts.keys.count, sizeof *resting);
  if (!resting) return CAROM_OUT_OF_MEMORY;
  size_t count = list_resting(world, resting);
  carom_status status = carom__array_reserve(&world->allocator, &out->keys, out->keys.count + count);
  if (!status) status = carom__array_reserve(&world->allocator, &out->list, out->list.count + count);
  if (!status) merge(out, &world->contacts, resting, count);
  return status;
}
