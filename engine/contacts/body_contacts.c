/* body_contacts.c: the contacts of one body, through an index that the first question after a step makes. */
#include "contact.h"

#include <string.h>

#include "objects.h"

carom_status carom__contact_index_reserve(carom_world *world) {
  carom__contact_index *index = world->contact_index;
  if (!carom__atomic_read(&index->wanted)) return CAROM_OK;
  size_t contacts = world->contacts.list.count + world->fresh.list.count;
  size_t bodies = carom__idpool_slots(&world->bodies.ids);
  contact_index_stray(index);
  carom_status status = carom__array_reserve(&world->allocator, &index->numbers, 2 * contacts);
  return status ? status : carom__array_reserve(&world->allocator, &index->firsts, bodies + 2);
}

/* Counts the contacts of each body i in firsts[i + 2]; false when there is no room. Bodies that came after
 * the step have no contacts, and need none. */
static bool count_all(const carom_world *world, carom__contact_index *index) {
  size_t contacts = world->contacts.list.count;
  if (index->firsts.capacity < 2 || index->numbers.capacity < 2 * contacts) return false;
  memset(index->firsts.data, 0, index->firsts.capacity * sizeof *index->firsts.data);
  for (size_t i = 0; i < contacts; i++) {
    const carom_contact *contact = &world->contacts.list.data[i];
    uint32_t a = carom__id_index(contact->a.body.bits), b = carom__id_index(contact->b.body.bits);
    if ((a > b ? a : b) + (size_t)2 >= index->firsts.capacity) return false;
    index->firsts.data[a + 2]++;
    index->firsts.data[b + 2]++;
  }
  return true;
}

/* The numbers go behind those of the bodies before, so that firsts[i + 1] grows to where those of body i end.
 */
static void place_all(const carom_world *world, carom__contact_index *index) {
  uint32_t *firsts = index->firsts.data;
  for (size_t i = 2; i < index->firsts.capacity; i++) firsts[i] += firsts[i - 1];
  for (size_t i = 0; i < world->contacts.list.count; i++) {
    const carom_contact *contact = &world->contacts.list.data[i];
    index->numbers.data[firsts[carom__id_index(contact->a.body.bits) + 1]++] = (uint32_t)i;
    index->numbers.data[firsts[carom__id_index(contact->b.body.bits) + 1]++] = (uint32_t)i;
  }
}

static bool make(const carom_world *world) {
  carom__contact_index *index = world->contact_index;
  bool room = count_all(world, index);
  if (room)
    place_all(world, index);
  else
    carom__atomic_write(&index->wanted, true);
  carom__atomic_release(&index->state, room ? CAROM__CONTACT_INDEX_MADE : CAROM__CONTACT_INDEX_STALE);
  return room;
}

/* Opens the index; false while another thread makes it, or when there is no room. */
static bool open_index(const carom_world *world) {
  carom__contact_index *index = world->contact_index;
  uint32_t state = carom__atomic_acquire(&index->state);
  if (state == CAROM__CONTACT_INDEX_STALE &&
      carom__atomic_replace(&index->state, &state, CAROM__CONTACT_INDEX_MAKING))
    return make(world);
  return state == CAROM__CONTACT_INDEX_MADE;
}

/* The contacts that a body may have: some of all, by their numbers, or all. */
typedef struct contact_choice {
  const uint32_t *numbers; /* NULL: all */
  size_t count;
} contact_choice;

static contact_choice choose(const carom_world *world, uint32_t slot) {
  const carom__contact_index *index = world->contact_index;
  if (!open_index(world)) return (contact_choice){NULL, world->contacts.list.count};
  if (slot + (size_t)2 > index->firsts.capacity) return (contact_choice){NULL, 0};
  const uint32_t *firsts = index->firsts.data + slot;
  /* without any contacts there are no numbers to point to */
  if (firsts[0] == firsts[1]) return (contact_choice){NULL, 0};
  return (contact_choice){index->numbers.data + firsts[0], firsts[1] - firsts[0]};
}

/* A slot may be another's by now, but not before the contacts of the former body have had their END. */
carom_status carom_body_get_contacts(const carom_world *world, carom_body body, const carom_contact **out,
                                     size_t capacity, size_t *count) {
  if (!world || !count || (capacity && !out)) return CAROM_NULL_ARGUMENT;
  uint32_t slot = carom__body_peek(world, body);
  if (slot == CAROM__NO_INDEX) return CAROM_STALE_ID;
  contact_choice choice = choose(world, slot);
  size_t found = 0;
  for (size_t i = 0; i < choice.count; i++) {
    size_t number = choice.numbers ? choice.numbers[i] : i;
    const carom_contact *contact = &world->contacts.list.data[number];
    if (world->contacts.ended.data[number]) continue;
    if (contact->a.body.bits != body.bits && contact->b.body.bits != body.bits) continue;
    if (found < capacity) out[found] = contact;
    found++;
  }
  *count = found;
  return CAROM_OK;
}
