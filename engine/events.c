/* events.c: handlers, and the dispatch of a step's events to them.
 *
 * A handler may do nearly anything to the world, so the loop holds no pointer across a call but those into
 * the two contact lists and the event array, which nothing outside a step grows. */
#include "events.h"

#include "contacts.h"
#include "graveyard.h"

carom_handler carom_handler_add(carom_world *world, const carom_handler_def *def) {
  const uint32_t all = CAROM_EVENT_BEGIN | CAROM_EVENT_STAY | CAROM_EVENT_END;
  carom_handler handler = {0};
  carom_status status = CAROM_OK;
  if (!world || !def || !def->callback)
    status = CAROM_NULL_ARGUMENT;
  else if (world->locked)
    status = CAROM_BUSY;
  else if (def->events & ~all)
    status = CAROM_UNKNOWN_KIND;
  if (!status) status = carom__array_reserve(&world->allocator, &world->handlers, world->handlers.count + 1);
  if (!status) status = carom__idpool_acquire(&world->handler_ids, &world->allocator, &handler.bits);
  if (status) {
    carom__refuse(world, status, __func__, "no handler was added");
    return (carom_handler){0};
  }
  carom__handler_entry entry = {handler.bits, *def};
  if (!entry.def.events) entry.def.events = CAROM_EVENT_BEGIN | CAROM_EVENT_END;
  carom__array_push(&world->handlers, entry);
  return handler;
}

/* Drops the removed entries, keeping the order of the others. */
static void compact_handlers(carom_world *world) {
  size_t kept = 0;
  for (size_t i = 0; i < world->handlers.count; i++)
    if (world->handlers.data[i].id) world->handlers.data[kept++] = world->handlers.data[i];
  world->handlers.count = kept;
}

carom_status carom_handler_remove(carom_world *world, carom_handler handler) {
  carom_status status = carom__world_may_change(world, __func__);
  if (status) return status;
  if (carom__idpool_find(&world->handler_ids, handler.bits) == CAROM__NO_INDEX)
    return carom__refuse(world, CAROM_STALE_ID, __func__, "handler");
  carom__idpool_release(&world->handler_ids, handler.bits);
  for (size_t i = 0; i < world->handlers.count; i++)
    if (world->handlers.data[i].id == handler.bits) world->handlers.data[i].id = 0;
  if (!world->stepping) compact_handlers(world);
  return CAROM_OK;
}

static bool matches(uint64_t wanted, uint64_t category) { return !wanted || wanted & category; }

/* The same contact seen from its other side. */
static carom_contact turn_around(const carom_contact *contact) {
  carom_contact turned = *contact;
  turned.a = contact->b;
  turned.b = contact->a;
  turned.manifold.normal = vec3_neg(contact->manifold.normal);
  return turned;
}

static void deliver_to(carom_world *world, const carom_handler_def *def, const carom_event *event) {
  const carom_contact *contact = event->contact;
  if (!(def->events & (uint32_t)event->kind)) return;
  if (!(def->category_a | def->category_b)) {
    def->callback(def->user, world, event);
  } else if (matches(def->category_a, contact->a.category) && matches(def->category_b, contact->b.category)) {
    def->callback(def->user, world, event);
  } else if (matches(def->category_a, contact->b.category) && matches(def->category_b, contact->a.category)) {
    carom_contact turned = turn_around(contact);
    carom_event copy = {event->kind, event->cause, &turned};
    def->callback(def->user, world, &copy);
  }
}

/* An event that has begun to be delivered goes to all handlers, also when one of them destroys its bodies:
 * each sees the BEGIN to the END that follows. Handlers that are added meanwhile see the next event first. */
static void deliver(carom_world *world, const carom_event *event) {
  size_t count = world->handlers.count;
  for (size_t i = 0; i < count; i++) {
    carom__handler_entry entry = world->handlers.data[i];
    if (entry.id) deliver_to(world, &entry.def, event);
  }
}

static void count_event(carom_world *world, carom_event_kind kind) {
  if (kind == CAROM_EVENT_BEGIN)
    world->counts.begins++;
  else if (kind == CAROM_EVENT_STAY)
    world->counts.stays++;
  else
    world->counts.ends++;
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
      count_event(world, event.kind);
      deliver(world, &event);
    }
    if (i + 1 == world->events.count) carom__contacts_end_dead(world);
  }
  world->events.count = kept;
  compact_handlers(world);
  carom__bury(world);
}

const char *carom_event_kind_name(carom_event_kind kind) {
  return kind == CAROM_EVENT_BEGIN  ? "begin"
         : kind == CAROM_EVENT_STAY ? "stay"
         : kind == CAROM_EVENT_END  ? "end"
                                    : "unknown";
}

const char *carom_end_cause_name(carom_end_cause cause) {
  static const char *const names[] = {"none",     "cleared",  "destroyed", "disabled",
                                      "filtered", "reshaped", "moved",     "separated"};
  return (size_t)cause < sizeof names / sizeof *names ? names[cause] : "unknown";
}
