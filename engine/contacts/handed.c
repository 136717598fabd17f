/* handed.c: contacts that come from another world, and contacts that leave for one.
 *
 * What comes was checked and lies sorted outside of the list. It counts as begun and near, so that a step
 * compares it with what it finds as if this world had found it before. */
#include "contact.h"

#include <string.h>

#include "objects.h"

/* --- Counts --- */

static void count_begins(carom_world *world, uint32_t body, uint32_t by) {
  carom__atomic *begins = &world->bodies.cold.data[body].begins;
  carom__atomic_write(begins, carom__atomic_read(begins) + by);
}

/* Counts a contact among the told ones, or takes it back. */
static void count_one(carom_world *world, uint64_t key, const carom_contact *contact, bool in) {
  const carom__gate *gates = world->colliders.gates.data;
  const uint32_t by = in ? 1 : UINT32_MAX;
  const uint64_t wide_by = in ? 1 : UINT64_MAX;
  if (contact->nearby) world->counts.nears += wide_by;
  if (contact->apart) return;
  world->counts.begins += wide_by;
  world->counts.contacts += (size_t)wide_by;
  count_begins(world, gates[key >> 32].body, by);
  count_begins(world, gates[(uint32_t)key].body, by);
}

/* --- Coming --- */

/* How many of some are not among the contacts yet. */
static size_t count_new(const carom_world *world, const carom__handed *const *handed, size_t count) {
  size_t fresh = 0, at;
  for (size_t i = 0; i < count; i++) fresh += !keys_find(&world->contacts.keys, handed[i]->key, &at);
  return fresh;
}

/* Afterwards nothing is refused. */
static carom_status reserve(carom_world *world, size_t total, carom__contacts_size more) {
  const carom_allocator *allocator = &world->allocator;
  carom__contacts *contacts = &world->contacts;
  carom_status status = carom__contacts_room(world, contacts, total);
  if (!status) status = carom__array_reserve(allocator, &contacts->ended, total);
  if (!status) status = carom__array_reserve(allocator, &world->events, contact_events(world) * total);
  if (!status) status = carom__array_reserve(allocator, &world->turned_patches, more.patches_of_one);
  return status ? status : carom__patches_room(world, more.patches);
}

static void put(carom_world *world, size_t at, const carom__handed *handed) {
  carom__contacts *contacts = &world->contacts;
  carom_contact *to = &contacts->list.data[at];
  const size_t rows = contact_rows(world);
  contacts->keys.data[at] = handed->key;
  contacts->ended.data[at] = CAROM__NOT_ENDED;
  *to = handed->contact;
  if (to->patch_count > 0) carom__patches_append(world, to);
  for (size_t row = 0; row < rows && world->def.persistent_manifolds; row++) {
    contacts->cells.data[rows * at + row] = handed->cells[row];
    contacts->values.data[rows * at + row] = handed->values[row];
  }
  count_one(world, handed->key, to, true);
  world->valued |= to->value != 0;
  world->passed |= contact_has_passed(to);
}

/* From behind, so that what is moved is never in the way. */
static void merge(carom_world *world, const carom__handed *const *handed, size_t count, size_t fresh) {
  carom__contacts *contacts = &world->contacts;
  const size_t rows = contact_rows(world);
  size_t from = contacts->keys.count, to = from + fresh;
  contacts->keys.count = contacts->list.count = contacts->ended.count = to;
  while (count > 0) {
    const carom__handed *next = handed[--count];
    for (; from > 0 && contacts->keys.data[from - 1] > next->key;
         contacts->ended.data[to] = contacts->ended.data[from]) {
      --to, --from;
      if (to != from) carom__contact_copy(contacts, to, contacts, from, rows);
    }
    --to;
    if (from > 0 && contacts->keys.data[from - 1] == next->key) {
      --from;
      if (!contacts->ended.data[from]) count_one(world, next->key, &contacts->list.data[from], false);
    }
    put(world, to, next);
  }
}

carom_status carom__contacts_adopt(carom_world *world, const carom__handed *const *handed, size_t count,
                                   carom__contacts_size size) {
  size_t fresh = count_new(world, handed, count);
  world->events.count = 0; /* they point into the list, which may move */
  carom_status status = reserve(world, world->contacts.keys.count + fresh, size);
  if (status) return status;
  merge(world, handed, count, fresh);
  contact_index_stray(world->contact_index);
  return CAROM_OK;
}

/* --- Leaving --- */

void carom__contacts_leave(carom_world *world, const size_t *places, size_t count) {
  for (size_t i = 0; i < count; i++) {
    world->contacts.ended.data[places[i]] = CAROM__ENDED;
    count_one(world, world->contacts.keys.data[places[i]], &world->contacts.list.data[places[i]], false);
  }
  contact_index_stray(world->contact_index);
}
