/* merge.c: this step's contacts and the last one's, side by side: what began, stayed and ended. */
#include "merge.h"

#include <string.h>

#include "contact.h"
#include "filter.h"
#include "filter_callback.h"
#include "prefetch.h"
#include "resting.h"
#include "sort.h"

/* Why the contact of these slots is over, unless the game's filter says so; its own memory is not touched. */
static carom_end_cause cause_of(const carom_world *world, uint64_t key) {
  uint32_t a = (uint32_t)(key >> 32), b = (uint32_t)key;
  const carom__gate *gate_a = &world->colliders.gates.data[a], *gate_b = &world->colliders.gates.data[b];
  uint32_t colliders = gate_a->flags | gate_b->flags;
  uint32_t bodies = world->bodies.flags.data[gate_a->body] | world->bodies.flags.data[gate_b->body];
  if (colliders & CAROM__COLLIDER_DYING) return CAROM_END_DESTROYED;
  if (bodies & CAROM__BODY_DISABLED) return CAROM_END_DISABLED;
  if (!carom__filter_admits(world, a, b)) return CAROM_END_FILTERED;
  if (colliders & CAROM__COLLIDER_RESHAPED) return CAROM_END_RESHAPED;
  return bodies & CAROM__BODY_POSE_SET ? CAROM_END_MOVED : CAROM_END_SEPARATED;
}

/* --- Comparing, in parts of the fresh contacts --- */

/* One part on its way. */
typedef struct cursor {
  carom__merge *merge;
  carom__merge_part part;
  carom__found ends;
  size_t old, resting, fresh; /* the next ones */
} cursor;

static void queue_end(cursor *c, carom_end_cause cause) {
  carom_world *world = c->merge->world;
  world->events.data[c->ends.begin + c->ends.count++] =
      (carom_event){CAROM_EVENT_END, cause, &world->contacts.list.data[c->old]};
}

static uint64_t key_of(const carom_world *world, const carom_event *end) {
  return world->contacts.keys.data[end->contact - world->contacts.list.data];
}

/* Finds the causes that the walk has left open. What they follow from may be anywhere in memory: it is asked
 * for some ENDs ahead. */
static void find_causes(carom_world *world, carom__found ends) {
  enum { AHEAD = 8 };
  const carom__gate *gates = world->colliders.gates.data;
  carom_event *events = world->events.data;
  size_t end = ends.begin + ends.count;
  for (size_t i = ends.begin; i < end + AHEAD; i++) {
    if (i < end) {
      uint64_t key = key_of(world, &events[i]);
      carom__prefetch_line(&gates[key >> 32]);
      carom__prefetch_line(&gates[(uint32_t)key]);
    }
    if (i >= ends.begin + AHEAD && events[i - AHEAD].cause == CAROM_END_NONE)
      events[i - AHEAD].cause = cause_of(world, key_of(world, &events[i - AHEAD]));
  }
}

/* An old contact that was not found again lasts if it rests. If it has had its END, its slots may be others'
 * by now. */
static void pass_old(cursor *c) {
  carom__merge *m = c->merge;
  const carom__contacts *old = &m->world->contacts;
  uint8_t ended = old->ended.data[c->old];
  if (c->resting < m->resting_count && m->resting[c->resting] == c->old) {
    m->resting_to[c->resting] = (uint32_t)(c->resting + c->fresh);
    m->begins[c->resting++ + c->fresh] = false;
  } else if (ended != CAROM__ENDED) {
    queue_end(c, ended == CAROM__DROPPED ? CAROM_END_DROPPED : CAROM_END_NONE);
  }
  c->old++;
}

/* Keys are slots, and a slot may have been reused, but only after the old contact has had its END. */
static void pass_fresh(cursor *c, bool found) {
  carom__merge *m = c->merge;
  uint8_t ended = found ? m->world->contacts.ended.data[c->old] : CAROM__ENDED;
  bool begins = ended != CAROM__NOT_ENDED;
  if (ended == CAROM__OVER) queue_end(c, CAROM_END_NONE);
  size_t to = c->fresh + c->resting;
  m->fresh_to[c->fresh++] = (uint32_t)to;
  m->begins[to] = begins;
  c->part.begins += begins;
  c->old += found;
}

/* The first old contact that does not come before a fresh one. */
static size_t old_at(const carom_world *world, size_t fresh) {
  return keys_below(&world->contacts.keys, world->previous.keys.data[fresh]);
}

static void compare_part(void *context, uint32_t part, size_t begin, size_t end) {
  carom__merge *m = context;
  const carom__keys *old = &m->world->contacts.keys, *fresh = &m->world->previous.keys;
  cursor c = {.merge = m, .fresh = begin, .old = begin ? old_at(m->world, begin) : 0};
  size_t old_end = end < fresh->count ? old_at(m->world, end) : old->count;
  c.resting = carom__count_below(m->resting, m->resting_count, (uint32_t)c.old);
  c.part.first = c.resting + begin;
  c.ends.begin = c.old;
  while (c.fresh < end) {
    uint64_t key = fresh->data[c.fresh];
    while (c.old < old_end && old->data[c.old] < key) pass_old(&c);
    pass_fresh(&c, c.old < old_end && old->data[c.old] == key);
  }
  while (c.old < old_end) pass_old(&c);
  find_causes(m->world, c.ends);
  m->parts[part] = c.part;
  m->ends[part] = c.ends;
}

/* --- ENDs --- */

