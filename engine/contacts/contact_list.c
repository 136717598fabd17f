/* contact_list.c: finding contacts in the list of all that there are, and filling it. */
#include "contact.h"

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

/* --- Contacts that are read back --- */

static bool has_room(const carom__contacts *contacts, size_t count) {
  return contacts->list.capacity >= count && contacts->keys.capacity >= count &&
         contacts->ended.capacity >= count;
}

/* One of the two lists has held as many as there ever were. */
carom_status carom__contacts_reserve(carom_world *world, size_t count) {
  carom__contacts *contacts = &world->contacts;
  if (!has_room(contacts, count) && has_room(&world->fresh, count)) contacts = &world->fresh;
  carom_status status = carom__array_reserve(&world->allocator, &contacts->list, count);
  if (!status) status = carom__array_reserve(&world->allocator, &contacts->keys, count);
  if (!status) status = carom__array_reserve(&world->allocator, &contacts->ended, count);
  if (!status) status = carom__array_reserve(&world->allocator, &world->events, count);
  if (!status && contacts == &world->fresh) carom__contacts_exchange(world);
  return status;
}

void carom__contacts_push(carom_world *world, uint64_t key, const carom_contact *contact) {
  carom__array_push(&world->contacts.keys, key);
  carom__array_push(&world->contacts.list, *contact);
  carom__array_push(&world->contacts.ended, CAROM__NOT_ENDED);
  world->valued |= contact->value != 0;
  world->passed |= contact_has_passed(contact);
}
