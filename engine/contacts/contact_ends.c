/* contact_ends.c: contacts that end outside of a step's comparison: by a clear, or by what handlers destroy.
 */
#include "contact.h"

bool carom__contact_is_dead(const carom_world *world, const carom_contact *contact) {
  const carom__gate *gates = world->colliders.gates.data;
  return (gates[carom__id_index(contact->a.collider.bits)].flags |
          gates[carom__id_index(contact->b.collider.bits)].flags) &
         CAROM__COLLIDER_DYING;
}

/* Queues the END of a contact if it is due; its FAR is due then, when it has a margin. */
static void end(carom_world *world, carom__contacts *contacts, size_t i, carom_end_cause cause) {
  const carom_contact *contact = &contacts->list.data[i];
  contacts->ended.data[i] = contact->nearby ? CAROM__FAR_DUE : CAROM__ENDED;
  if (contact->apart) return;
  world->counts.contacts--;
  carom__array_push(&world->events, ((carom_event){CAROM_EVENT_END, cause, contact}));
}

static void queue_fars(carom_world *world, carom__contacts *contacts, carom_end_cause cause) {
  for (size_t i = 0; world->margined && i < contacts->list.count; i++) {
    if (contacts->ended.data[i] != CAROM__FAR_DUE) continue;
    contacts->ended.data[i] = CAROM__ENDED;
    carom__array_push(&world->events, ((carom_event){CAROM_EVENT_FAR, cause, &contacts->list.data[i]}));
  }
}

void carom__contact_unbegin(carom_world *world, const carom_contact *contact) {
  world->contacts.ended.data[contact - world->contacts.list.data] =
      contact->nearby ? CAROM__FAR_DUE : CAROM__ENDED;
  world->counts.contacts--;
}

void carom__contact_unnear(carom_world *world, const carom_contact *contact) {
  size_t i = (size_t)(contact - world->contacts.list.data);
  world->contacts.list.data[i].nearby = false;
  if (contact->apart) world->contacts.ended.data[i] = CAROM__ENDED;
}

void carom__contacts_end_dead(carom_world *world) {
  if (!world->deaths) return;
  world->deaths = false;
  for (size_t i = 0; i < world->contacts.list.count; i++)
    if (!world->contacts.ended.data[i] && carom__contact_is_dead(world, &world->contacts.list.data[i]))
      end(world, &world->contacts, i, CAROM_END_DESTROYED);
  queue_fars(world, &world->contacts, CAROM_END_DESTROYED);
}

void carom__contacts_end_all(carom_world *world) {
  carom__contacts_exchange(world);
  contact_index_stray(world->contact_index);
  world->contacts.list.count = world->contacts.keys.count = world->contacts.ended.count = 0;
  world->events.count = 0;
  for (size_t i = 0; i < world->fresh.list.count; i++)
    if (!world->fresh.ended.data[i]) end(world, &world->fresh, i, CAROM_END_CLEARED);
  queue_fars(world, &world->fresh, CAROM_END_CLEARED);
  world->deaths = false;
}
