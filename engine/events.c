/* events.c: the dispatch of a step's events to the handlers.
 *
 * A handler may do nearly anything to the world, so the loop holds no pointer across a call but those into
 * the two contact lists and the event array, which nothing outside a step grows. */
#include "events.h"

#include "contacts.h"
#include "graveyard.h"
#include "handlers.h"

/* An event that has begun to be delivered goes to all handlers, also when one of them destroys its bodies:
 * each sees the BEGIN to the END that follows. Handlers that are added meanwhile see the next event first. */
static void deliver(carom_world *world, const carom_event *event) {
  size_t count = world->handlers.count;
  for (size_t i = 0; i < count; i++) {
    carom__handler_entry entry = world->handlers.data[i];
    carom__turned room;
    const carom_event *seen = entry.def.callback ? carom__handler_view(&entry, event, &room) : NULL;
    if (seen) entry.def.callback(entry.def.user, world, seen);
  }
}

static void count_event(carom_world *world, const carom_event *event) {
  carom__body_rest *rest = world->bodies.rest.data;
  carom__body_rest *a = &rest[carom__id_index(event->contact->a.body.bits)];
  carom__body_rest *b = &rest[carom__id_index(event->contact->b.body.bits)];
  if (event->kind == CAROM_EVENT_BEGIN)
    world->counts.begins++, a->begins++, b->begins++;
  else if (event->kind == CAROM_EVENT_END)
    world->counts.ends++, a->ends++, b->ends++;
  else
    world->counts.stays++;
}

/* A BEGIN or STAY of something that a handler has destroyed is not delivered, nor kept in the list. A contact
 * whose BEGIN was not delivered has no END. */
static bool cancel(carom_world *world, const carom_event *event) {
  if (event->kind == CAROM_EVENT_END || !world->deaths) return false;
  if (!carom__contact_is_dead(world, event->contact)) return false;
  if (event->kind == CAROM_EVENT_BEGIN)
    world->contacts.ended.data[event->contact - world->contacts.list.data] = true;
  return true;
}

void carom__step_dispatch(carom_world *world) {
  size_t kept = 0;
  for (size_t i = 0; i < world->events.count; i++) {
    carom_event event = world->events.data[i];
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
                                    : "unknown";
}

const char *carom_end_cause_name(carom_end_cause cause) {
  static const char *const names[] = {"none",    "cleared",  "destroyed", "disabled", "filtered",
                                      "dropped", "reshaped", "moved",     "separated"};
  return (size_t)cause < sizeof names / sizeof *names ? names[cause] : "unknown";
}
