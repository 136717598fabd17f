/* contact_list.h: the list of all contacts, ascending by key: finding one, and filling it. */
#ifndef CAROM_ENGINE_CONTACT_LIST_H
#define CAROM_ENGINE_CONTACT_LIST_H

#include "state.h"

#define CAROM__NO_CONTACT SIZE_MAX

/* The index in world->contacts of the contact that these colliders have; CAROM__NO_CONTACT if none or if it
 * has had its END, when its slots may be others' by now. */
size_t carom__contact_find(const carom_world *world, uint64_t key);

/* Is it of the way of a swept body, and were the two apart again when the step ended? */
static inline bool contact_has_passed(const carom_contact *contact) {
  return contact->manifold.point_count == 1 && contact->manifold.points[0].feature == CAROM_SWEPT_FEATURE;
}

/* Do both bodies of a pair of colliders rest? */
static inline bool carom__contact_rests(const carom_world *world, uint64_t key) {
  const carom__gate *gates = world->colliders.gates.data;
  return !bits_test(&world->bodies.touched, gates[key >> 32].body) &&
         !bits_test(&world->bodies.touched, gates[(uint32_t)key].body);
}

static inline void carom__contact_copy(carom__contacts *to, size_t at, const carom__contacts *from,
                                       size_t i) {
  to->keys.data[at] = from->keys.data[i];
  to->list.data[at] = from->list.data[i];
}
/* Makes this step's contacts of the last step's, and the other way round. */
void carom__contacts_exchange(carom_world *world);

/* Make room for so many contacts in place of those that there are, and for their ENDs, and append one,
 * ascending by key. Nothing is refused where the world has had as many. What may fail besides comes before:
 * afterwards the contacts are lost. */
carom_status carom__contacts_reserve(carom_world *world, size_t count);
void carom__contacts_push(carom_world *world, uint64_t key, const carom_contact *contact);

#endif
