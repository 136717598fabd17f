/* contacts.c: what began, stayed and ended, by comparison with the last step's contacts. */
#include "contacts.h"

#include <string.h>

#include "contact.h"
#include "filter.h"
#include "keepers.h"
#include "objects.h"

bool carom__contact_is_dead(const carom_world *world, const carom_contact *contact) {
  const carom__gate *gates = world->colliders.gates.data;
  return (gates[carom__id_index(contact->a.collider.bits)].flags |
          gates[carom__id_index(contact->b.collider.bits)].flags) &
         CAROM__COLLIDER_DYING;
}

/* Why the contact of these slots is over; its own memory is not touched. */
static carom_end_cause cause_of(const carom_world *world, uint64_t key) {
  uint32_t a = (uint32_t)(key >> 32), b = (uint32_t)key;
  const carom__gate *gate_a = &world->colliders.gates.data[a], *gate_b = &world->colliders.gates.data[b];
  uint32_t colliders = gate_a->flags | gate_b->flags;
  uint32_t bodies = world->bodies.flags.data[gate_a->body] | world->bodies.flags.data[gate_b->body];
  if (colliders & CAROM__COLLIDER_DYING) return CAROM_END_DESTROYED;
  if (bodies & CAROM__BODY_DISABLED) return CAROM_END_DISABLED;
  if (!carom__filter_admits(world, a, b) || !carom__filter_asks(world, a, b)) return CAROM_END_FILTERED;
  if (colliders & CAROM__COLLIDER_RESHAPED) return CAROM_END_RESHAPED;
  return bodies & CAROM__BODY_POSE_SET ? CAROM_END_MOVED : CAROM_END_SEPARATED;
}

static void push_event(carom_world *world, carom_event_kind kind, carom_end_cause cause,
                       const carom_contact *contact) {
  carom__array_push(&world->events, ((carom_event){kind, cause, contact}));
}

static void end(carom_world *world, carom__contacts *contacts, size_t i, carom_end_cause cause) {
  contacts->ended.data[i] = CAROM__ENDED;
  push_event(world, CAROM_EVENT_END, cause, &contacts->list.data[i]);
}

/* Ends an old contact that was not found again, unless it has had its END: then its slots may be others' by
 * now. */
static void end_old(carom_world *world, size_t i) {
  carom__contacts *old = &world->previous;
  if (old->ended.data[i] == CAROM__DROPPED)
    end(world, old, i, CAROM_END_DROPPED);
  else if (!old->ended.data[i])
    end(world, old, i, cause_of(world, old->keys.data[i]));
}

/* Room for one END of each old contact, one BEGIN or STAY of each new one, and one END of each new one that a
 * handler may cause: nothing that follows needs memory. */
static carom_status reserve(carom_world *world) {
  size_t fresh = world->previous.list.count;
  carom_status status = carom__array_reserve(&world->allocator, &world->previous.ended, fresh);
  return status ? status
                : carom__array_reserve(&world->allocator, &world->events,
                                       world->contacts.list.count + 2 * fresh);
}

/* Merges old with new by key: old ones that are not found again END, and stays[i] tells which new ones were
 * there. Keys are slots, and a slot may have been reused, but only after the old contact has had its END. */
static void merge(carom_world *world, uint8_t *stays) {
  const carom__contacts *old = &world->previous, *fresh = &world->contacts;
  size_t i = 0;
  for (size_t j = 0; j < fresh->list.count; j++) {
    uint64_t key = fresh->keys.data[j];
    for (; i < old->list.count && old->keys.data[i] < key; i++) end_old(world, i);
    bool found = i < old->list.count && old->keys.data[i] == key;
    stays[j] = found && !old->ended.data[i];
    i += found;
  }
  for (; i < old->list.count; i++) end_old(world, i);
}

static void push_new(carom_world *world, const uint8_t *stays, bool which, carom_event_kind kind) {
  for (size_t i = 0; i < world->contacts.list.count; i++)
    if (stays[i] == which) push_event(world, kind, CAROM_END_NONE, &world->contacts.list.data[i]);
}

/* What was set since the last step has had its effect. */
static void clear_marks(carom_world *world) {
  uint32_t slot;
  for (carom__bits_walk walk = bits_walk_all(&world->bodies.touched); bits_next(&walk, &slot);)
    world->bodies.flags.data[slot] &= ~(uint32_t)CAROM__BODY_POSE_SET;
  carom__bits_clear_all(&world->bodies.touched);
  if (!world->reshaped) return;
  world->reshaped = false;
  for (size_t i = 0; i < world->colliders.gates.count; i++)
    world->colliders.gates.data[i].flags &= ~(uint32_t)CAROM__COLLIDER_RESHAPED;
}

static void swap_contacts(carom_world *world) {
  carom__contacts old = world->contacts;
  world->contacts = world->previous;
  world->previous = old;
}

static void count_step(carom_world *world) {
  carom_counts *counts = &world->counts;
  counts->steps++;
  counts->body_pairs = world->body_pairs.count;
  counts->collider_pairs = world->candidates.count;
  counts->contacts = world->contacts.list.count;
}

carom_status carom__step_contacts(carom_world *world) {
  uint8_t *stays = carom__arena_alloc(&world->arena, world->previous.list.count, 1);
  carom_status status = stays ? reserve(world) : CAROM_OUT_OF_MEMORY;
  if (status) return status;
  carom__carry_values(world);
  carom__ask_keepers(world);
  swap_contacts(world);
  carom__contacts *fresh = &world->contacts;
  fresh->ended.count = fresh->list.count;
  if (fresh->ended.count) memset(fresh->ended.data, 0, fresh->ended.count);
  merge(world, stays);
  push_new(world, stays, false, CAROM_EVENT_BEGIN);
  push_new(world, stays, true, CAROM_EVENT_STAY);
  clear_marks(world);
  world->deaths = false;
  count_step(world);
  return CAROM_OK;
}

/* --- Contacts that are read back --- */

carom_status carom__contacts_reserve(carom_world *world, size_t count) {
  carom__contacts *contacts = &world->contacts;
  carom_status status = carom__array_reserve(&world->allocator, &contacts->list, count);
  if (!status) status = carom__array_reserve(&world->allocator, &contacts->keys, count);
  if (!status) status = carom__array_reserve(&world->allocator, &contacts->ended, count);
  if (!status) status = carom__array_reserve(&world->allocator, &world->events, count);
  return status;
}

void carom__contacts_push(carom_world *world, uint64_t key, const carom_contact *contact) {
  carom__array_push(&world->contacts.keys, key);
  carom__array_push(&world->contacts.list, *contact);
  carom__array_push(&world->contacts.ended, CAROM__NOT_ENDED);
  world->valued |= contact->value != 0;
}

/* --- Ending without a step --- */

void carom__contacts_end_dead(carom_world *world) {
  if (!world->deaths) return;
  world->deaths = false;
  for (size_t i = 0; i < world->contacts.list.count; i++)
    if (!world->contacts.ended.data[i] && carom__contact_is_dead(world, &world->contacts.list.data[i]))
      end(world, &world->contacts, i, CAROM_END_DESTROYED);
}

void carom__contacts_end_all(carom_world *world) {
  swap_contacts(world);
  world->contacts.list.count = world->contacts.keys.count = world->contacts.ended.count = 0;
  world->events.count = 0;
  for (size_t i = 0; i < world->previous.list.count; i++)
    if (!world->previous.ended.data[i]) end(world, &world->previous, i, CAROM_END_CLEARED);
  world->deaths = false;
}
