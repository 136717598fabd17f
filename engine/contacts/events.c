/* events.c: delivers the events of a step to the handlers.
 *
 * A handler may do nearly anything to the world, so the loop holds no pointer across a call but those into
 * the two contact lists and the event array, which nothing outside a step grows. */
#include "contact.h"

#include <string.h>

#include "bodies.h"
#include "prefetch.h"

/* Calls a handler that does not take all events of their kinds. */
static void deliver_chosen(carom_world *world, const carom__handler_entry *entry, const carom_event *event) {
  carom__turned room;
  room.patches = world->turned_patches.data;
  const carom_event *seen = carom__handler_view(entry, event, &room);
  if (seen) entry->def.callback(entry->def.user, world, seen);
}

/* An event that has begun to be delivered goes to all handlers, also when one of them destroys its bodies:
 * each sees the BEGIN to the END that follows. Handlers that are added meanwhile see the next event first. */
static inline void deliver(carom_world *world, const carom_event *event) {
  const size_t count = world->handlers.count;
  for (size_t i = 0; i < count; i++) {
    const carom__handler_entry *entry = &world->handlers.data[i];
    if (!handler_hears(entry, event->kind)) continue;
    if (handler_chooses(entry))
      deliver_chosen(world, entry, event);
    else
      entry->def.callback(entry->def.user, world, event);
  }
}

/* How many events of a kind there were. */
static uint64_t *count_of(carom_world *world, carom_event_kind kind) {
  carom_counts *counts = &world->counts;
  return kind == CAROM_EVENT_BEGIN  ? &counts->begins
         : kind == CAROM_EVENT_STAY ? &counts->stays
         : kind == CAROM_EVENT_END  ? &counts->ends
         : kind == CAROM_EVENT_NEAR ? &counts->nears
                                    : &counts->fars;
}

static bool anyone_hears(const carom_world *world, carom_event_kind kind) {
  for (size_t i = 0; i < world->handlers.count; i++)
    if (handler_hears(&world->handlers.data[i], kind)) return true;
  return false;
}

static bool bodies_count(carom_event_kind kind) {
  return kind == CAROM_EVENT_BEGIN || kind == CAROM_EVENT_END;
}

/* How many events from the i-th on need not be looked at: all of its kind, which lie together, when nobody
 * hears them, nothing was destroyed, and no body has to count them. */
static size_t count_silent(const carom_world *world, size_t i) {
  const carom_event *events = world->events.data;
  const carom_event_kind kind = events[i].kind;
  if (world->deaths || (bodies_count(kind) && i >= world->untold.end) || anyone_hears(world, kind)) return 0;
  return carom__events_of_kind(events + i, world->events.count - i);
}

/* Keeps so many from the i-th on. */
static void keep_silent(carom_world *world, size_t i, size_t count, size_t *kept) {
  carom_event *events = world->events.data;
  if (*kept < i) memmove(events + *kept, events + i, count * sizeof *events);
  *count_of(world, events[*kept].kind) += count;
  *kept += count;
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
  carom__prefetch(contact, sizeof contact->a + sizeof contact->b.body);
  carom__event_fetch_counters(world, &world->events.data[i + NEARER]);
}

/* Delivers the i-th event, if it is still due, and keeps it in the list. */
static void take(carom_world *world, size_t i, size_t *kept) {
  const carom_event event = world->events.data[i];
  const bool counted = event_is_counted(world, i);
  if (!counted) fetch_ahead(world, i);
  if (cancel(world, &event)) {
    if (counted) carom__event_uncount(world, &event);
    return;
  }
  world->events.data[(*kept)++] = event;
  ++*count_of(world, event.kind);
  if (!counted) carom__event_count(world, &event);
  deliver(world, &event);
}

void carom__step_dispatch(carom_world *world) {
  carom_event_kind kind = 0;
  size_t kept = 0;
  for (size_t i = 0; i < world->events.count;) {
    const bool first = world->events.data[i].kind != kind;
    const size_t silent = first ? count_silent(world, i) : 0;
    kind = world->events.data[i].kind;
    if (silent > 0)
      keep_silent(world, i, silent, &kept), i += silent;
    else
      take(world, i++, &kept);
    if (i == world->events.count) carom__contacts_end_dead(world);
  }
  world->events.count = kept;
  world->untold = (carom__untold){0, 0};
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
