/* event_counts.c: how many BEGINs and ENDs each body has.
 *
 * The handlers run one after the other, but who counts in the bodies need not wait for them: where there are
 * threads, all is counted before the first handler runs. What a body has counted too early is taken off when
 * a handler asks (carom__body_counts), which takes a look at all untold events. Once somebody has asked so,
 * each event is counted when it is told, in this step and in all that follow. */
#include "contact.h"

#include "objects.h"
#include "prefetch.h"
#include "tasks.h"

/* Where a body counts events of this kind; NULL: nowhere. */
static carom__atomic *counter(const carom_world *world, carom_event_kind kind, carom_body body) {
  carom__body_cold *cold = &world->bodies.cold.data[carom__id_index(body.bits)];
  return kind == CAROM_EVENT_BEGIN ? &cold->begins : kind == CAROM_EVENT_END ? &cold->ends : NULL;
}

static void add(carom__atomic *counter, uint32_t by) {
  if (counter) carom__atomic_write(counter, carom__atomic_read(counter) + by);
}

static void add_to_both(const carom_world *world, const carom_event *event, uint32_t by) {
  add(counter(world, event->kind, event->contact->a.body), by);
  add(counter(world, event->kind, event->contact->b.body), by);
}

void carom__event_count(carom_world *world, const carom_event *event) { add_to_both(world, event, 1); }
void carom__event_uncount(carom_world *world, const carom_event *event) {
  add_to_both(world, event, UINT32_MAX);
}

void carom__event_fetch_counters(const carom_world *world, const carom_event *event) {
  const carom__body_cold *cold = world->bodies.cold.data;
  if (event->kind != CAROM_EVENT_BEGIN && event->kind != CAROM_EVENT_END) return;
  carom__prefetch(&cold[carom__id_index(event->contact->a.body.bits)], sizeof *cold);
  carom__prefetch(&cold[carom__id_index(event->contact->b.body.bits)], sizeof *cold);
}

size_t carom__events_of_kind(const carom_event *events, size_t count) {
  size_t low = 1, high = count;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (events[middle].kind == events[0].kind)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* --- Ahead of the handlers --- */

/* Two parts may have events of the same body. */
static void count_part(void *context, uint32_t part, size_t begin, size_t end) {
  enum { AHEAD = 16 };
  const carom_world *world = context;
  const carom_event *events = world->events.data;
  (void)part;
  for (size_t i = begin; i < end; i++) {
    if (i + AHEAD < end) {
      const carom_contact *contact = events[i + AHEAD].contact;
      carom__prefetch(contact, sizeof contact->a + sizeof contact->b.body);
      carom__event_fetch_counters(world, &events[i + AHEAD / 2]);
    }
    carom__atomic *of_a = counter(world, events[i].kind, events[i].contact->a.body);
    carom__atomic *of_b = counter(world, events[i].kind, events[i].contact->b.body);
    if (of_a) carom__atomic_retain(of_a);
    if (of_b) carom__atomic_retain(of_b);
  }
}

/* How many events there are before the STAYs, which come last. */
static size_t count_before_stays(const carom_world *world) {
  const carom_event *events = world->events.data;
  size_t at = 0;
  while (at < world->events.count && events[at].kind != CAROM_EVENT_STAY)
    at += carom__events_of_kind(events + at, world->events.count - at);
  return at;
}

void carom__events_count_ahead(carom_world *world) {
  const size_t count = count_before_stays(world);
  const uint32_t parts = carom__part_count(&world->def.tasks, count);
  world->untold = (carom__untold){0, 0};
  if (parts == 1 || carom__atomic_read(&world->contact_index->counts_wanted)) return;
  carom__run_ranges(&world->def.tasks, parts, count, count_part, world);
  world->untold.end = count;
}

void carom__events_uncount(carom_world *world) {
  for (size_t i = world->untold.begin; i < world->untold.end; i++)
    carom__event_uncount(world, &world->events.data[i]);
  world->untold = (carom__untold){0, 0};
}
