/* contact_ends.c: contacts that end outside of a step's comparison: by a clear, or by what handlers destroy.
 */
#include "contact.h"

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
  contact_index_stray(world->contact_index);
  world->contacts.list.count = world->contacts.keys.count = world->contacts.ended.count = 0;
  world->events.count = 0;
  for (size_t i = 0; i < world->fresh.list.count; i++)
    if (!world->fresh.ended.data[i]) end(world, &world->fresh, i, CAROM_END_CLEARED);
  world->deaths = false;
}
