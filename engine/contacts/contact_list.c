/* contact_list.c: finding contacts in the list of all that there are, and filling it. */
#include "contact.h"

#include <string.h>

size_t carom__contact_find(const carom_world *world, uint64_t key) {
  const carom__keys *keys = &world->contacts.keys;
  size_t at;
  return keys_find(keys, key, &at) && !world->contacts.ended.data[at] ? at : CAROM__NO_CONTACT;
}

void carom__contacts_exchange(carom_world *world) {
  carom__contacts old = world->contacts;
  world->contacts = world->fresh;
  world->fresh = old;
}

carom_status carom__contacts_room(const carom_world *world, carom__contacts *contacts, size_t count) {
  const carom_allocator *allocator = &world->allocator;
  carom_status status = carom__array_reserve_lean(allocator, &contacts->list, count);
  if (!status) status = carom__array_reserve_lean(allocator, &contacts->keys, count);
  if (!world->def.persistent_manifolds) return status;
  const size_t rows = count * contact_rows(world);
  if (!status) status = carom__array_reserve_lean(allocator, &contacts->cells, rows);
  return status ? status : carom__array_reserve_lean(allocator, &contacts->values, rows);
}

carom_status carom__contacts_close_up(carom_world *world, const carom__found *found, uint32_t parts) {
  carom__contacts *fresh = &world->fresh;
  const size_t overlap = carom__found_overlap(found, parts);
  carom__filled arrays[] = {{fresh->keys.data, sizeof *fresh->keys.data, NULL},
                            {fresh->list.data, sizeof *fresh->list.data, NULL}};
  for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
    arrays[i].room = carom__arena_alloc(&world->arena, overlap, arrays[i].size);
    if (!arrays[i].room) return CAROM_OUT_OF_MEMORY;
  }
  fresh->keys.count = fresh->list.count =
      carom__found_join_shared(&world->def.tasks, found, parts, arrays, sizeof arrays / sizeof *arrays);
  return CAROM_OK;
}

/* --- Contacts that are read back --- */

/* One of the two arrays has held as many as there ever were. The one in use may not move before all else has
 * succeeded. */
static carom_status reserve_patches(carom_world *world, carom__contacts_size size) {
  const carom_allocator *allocator = &world->allocator;
  carom_status status = carom__array_reserve(allocator, &world->turned_patches, size.patches_of_one);
  if (status || world->patches.capacity >= size.patches) return status;
  return carom__array_reserve(allocator, &world->spare_patches, size.patches);
}

static bool has_room(const carom_world *world, const carom__contacts *contacts, size_t count) {
  bool fine = contacts->list.capacity >= count && contacts->keys.capacity >= count &&
              contacts->ended.capacity >= count;
  if (!world->def.persistent_manifolds) return fine;
  const size_t rows = count * contact_rows(world);
  return fine && contacts->cells.capacity >= rows && contacts->values.capacity >= rows;
}

/* One of the two lists has held as many as there ever were. */
carom_status carom__contacts_reserve(carom_world *world, carom__contacts_size size) {
  carom__contacts *contacts = &world->contacts;
  size_t count = size.contacts;
  if (!has_room(world, contacts, count) && has_room(world, &world->fresh, count)) contacts = &world->fresh;
  carom_status status = carom__contacts_room(world, contacts, count);
  if (!status) status = carom__array_reserve_lean(&world->allocator, &contacts->ended, count);
  if (!status)
    status = carom__array_reserve_lean(&world->allocator, &world->events, contact_events(world) * count);
  if (!status) status = reserve_patches(world, size);
  if (status) return status;
  contact_index_stray(world->contact_index);
  if (contacts == &world->fresh) carom__contacts_exchange(world);
  if (world->patches.capacity < size.patches) carom__patches_exchange(world);
  world->patches.count = 0;
  return CAROM_OK;
}

void carom__contacts_push(carom_world *world, uint64_t key, const carom_contact *contact) {
  size_t at = world->contacts.keys.count;
  if (world->def.persistent_manifolds) {
    const size_t rows = contact_rows(world);
    memset(&world->contacts.cells.data[rows * at], 0, rows * sizeof *world->contacts.cells.data);
    memset(&world->contacts.values.data[rows * at], 0, rows * sizeof *world->contacts.values.data);
  }
  carom__array_push(&world->contacts.keys, key);
  carom__array_push(&world->contacts.list, *contact);
  carom__array_push(&world->contacts.ended, CAROM__NOT_ENDED);
  world->valued |= contact->value != 0;
  world->passed |= contact_has_passed(contact);
}
