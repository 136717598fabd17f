/* contacts.c: the pass of contacts, and contacts that end without a step. */
#include "contacts.h"

#include "contact.h"
#include "keepers.h"
#include "merge.h"
#include "objects.h"
#include "swept_contacts.h"

bool carom__contact_is_dead(const carom_world *world, const carom_contact *contact) {
  const carom__gate *gates = world->colliders.gates.data;
  return (gates[carom__id_index(contact->a.collider.bits)].flags |
          gates[carom__id_index(contact->b.collider.bits)].flags) &
         CAROM__COLLIDER_DYING;
}

static void end(carom_world *world, carom__contacts *contacts, size_t i, carom_end_cause cause) {
  contacts->ended.data[i] = CAROM__ENDED;
  world->counts.contacts--;
  carom__array_push(&world->events, ((carom_event){CAROM_EVENT_END, cause, &contacts->list.data[i]}));
}

/* What was set since the last step has had its effect. */
static void clear_part(void *context, uint32_t part, size_t begin, size_t end) {
  carom_world *world = context;
  uint32_t slot;
  (void)part;
  for (carom__bits_walk walk = bits_walk(&world->bodies.touched, begin, end); bits_next(&walk, &slot);)
    world->bodies.flags.data[slot] &= ~(uint32_t)CAROM__BODY_POSE_SET;
}

static void clear_marks(carom_world *world) {
  carom__bits *touched = &world->bodies.touched;
  uint32_t parts =
      carom__part_count_light(&world->def.tasks, carom__bits_count(touched, 0, touched->words.count));
  carom__run_ranges(&world->def.tasks, parts, touched->words.count, clear_part, world);
  carom__bits_clear_all(touched);
  carom__reshaped_clear(world);
}

static void count_step(carom_world *world) {
  carom_counts *counts = &world->counts;
  counts->steps++;
  counts->body_pairs = world->body_pairs.count;
  counts->collider_pairs = world->candidates.count;
  counts->contacts = world->contacts.list.count;
}

carom_status carom__step_contacts(carom_world *world) {
  carom__merge merge;
  carom_status status = carom__merge_prepare(world, &merge);
  if (status) return status;
  carom__contacts_mark_over(world);
  carom__carry_values(world);
  carom__ask_keepers(world);
  carom__merge_run(&merge);
  carom__contacts_note_passed(world);
  clear_marks(world);
  world->deaths = world->loaded = false;
  count_step(world);
  return CAROM_OK;
}

/* --- Contacts that are read back --- */

static bool has_room(const carom__contacts *contacts, size_t count) {
  return contacts->list.capacity >= count && contacts->keys.capacity >= count &&
         contacts->ended.capacity >= count;
}

/* One of the two lists has held as many as there ever were. */
carom_status carom__contacts_reserve(carom_world *world, size_t count) {
  carom__contacts *contacts = &world->contacts;
  if (!has_room(contacts, count) && has_room(&world->previous, count)) contacts = &world->previous;
  carom_status status = carom__array_reserve(&world->allocator, &contacts->list, count);
  if (!status) status = carom__array_reserve(&world->allocator, &contacts->keys, count);
  if (!status) status = carom__array_reserve(&world->allocator, &contacts->ended, count);
  if (!status) status = carom__array_reserve(&world->allocator, &world->events, count);
  if (!status && contacts == &world->previous) carom__contacts_exchange(world);
  return status;
}

void carom__contacts_push(carom_world *world, uint64_t key, const carom_contact *contact) {
  carom__array_push(&world->contacts.keys, key);
  carom__array_push(&world->contacts.list, *contact);
  carom__array_push(&world->contacts.ended, CAROM__NOT_ENDED);
  world->valued |= contact->value != 0;
  world->passed |= contact_has_passed(contact);
}

/* --- Ending without a step --- */

void carom__contact_void(carom_world *world, const carom_contact *contact) {
  world->contacts.ended.data[contact - world->contacts.list.data] = CAROM__ENDED;
  world->counts.contacts--;
}

void carom__contacts_end_dead(carom_world *world) {
  if (!world->deaths) return;
  world->deaths = false;
  for (size_t i = 0; i < world->contacts.list.count; i++)
    if (!world->contacts.ended.data[i] && carom__contact_is_dead(world, &world->contacts.list.data[i]))
      end(world, &world->contacts, i, CAROM_END_DESTROYED);
}

void carom__contacts_end_all(carom_world *world) {
  carom__contacts_exchange(world);
  world->contacts.list.count = world->contacts.keys.count = world->contacts.ended.count = 0;
  world->events.count = 0;
  for (size_t i = 0; i < world->previous.list.count; i++)
    if (!world->previous.ended.data[i]) end(world, &world->previous, i, CAROM_END_CLEARED);
  world->deaths = false;
}
