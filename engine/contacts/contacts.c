/* contacts.c: contacts from one step to the next: which begin, stay and end, and why they end.
 *
 * This is the main file of the room, in the order of a step. Contacts are found by manifolds.c, and by
 * swept/swept_hits.c where bodies only pass each other. They are in world->fresh then, and those of the last
 * step in world->contacts. keepers.c drops those that a handler does not keep. Here is the diff of both
 * lists: what is in both stays, what is only fresh begins, and what is only old ends unless it rests
 * (resting.c). With margins a contact has two states, which begin and end by themselves: it touches, and it
 * is nearby (near.c). cause_of() tells why. events.c tells the handlers; contact_ends.c ends what they
 * destroy meanwhile.
 *
 * The room uses state, bodies and passes. The step runs it, swept adds to it, history reads and fills the
 * list of contacts. */
#include "contact.h"

#include <string.h>

#include "filter.h"
#include "candidates.h"
#include "objects.h"
#include "tasks.h"
#include "prefetch.h"
#include "sort.h"

/* Some fresh contacts that follow each other, with the old ones up to the next part's. */
typedef struct diff_part {
  size_t first;  /* where the first of its contacts that last or begin goes */
  size_t begins; /* how many begin ... */
  size_t stays;  /* ... stay ... */
  size_t nears;  /* ... and come near */
} diff_part;

/* The old contacts are in world->contacts, the fresh ones, which this step has found, in world->fresh. Old
 * ones that rest were not looked for and last; no key is both fresh and resting. */
typedef struct contact_diff {
  carom_world *world;
  uint32_t *resting; /* those old ones */
  size_t resting_count;
  uint32_t *resting_to, *fresh_to; /* where they and the fresh ones go in the list of both */
  uint8_t *kinds;                  /* of each contact in that list: its events */
  bool margins;                    /* contacts may be apart or nearby */
  carom_event *fars;               /* room for those of all old ones then */
  uint32_t part_count;
  diff_part parts[CAROM__PARTS_MAX + 1]; /* the last is empty and marks the end */
  carom__found ends[CAROM__PARTS_MAX];   /* of each part, among the events ... */
  carom__found gone[CAROM__PARTS_MAX];   /* ... and among the FARs */
} contact_diff;

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
  contact_diff *diff;
  diff_part part;
  carom__found ends, fars;
  size_t old, resting, fresh; /* the next ones */
} cursor;

static void queue_end(cursor *c, carom_end_cause cause) {
  carom_world *world = c->diff->world;
  world->events.data[c->ends.begin + c->ends.count++] =
      (carom_event){CAROM_EVENT_END, cause, &world->contacts.list.data[c->old]};
}

static void queue_far(cursor *c, carom_end_cause cause) {
  c->diff->fars[c->fars.begin + c->fars.count++] =
      (carom_event){CAROM_EVENT_FAR, cause, &c->diff->world->contacts.list.data[c->old]};
}

/* The old contact is over. */
static void leave(cursor *c, carom_end_cause cause) {
  const carom_contact *old = &c->diff->world->contacts.list.data[c->old];
  if (!c->diff->margins || !old->apart) queue_end(c, cause);
  if (c->diff->margins && old->nearby) queue_far(c, cause);
}

/* The old contact goes on as one that is apart, or no longer nearby. */
static void pass_over(cursor *c, const carom_contact *old, const carom_contact *now) {
  if (!old->apart && now->apart) queue_end(c, CAROM_END_NONE);
  if (old->nearby && !now->nearby) queue_far(c, CAROM_END_NONE);
}

/* Puts a contact into the list of both, which had one before that is not over; NULL: none. */
static void put_kinds(cursor *c, size_t to, const carom_contact *old, const carom_contact *now) {
  bool touches = !now->apart, begins = touches && !(old && !old->apart);
  bool nears = now->nearby && !(old && old->nearby);
  uint32_t kinds = begins ? CAROM_EVENT_BEGIN : touches ? CAROM_EVENT_STAY : 0u;
  c->diff->kinds[to] = (uint8_t)(kinds | (nears ? CAROM_EVENT_NEAR : 0u));
  c->part.begins += begins;
  c->part.stays += touches && !begins;
  c->part.nears += nears;
}

static uint64_t key_of(const carom_world *world, const carom_event *end) {
  return world->contacts.keys.data[end->contact - world->contacts.list.data];
}

/* Finds the causes that the walk has left open. What they follow from may be anywhere in memory: it is asked
 * for some ENDs ahead. */