/* The game's filter comes before the causes that are left; it is asked on the thread that called step. */
static void ask_game(carom_world *world) {
  for (size_t i = 0; i < world->events.count; i++) {
    carom_event *event = &world->events.data[i];
    uint64_t key = key_of(world, event);
    if (event->cause >= CAROM_END_RESHAPED &&
        !carom__filter_asks_late(world, (uint32_t)(key >> 32), (uint32_t)key))
      event->cause = CAROM_END_FILTERED;
  }
}

/* --- The list of all that there are --- */

/* ENDs show contacts as they were: behind the fresh ones these are not overwritten. */
static void save_ended(carom_world *world) {
  for (size_t i = 0; i < world->events.count; i++) {
    carom_contact *to = &world->previous.list.data[world->previous.list.count + i];
    *to = *world->events.data[i].contact;
    world->events.data[i].contact = to;
  }
}

static void put_part(void *context, uint32_t part, size_t begin, size_t end) {
  const carom__merge *m = context;
  (void)part;
  for (size_t j = begin; j < end; j++)
    carom__contact_copy(&m->world->contacts, m->fresh_to[j], &m->world->previous, j);
}

/* Fresh ones come to those that rest, if there are any. */
static void unite(carom__merge *m) {
  carom_world *world = m->world;
  size_t fresh = world->previous.list.count;
  if (m->resting_count > 0) {
    save_ended(world);
    carom__contacts_shift(&world->contacts, m->resting, m->resting_to, m->resting_count);
    carom__run_ranges(&world->def.tasks, m->part_count, fresh, put_part, m);
  } else {
    carom__contacts_exchange(world);
  }
  carom__contacts *all = &world->contacts;
  all->keys.count = all->list.count = all->ended.count = m->resting_count + fresh;
  if (all->ended.count) memset(all->ended.data, 0, all->ended.count);
}

/* --- BEGINs and STAYs --- */

/* Where a part's events go: behind the ENDs, all BEGINs before all STAYs. */
typedef struct queue {
  const carom__merge *merge;
  carom_event *begins[CAROM__PARTS_MAX], *stays[CAROM__PARTS_MAX];
} queue;

static void queue_part(void *context, uint32_t part) {
  const queue *q = context;
  const carom__merge *m = q->merge;
  const carom_contact *contacts = m->world->contacts.list.data;
  carom_event *begin = q->begins[part], *stay = q->stays[part];
  for (size_t i = m->parts[part].first; i < m->parts[part + 1].first; i++) {
    if (m->begins[i])
      *begin++ = (carom_event){CAROM_EVENT_BEGIN, CAROM_END_NONE, &contacts[i]};
    else
      *stay++ = (carom_event){CAROM_EVENT_STAY, CAROM_END_NONE, &contacts[i]};
  }
}

static void queue_all(carom__merge *m) {
  carom_world *world = m->world;
  size_t begins = 0, total = world->contacts.list.count;
  queue q = {.merge = m};
  if (total == 0) return;
  carom_event *at = world->events.data + world->events.count;
  m->parts[m->part_count].first = total;
  for (uint32_t i = 0; i < m->part_count; begins += m->parts[i++].begins) q.begins[i] = at + begins;
  at += begins;
  for (uint32_t i = 0; i < m->part_count; i++) {
    q.stays[i] = at;
    at += m->parts[i + 1].first - m->parts[i].first - m->parts[i].begins;
  }
  carom__run_parts(&world->def.tasks, m->part_count, queue_part, &q);
  world->events.count += total;
}

/* --- The whole --- */

/* Room for one END of each old contact, one BEGIN or STAY of each other, and one END of each of those that a
 * handler may cause: nothing that follows needs memory. */
static carom_status reserve(carom__merge *m) {
  carom_world *world = m->world;
  const carom_allocator *allocator = &world->allocator;
  size_t old = world->contacts.list.count, fresh = world->previous.list.count;
  size_t total = m->resting_count + fresh;
  carom__contacts *all = m->resting_count > 0 ? &world->contacts : &world->previous;
  m->fresh_to = carom__arena_alloc(&world->arena, fresh, sizeof *m->fresh_to);
  m->resting_to = carom__arena_alloc(&world->arena, m->resting_count, sizeof *m->resting_to);
  m->begins = carom__arena_alloc(&world->arena, total, sizeof *m->begins);
  if (!m->fresh_to || !m->resting_to || !m->begins) return CAROM_OUT_OF_MEMORY;
  carom_status status = carom__array_reserve(allocator, &all->list, total);
  if (!status) status = carom__array_reserve(allocator, &all->keys, total);
  if (!status) status = carom__array_reserve(allocator, &all->ended, total);
  if (!status && m->resting_count > 0)
    status = carom__array_reserve(allocator, &world->previous.list, fresh + old - m->resting_count);
  return status ? status : carom__array_reserve(allocator, &world->events, old + 2 * total);
}

carom_status carom__merge_prepare(carom_world *world, carom__merge *out) {
  *out = (carom__merge){.world = world};
  out->resting = carom__arena_alloc(&world->arena, world->contacts.list.count, sizeof *out->resting);
  if (!out->resting) return CAROM_OUT_OF_MEMORY;
  out->resting_count = carom__list_resting(world, out->resting);
  return reserve(out);
}

void carom__merge_run(carom__merge *m) {
  carom_world *world = m->world;
  size_t fresh = world->previous.list.count;
  m->part_count = carom__part_count_light(&world->def.tasks, fresh);
  carom__run_ranges(&world->def.tasks, m->part_count, fresh, compare_part, m);
  world->events.count = carom__found_join(m->ends, m->part_count, world->events.data, sizeof(carom_event));
  if (world->def.filter) ask_game(world);
  unite(m);
  queue_all(m);
}
