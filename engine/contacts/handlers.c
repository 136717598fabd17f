/* handlers.c: adds and removes handlers, and selects the events that each one receives. */
#include "contact.h"

#include "objects.h"

static carom_status check(const carom_handler_def *def) {
  const uint32_t all =
      CAROM_EVENT_BEGIN | CAROM_EVENT_STAY | CAROM_EVENT_END | CAROM_EVENT_NEAR | CAROM_EVENT_FAR;
  if (!def || (!def->callback && !def->keep)) return CAROM_NULL_ARGUMENT;
  if (!float_is_finite(def->impact)) return CAROM_NOT_FINITE;
  if (def->impact < 0) return CAROM_OUT_OF_RANGE;
  return def->events & ~(def->impact > 0 ? CAROM_EVENT_BEGIN : all) ? CAROM_UNKNOWN_KIND : CAROM_OK;
}

static carom_handler_def with_defaults(const carom_handler_def *given) {
  carom_handler_def def = *given;
  if (!def.events) def.events = def.impact > 0 ? CAROM_EVENT_BEGIN : CAROM_EVENT_BEGIN | CAROM_EVENT_END;
  return def;
}

/* Makes room for one more, so that what follows cannot fail but for want of an id. */
static carom_status reserve(carom_world *world) {
  size_t slots = (size_t)carom__idpool_slots(&world->handler_ids) + 1;
  carom_status status = carom__array_reserve(&world->allocator, &world->handlers, world->handlers.count + 1);
  return status ? status : carom__array_reserve(&world->allocator, &world->handler_places, slots);
}

carom_handler carom_handler_add(carom_world *world, const carom_handler_def *def) {
  carom_handler handler = {0};
  if (carom__world_may_change(world, __func__)) return handler;
  carom_status status = check(def);
  if (!status) status = reserve(world);
  if (!status) status = carom__idpool_acquire(&world->handler_ids, &world->allocator, &handler.bits);
  if (status) {
    carom__refuse(world, status, __func__, "no handler was added");
    return (carom_handler){0};
  }
  world->handler_places.data[carom__id_index(handler.bits)] = world->handlers.count;
  carom__array_push(&world->handlers, ((carom__handler_entry){handler.bits, with_defaults(def)}));
  if (def->keep) carom__bodies_touch(world);
  return handler;
}

bool carom_handler_is_valid(const carom_world *world, carom_handler handler) {
  return world && carom__idpool_find(&world->handler_ids, handler.bits) != CAROM__NO_INDEX;
}

void carom__handlers_compact(carom_world *world) {
  carom__handler_entry *entries = world->handlers.data;
  size_t kept = 0;
  if (2 * world->handlers_removed <= world->handlers.count) return;
  for (size_t i = 0; i < world->handlers.count; i++) {
    if (!entries[i].id) continue;
    world->handler_places.data[carom__id_index(entries[i].id)] = kept;
    entries[kept++] = entries[i];
  }
  world->handlers.count = kept;
  world->handlers_removed = 0;
}

carom_status carom_handler_remove(carom_world *world, carom_handler handler) {
  carom_status status = carom__world_may_change(world, __func__);
  if (status) return status;
  if (!carom_handler_is_valid(world, handler))
    return carom__refuse(world, CAROM_STALE_ID, __func__, "handler");
  carom__idpool_release(&world->handler_ids, handler.bits);
  size_t place = world->handler_places.data[carom__id_index(handler.bits)];
  if (world->handlers.data[place].def.keep) carom__bodies_touch(world);
  world->handlers.data[place] = (carom__handler_entry){.id = 0};
  world->handlers_removed++;
  if (!world->stepping) carom__handlers_compact(world);
  return CAROM_OK;
}

/* --- Seeing --- */

static bool matches(uint64_t wanted, uint64_t category) { return !wanted || wanted & category; }

static bool wants(const carom_handler_def *def, const carom_contact_side *a, const carom_contact_side *b) {
  return matches(def->category_a, a->category) && matches(def->category_b, b->category);
}

const carom_event *carom__handler_view(const carom__handler_entry *entry, const carom_event *event,
                                       carom__turned *room) {
  const carom_handler_def *def = &entry->def;
  const carom_contact *contact = event->contact;
  if (!entry->id || !(def->events & (uint32_t)event->kind)) return NULL;
  if (def->impact > 0 && contact->approach_speed < def->impact) return NULL;
  if (!(def->category_a | def->category_b)) return event;
  if (wants(def, &contact->a, &contact->b)) return event;
  if (!wants(def, &contact->b, &contact->a)) return NULL;
  carom__contact_turn(contact, room->patches, &room->contact);
  room->event = (carom_event){event->kind, event->cause, &room->contact};
  return &room->event;
}