static void find_causes(const carom_world *world, carom_event *events, carom__found ends) {
  enum { AHEAD = 8 };
  const carom__gate *gates = world->colliders.gates.data;
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
  contact_diff *d = c->diff;
  const carom__contacts *old = &d->world->contacts;
  uint8_t ended = old->ended.data[c->old];
  if (c->resting < d->resting_count && d->resting[c->resting] == c->old) {
    size_t to = c->resting + c->fresh;
    d->resting_to[c->resting++] = (uint32_t)to;
    if (d->margins)
      put_kinds(c, to, &old->list.data[c->old], &old->list.data[c->old]);
    else
      d->kinds[to] = CAROM_EVENT_STAY, c->part.stays++;
  } else if (ended != CAROM__ENDED) {
    leave(c, ended == CAROM__DROPPED ? CAROM_END_DROPPED : CAROM_END_NONE);
  }
  c->old++;
}

/* Keys are slots, and a slot may have been reused, but only after the old contact has had its END. */
static void pass_fresh(cursor *c, bool found) {
  contact_diff *d = c->diff;
  uint8_t ended = found ? d->world->contacts.ended.data[c->old] : CAROM__ENDED;
  bool begins = ended != CAROM__NOT_ENDED;
  if (ended == CAROM__OVER) leave(c, CAROM_END_NONE);
  size_t to = c->fresh + c->resting;
  d->fresh_to[c->fresh] = (uint32_t)to;
  if (d->margins) {
    const carom_contact *old = begins ? NULL : &d->world->contacts.list.data[c->old];
    const carom_contact *now = &d->world->fresh.list.data[c->fresh];
    if (old) pass_over(c, old, now);
    put_kinds(c, to, old, now);
  } else {
    d->kinds[to] = begins ? CAROM_EVENT_BEGIN : CAROM_EVENT_STAY;
    c->part.begins += begins;
    c->part.stays += !begins;
  }
  c->fresh++;
  c->old += found;
}

/* The first old contact that does not come before a fresh one. */
static size_t old_at(const carom_world *world, size_t fresh) {
  const carom__keys *keys = &world->contacts.keys;
  return keys_below(keys->data, keys->count, world->fresh.keys.data[fresh]);
}

static void compare_part(void *context, uint32_t part, size_t begin, size_t end) {
  contact_diff *d = context;
  const carom__keys *old = &d->world->contacts.keys, *fresh = &d->world->fresh.keys;
  cursor c = {.diff = d, .fresh = begin, .old = begin ? old_at(d->world, begin) : 0};
  size_t old_end = end < fresh->count ? old_at(d->world, end) : old->count;
  c.resting = carom__count_below(d->resting, d->resting_count, (uint32_t)c.old);
  c.part.first = c.resting + begin;
  c.ends.begin = c.fars.begin = c.old;
  while (c.fresh < end) {
    uint64_t key = fresh->data[c.fresh];
    while (c.old < old_end && old->data[c.old] < key) pass_old(&c);
    pass_fresh(&c, c.old < old_end && old->data[c.old] == key);
  }
  while (c.old < old_end) pass_old(&c);
  find_causes(d->world, d->world->events.data, c.ends);
  find_causes(d->world, d->fars, c.fars);
  d->parts[part] = c.part;
  d->ends[part] = c.ends;
  d->gone[part] = c.fars;
}

/* --- ENDs and FARs --- */

/* FARs go behind the ENDs. */
static void join_ends(contact_diff *d) {
  carom_world *world = d->world;
  world->events.count = carom__found_join(d->ends, d->part_count, world->events.data, sizeof(carom_event));
  if (!d->margins) return;
  size_t fars = carom__found_join(d->gone, d->part_count, d->fars, sizeof(carom_event));
  if (fars) memcpy(world->events.data + world->events.count, d->fars, fars * sizeof(carom_event));
  world->events.count += fars;
}

/* The game's filter comes before the causes that are left; it is asked on the thread that called step. A
 * contact that touched has its END before its FAR, which tells the cause. */
static void ask_game(carom_world *world) {
  const carom_event *end = world->events.data;
  for (size_t i = 0; i < world->events.count; i++) {
    carom_event *event = &world->events.data[i];
    uint64_t key = key_of(world, event);
    if (event->kind == CAROM_EVENT_FAR) {
      while (end->kind == CAROM_EVENT_END && end->contact < event->contact) end++;
      if (end->kind == CAROM_EVENT_END && end->contact == event->contact) {
        event->cause = end->cause;
        continue;
      }
    }
    if (event->cause >= CAROM_END_RESHAPED &&
        !carom__filter_asks_late(world, (uint32_t)(key >> 32), (uint32_t)key))
      event->cause = CAROM_END_FILTERED;
  }
}

