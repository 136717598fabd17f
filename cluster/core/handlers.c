/* handlers.c: who hears the events that this rank tells. */
#include "calls.h"

#include <string.h>

carom_cluster_status carom_cluster_handler_add(carom_cluster *c, const carom_cluster_handler_def *def,
                                               uint32_t *handler) {
  const uint32_t all =
      CAROM_EVENT_BEGIN | CAROM_EVENT_STAY | CAROM_EVENT_END | CAROM_EVENT_NEAR | CAROM_EVENT_FAR;
  if (c->status) return c->status;
  if (c->handling) return CAROM_CLUSTER_BUSY;
  if (!def || !def->callback || def->events & ~all ||
      !carom__room_for(&c->handlers, &c->handler_room, c->handler_count + 1, sizeof *c->handlers))
    return CAROM_CLUSTER_REFUSED;
  handler_entry *entry = &c->handlers[c->handler_count++];
  *entry = (handler_entry){++c->last_handler, *def};
  if (!def->events) entry->def.events = CAROM_EVENT_BEGIN | CAROM_EVENT_END;
  if (handler) *handler = entry->handler;
  return CAROM_CLUSTER_OK;
}

carom_cluster_status carom_cluster_handler_remove(carom_cluster *c, uint32_t handler) {
  if (c->status) return c->status;
  if (c->handling) return CAROM_CLUSTER_BUSY;
  size_t i = 0;
  while (i < c->handler_count && c->handlers[i].handler != handler) i++;
  if (i == c->handler_count) return CAROM_CLUSTER_REFUSED;
  memmove(&c->handlers[i], &c->handlers[i + 1], (--c->handler_count - i) * sizeof *c->handlers);
  return CAROM_CLUSTER_OK;
}

static bool has(uint64_t wanted, uint64_t category) { return !wanted || wanted & category; }

static bool hears(const carom_cluster_handler_def *def, const carom_cluster_event *e) {
  const uint64_t a = e->contact->a.category, b = e->contact->b.category;
  return def->events & (uint32_t)e->kind && ((has(def->category_a, a) && has(def->category_b, b)) ||
                                             (has(def->category_a, b) && has(def->category_b, a)));
}

static void run(carom_cluster *c, const carom_cluster_event *e) {
  c->handling = e;
  c->turn = 0;
  for (size_t i = 0; i < c->handler_count; i++) {
    const carom_cluster_handler_def *def = &c->handlers[i].def;
    if (hears(def, e)) def->callback(def->user, c, e);
  }
  c->handling = NULL;
}

bool carom__handlers_run(carom_cluster *c) {
  if (!c->handled) return true;
  for (size_t i = 0; c->handler_count && i < c->event_count && !c->status; i++) run(c, &c->events[i]);
  return !c->status && carom__calls_settle(c);
}
