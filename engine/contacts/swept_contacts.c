/* swept_contacts.c: contacts of pairs that a swept body has met on its way. */
#include "contact.h"

/* They were apart when the step began, as hits of two that were in touch and had a contact are dropped.
 * Without a cause that is rounding. */
static bool has_parted(const carom_world *world, const carom_swept_hit *hit, const carom_contact *contact) {
  uint32_t a = carom__id_index(hit->body_a.bits), b = carom__id_index(hit->body_b.bits);
  const carom__gate *gates = world->colliders.gates.data;
  uint32_t bodies = world->bodies.flags.data[a] | world->bodies.flags.data[b];
  uint32_t colliders =
      gates[carom__id_index(hit->collider_a.bits)].flags | gates[carom__id_index(hit->collider_b.bits)].flags;
  return bodies & CAROM__BODY_POSE_SET || colliders & CAROM__COLLIDER_RESHAPED || contact_has_passed(contact);
}

void carom__contacts_mark_over(carom_world *world) {
  for (size_t i = 0; i < world->swept_hits.count; i++) {
    const carom_swept_hit *hit = &world->swept_hits.data[i];
    size_t at = carom__contact_find(world, swept_hit_key(hit));
    if (at == CAROM__NO_CONTACT || world->contacts.list.data[at].apart) continue;
    if (has_parted(world, hit, &world->contacts.list.data[at])) world->contacts.ended.data[at] = CAROM__OVER;
  }
}

void carom__contacts_note_passed(carom_world *world) {
  world->passed = false;
  for (size_t i = 0; i < world->swept_hits.count && !world->passed; i++) {
    size_t at = carom__contact_find(world, swept_hit_key(&world->swept_hits.data[i]));
    world->passed = at != CAROM__NO_CONTACT && contact_has_passed(&world->contacts.list.data[at]);
  }
}
