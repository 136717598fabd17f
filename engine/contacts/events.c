/* events.c: delivers the events of a step to the handlers.
 *
 * A handler may do nearly anything to the world, so the loop holds no pointer across a call but those into
 * the two contact lists and the event array, which nothing outside a step grows. */
#include "contact.h"

#include <string.h>

#include "bodies.h"
#include "prefetch.h"

/* An event that has begun to be delivered goes to all handlers, also when one of them destroys its bodies:
 * each sees the BEGIN to the END that follows. Handlers that are added meanwhile see the next event first. */
static void deliver(carom_world *world, const carom_event *event) {
  size_t count = world->handlers.count;
  for (size_t i = 0; i < count; i++) {
    carom__handler_entry entry = world->handlers.data[i];
    carom__turned room;
    room.patches = world->turned_patches.data;
    const carom_event *seen = entry.def.callback ? carom__handler_view(&entry, event, &room) : NULL;
    if (seen) entry.def.callback(entry.def.user, world, seen);
  }
}

static void count_event(carom_world *world, const carom_event *event) {
  uint64_t *of_pair = event->kind == CAROM_EVENT_STAY   ? &world->counts.stays
                      : event->kind == CAROM_EVENT_NEAR ? &world->counts.nears
                      : event->kind == CAROM_EVENT_FAR  ? &world->counts.fars
                                                        : NULL;
  if (of_pair) {
    ++*of_pair;
    return;
  }
  carom__body_cold *cold = world->bodies.cold.data;
  carom__body_cold *a = &cold[carom__id_index(event->contact->a.body.bits)];
  carom__body_cold *b = &cold[carom__id_index(event->contact->b.body.bits)];
  if (event->kind == CAROM_EVENT_BEGIN)
    world->counts.begins++, a->begins++, b->begins++;
  else
    world->counts.ends++, a->ends++, b->ends++;
}

static bool anyone_hears(const carom_world *world, carom_event_kind kind) {
  for (size_t i = 0; i < world->handlers.count; i++) {
    const carom__handler_entry *entry = &world->handlers.data[i];
    if (entry->id && entry->def.callback && entry->def.events & (uint32_t)kind) return true;
  }
  return false;
}

/* STAYs are last in line. When nobody hears them no handler runs any more, and if nothing was destroyed
 * either they need not be looked at. */
static bool only_silence_follows(const carom_world *world, const carom_event *event) {
  return event->kind == CAROM_EVENT_STAY && !world->deaths && !anyone_hears(world, CAROM_EVENT_STAY);
}

/* Keeps the STAYs from the i-th event on; returns how many events are kept then. */
static size_t keep_silent(carom_world *world, size_t i, size_t kept) {
  size_t silent = world->events.count - i;
  memmove(world->events.data + kept, world->events.data + i, silent * sizeof *world->events.data);
  world->counts.stays += silent;
  return kept + silent;
}

/* A NEAR, BEGIN or STAY of something that a handler has destroyed is not delivered, nor kept in the list. A
 * contact whose BEGIN was not delivered has no END. */
static bool cancel(carom_world *world, const carom_event *event) {
  if (event->kind & (CAROM_EVENT_END | CAROM_EVENT_FAR) || !world->deaths) return false;
  if (!carom__contact_is_dead(world, event->contact)) return false;
  if (event->kind == CAROM_EVENT_BEGIN) carom__contact_unbegin(world, event->contact);
  if (event->kind == CAROM_EVENT_NEAR) carom__contact_unnear(world, event->contact);
  return true;
}

/* Contacts that ended were not looked at since the last step, nor were the counters of any bodies: asks for
 * a contact that is needed soon, and for the counters of a nearer one, which has come by now. */
static void fetch_ahead(const carom_world *world, size_t i) {
  enum { AHEAD = 16, NEARER = 8 };
  if (i + AHEAD >= world->events.count) return;
  const carom_contact *contact = world->events.data[i + AHEAD].contact;
  const carom_event *nearer = &world->events.data[i + NEARER];
  carom__prefetch(contact, sizeof contact->a + sizeof contact->b.body);
  if (!(nearer->kind & (CAROM_EVENT_BEGIN | CAROM_EVENT_END))) return;
  const carom__body_cold *cold = world->bodies.cold.data;
  carom__prefetch_line(&cold[carom__id_index(nearer->contact->a.body.bits)].begins);
  carom__prefetch_line(&cold[carom__id_index(nearer->contact->b.body.bits)].begins);
}

void carom__step_dispatch(carom_world *world) {
  size_t kept = 0;
  for (size_t i = 0; i < world->events.count; i++) {
    carom_event event = world->events.data[i];
    if (only_silence_follows(world, &event)) {
      kept = keep_silent(world, i, kept);
      break;
    }
    fetch_ahead(world, i);
    if (!cancel(world, &event)) {
      world->events.data[kept++] = event;
      count_event(world, &event);
      deliver(world, &event);
    }
    if (i + 1 == world->events.count) carom__contacts_end_dead(world);
  }
  world->events.count = kept;
  carom__handlers_compact(world);
  carom__bury(world);
}

const char *carom_event_kind_name(carom_event_kind kind) {
  return kind == CAROM_EVENT_BEGIN  ? "begin"
         : kind == CAROM_EVENT_STAY ? "stay"
         : kind == CAROM_EVENT_END  ? "end"
         : kind == CAROM_EVENT_NEAR ? "near"
         : kind == CAROM_EVENT_FAR  ? "far"
                                    : "unknown";
}

const char *carom_end_cause_name(carom_end_cause cause) {
  static const char *const names[] = {"none",    "cleared",  "destroyed", "disabled", "filtered",
                                      "dropped", "reshaped", "moved",     "separated"};
  return (size_t)cause < sizeof names / sizeof *names ? names[cause] : "unknown";
}