/* --- The list of all that there are --- */

/* ENDs show contacts as they were: behind the fresh ones these are not overwritten. */
static void save_ended(carom_world *world) {
  for (size_t i = 0; i < world->events.count; i++) {
    carom_contact *to = &world->fresh.list.data[world->fresh.list.count + i];
    *to = *world->events.data[i].contact;
    world->events.data[i].contact = to;
  }
}

static void put_part(void *context, uint32_t part, size_t begin, size_t end) {
  const contact_diff *d = context;
  (void)part;
  for (size_t j = begin; j < end; j++)
    carom__contact_copy(&d->world->contacts, d->fresh_to[j], &d->world->fresh, j, contact_rows(d->world));
}

/* Fresh ones come to those that rest, if there are any. */
static void unite(contact_diff *d) {
  carom_world *world = d->world;
  size_t fresh = world->fresh.list.count;
  if (d->resting_count > 0) {
    save_ended(world);
    carom__contacts_shift(world, d->resting, d->resting_to, d->resting_count);
    carom__run_ranges(&world->def.tasks, d->part_count, fresh, put_part, d);
  } else {
    carom__contacts_exchange(world);
  }
  carom__contacts *all = &world->contacts;
  all->keys.count = all->list.count = all->ended.count = d->resting_count + fresh;
  if (all->ended.count) memset(all->ended.data, 0, all->ended.count);
}

/* --- NEARs, BEGINs and STAYs --- */

/* Where a part's events go: behind the ENDs and FARs, first all NEARs, then all BEGINs, then all STAYs. */
typedef struct event_queue {
  const contact_diff *diff;
  carom_event *nears[CAROM__PARTS_MAX], *begins[CAROM__PARTS_MAX], *stays[CAROM__PARTS_MAX];
} event_queue;

static void queue_nears(const contact_diff *d, uint32_t part, carom_event *near_event) {
  const carom_contact *contacts = d->world->contacts.list.data;
  for (size_t i = d->parts[part].first; i < d->parts[part + 1].first; i++)
    if (d->kinds[i] & CAROM_EVENT_NEAR)
      *near_event++ = (carom_event){CAROM_EVENT_NEAR, CAROM_END_NONE, &contacts[i]};
}

static void queue_part(void *context, uint32_t part) {
  const event_queue *q = context;
  const contact_diff *d = q->diff;
  const carom_contact *contacts = d->world->contacts.list.data;
  carom_event *begin = q->begins[part], *stay = q->stays[part];
  if (d->margins) queue_nears(d, part, q->nears[part]);
  for (size_t i = d->parts[part].first; i < d->parts[part + 1].first; i++) {
    if (d->kinds[i] & CAROM_EVENT_BEGIN)
      *begin++ = (carom_event){CAROM_EVENT_BEGIN, CAROM_END_NONE, &contacts[i]};
    else if (d->kinds[i] & CAROM_EVENT_STAY)
      *stay++ = (carom_event){CAROM_EVENT_STAY, CAROM_END_NONE, &contacts[i]};
  }
}

static void queue_all(contact_diff *d) {
  carom_world *world = d->world;
  size_t total = world->contacts.list.count;
  event_queue q = {.diff = d};
  if (total == 0) return;
  carom_event *const start = world->events.data + world->events.count, *at = start;
  d->parts[d->part_count].first = total;
  for (uint32_t i = 0; i < d->part_count; at += d->parts[i++].nears) q.nears[i] = at;
  for (uint32_t i = 0; i < d->part_count; at += d->parts[i++].begins) q.begins[i] = at;
  for (uint32_t i = 0; i < d->part_count; at += d->parts[i++].stays) q.stays[i] = at;
  carom__run_parts(&world->def.tasks, d->part_count, queue_part, &q);
  world->events.count += (size_t)(at - start);
}

/* How many contacts touch. */
static size_t count_touching(const contact_diff *d) {
  size_t count = 0;
  for (uint32_t i = 0; i < d->part_count; i++) count += d->parts[i].begins + d->parts[i].stays;
  return count;
}

/* --- The pass --- */

