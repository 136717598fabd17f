/* keepers.c: handlers that are asked before the events whether a contact shall be. */
#include "contact.h"

#include "recorder.h"

static bool any_keeper(const carom_world *world) {
  for (size_t i = 0; i < world->handlers.count; i++)
    if (world->handlers.data[i].def.keep) return true;
  return false;
}

/* What is asked may not change the world, so that the handlers stay where they are. */
static bool is_kept(const carom_world *world, const carom_event *event) {
  for (size_t i = 0; i < world->handlers.count; i++) {
    const carom__handler_entry *entry = &world->handlers.data[i];
    carom__turned room;
    room.patches = world->turned_patches.data;
    const carom_event *seen = entry->def.keep ? carom__handler_view(entry, event, &room) : NULL;
    if (seen && !entry->def.keep(entry->def.user, world, seen)) return false;
  }
  return true;
}

/* Asks about a contact of this step, and ends it if it was there and shall be no more. */
static bool keep(carom_world *world, uint64_t key, const carom_contact *contact) {
  size_t last = carom__contact_find(world, key);
  bool known = last != CAROM__NO_CONTACT, lasts = known && !world->contacts.list.data[last].apart;
  if (contact->apart) return true;
  carom_event event = {lasts ? CAROM_EVENT_STAY : CAROM_EVENT_BEGIN, CAROM_END_NONE, contact};
  if (is_kept(world, &event)) return true;
  if (known) world->contacts.ended.data[last] = CAROM__DROPPED;
  world->counts.dropped++;
  carom__record_refusal(world, CAROM__OP_DROPPED, key);
  return false;
}

void carom__ask_keepers(carom_world *world) {
  carom__contacts *fresh = &world->fresh;
  size_t kept = 0;
  world->counts.dropped = 0;
  if (!any_keeper(world)) return;
  for (size_t i = 0; i < fresh->list.count; i++) {
    uint64_t key = fresh->keys.data[i];
    if (!keep(world, key, &fresh->list.data[i])) continue;
    carom__contact_copy(fresh, kept++, fresh, i, contact_rows(world));
  }
  fresh->keys.count = fresh->list.count = kept;
}