/* Room for one END of each old contact, one BEGIN or STAY of each other, and one END of each of those that a
 * handler, if there is any, may cause, and as many FARs and NEARs: nothing that follows needs memory. */
static carom_status reserve(contact_diff *d) {
  carom_world *world = d->world;
  const carom_allocator *allocator = &world->allocator;
  size_t old = world->contacts.list.count, fresh = world->fresh.list.count;
  size_t total = d->resting_count + fresh, events = contact_events(world);
  carom__contacts *all = d->resting_count > 0 ? &world->contacts : &world->fresh;
  d->fresh_to = carom__arena_alloc(&world->arena, fresh, sizeof *d->fresh_to);
  d->resting_to = carom__arena_alloc(&world->arena, d->resting_count, sizeof *d->resting_to);
  d->kinds = carom__arena_alloc(&world->arena, total, sizeof *d->kinds);
  if (d->margins) d->fars = carom__arena_alloc(&world->arena, old, sizeof *d->fars);
  if (!d->fresh_to || !d->resting_to || !d->kinds || (d->margins && !d->fars)) return CAROM_OUT_OF_MEMORY;
  carom_status status = carom__further_reserve(world);
  if (!status) status = carom__patches_reserve(world);
  if (!status) status = carom__contacts_room(world, all, total);
  if (!status) status = carom__array_reserve_lean(allocator, &all->ended, total);
  if (!status && d->resting_count > 0)
    status =
        carom__array_reserve_lean(allocator, &world->fresh.list, fresh + events * (old - d->resting_count));
  const size_t caused = world->handlers.count > 0 ? total : 0;
  return status ? status
                : carom__array_reserve_lean(allocator, &world->events, events * (old + total + caused));
}

/* What `compare` needs, which cannot fail then; meanwhile fresh contacts may be taken out. */
static carom_status prepare(carom_world *world, contact_diff *out) {
  *out = (contact_diff){.world = world, .margins = world->margined};
  out->resting = carom__arena_alloc(&world->arena, world->contacts.list.count, sizeof *out->resting);
  if (!out->resting) return CAROM_OUT_OF_MEMORY;
  out->resting_count = carom__list_resting(world, out->resting);
  return reserve(out);
}

/* Queues the events of all contacts and leaves those that there are now in world->contacts, ascending by key.
 */
static void compare(contact_diff *d) {
  enum { FOR_ONE = 4 }; /* so many take as long as a pair of the narrow phase */
  carom_world *world = d->world;
  size_t fresh = world->fresh.list.count;
  d->part_count = carom__part_count(&world->def.tasks, fresh / FOR_ONE);
  carom__run_ranges(&world->def.tasks, d->part_count, fresh, compare_part, d);
  join_ends(d);
  if (world->def.filter) ask_game(world);
  unite(d);
  queue_all(d);
}

/* What was set since the last step has had its effect. */
static void clear_part(void *context, uint32_t part, size_t begin, size_t end) {
  carom_world *world = context;
  uint32_t slot;
  (void)part;
  for (carom__bits_walk walk = bits_walk(&world->bodies.touched, begin, end); bits_next(&walk, &slot);)
    world->bodies.flags.data[slot] &= ~(uint32_t)CAROM__BODY_POSE_SET;
}

static void clear_marks(carom_world *world) {
  carom__bits *touched = &world->bodies.touched;
  uint32_t parts =
      carom__part_count_light(&world->def.tasks, carom__bits_count(touched, 0, touched->words.count));
  carom__run_ranges(&world->def.tasks, parts, touched->words.count, clear_part, world);
  carom__bits_clear_all(touched);
  carom__reshaped_clear(world);
}

static void count_step(carom_world *world, const contact_diff *d) {
  carom_counts *counts = &world->counts;
  counts->steps++;
  counts->body_pairs = world->step.body_pairs.count;
  const carom__step_data *step = &world->step;
  counts->collider_pairs = step->candidates.count - step->candidates_apart + step->met;
  counts->contacts = count_touching(d);
}

carom_status carom__step_contacts(carom_world *world) {
  contact_diff diff;
  carom_status status = prepare(world, &diff);
  if (status) return status;
  carom__contacts_mark_over(world);
  carom__carry_values(world);
  carom__manifolds_persist(world);
  carom__step_further(world);
  carom__ask_keepers(world);
  carom__patches_keep(world);
  compare(&diff);
  carom__contacts_note_passed(world);
  clear_marks(world);
  world->deaths = world->loaded = false;
  count_step(world, &diff);
  return CAROM_OK;
}
