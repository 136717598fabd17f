/* islands.c: bodies that touch, in groups.
 *
 * The main file of the room, which is all of it. Union-find goes over the contacts: each set has its lowest
 * body as its root, so that the order of the islands is that of their roots, whatever order joined them
 * (Tarjan and van Leeuwen, 1984: with paths halved, m steps take m log n at most). The room uses state and
 * contacts, and no other room uses it. */
#include "carom/island.h"

#include <string.h>

#include "contact.h"
#include "objects.h"

/* In place of the parent of a body: it takes no part, or it connects nothing. */
#define NO_PART UINT32_MAX
#define STILL (UINT32_MAX - 1)

struct carom_islands {
  carom_allocator allocator;
  CAROM__ARRAY(uint32_t) parents; /* of bodies by slot; in the end their islands */
  CAROM__ARRAY(uint32_t) homes; /* of contacts: a body that they belong to, or NO_PART; then their islands */
  carom__bits stirred;          /* bodies to which something happened, changed or not */
  CAROM__ARRAY(carom_island) list;
  CAROM__ARRAY(carom_body) bodies;
  CAROM__ARRAY(const carom_contact *) contacts;
  CAROM__ARRAY(carom_body) roused; /* stirred ones that rested */
};

carom_status carom_islands_create(const carom_allocator *allocator, carom_islands **out) {
  if (!out) return CAROM_NULL_ARGUMENT;
  carom_islands *islands = carom__alloc(allocator, sizeof *islands);
  if (!islands) return CAROM_OUT_OF_MEMORY;
  *islands = (carom_islands){.allocator = allocator ? *allocator : (carom_allocator){NULL, NULL}};
  *out = islands;
  return CAROM_OK;
}

void carom_islands_destroy(carom_islands *islands) {
  if (!islands) return;
  carom_allocator allocator = islands->allocator;
  carom__array_free(&allocator, &islands->parents);
  carom__array_free(&allocator, &islands->homes);
  carom__bits_free(&islands->stirred, &allocator);
  carom__array_free(&allocator, &islands->list);
  carom__array_free(&allocator, &islands->bodies);
  carom__array_free(&allocator, &islands->contacts);
  carom__array_free(&allocator, &islands->roused);
  carom__free(&allocator, islands, sizeof *islands);
}

/* A set on its way. */
typedef struct island_search {
  carom_islands *set;
  const carom_world *world;
  carom_island_def def;
} island_search;

/* --- Who takes part --- */

static uint32_t role_of(const island_search *s, uint32_t slot) {
  if (!carom__body_is_active(s->world, slot)) return NO_PART;
  if (s->world->bodies.flags.data[slot] & CAROM__BODY_STATIC) return STILL;
  carom_body body = {carom__idpool_at(&s->world->bodies.ids, slot)};
  return !s->def.joins || s->def.joins(s->def.user, s->world, body) ? slot : STILL;
}

static bool is_in_island(const carom_islands *set, uint32_t slot) { return set->parents.data[slot] < STILL; }

/* By the last step, or since. */
static bool has_changed(const carom_world *world, uint32_t slot) {
  return bits_test(&world->bodies.seen, slot) || bits_test(&world->bodies.touched, slot);
}

static void stir(carom_islands *set, uint32_t slot) {
  if (is_in_island(set, slot)) bits_set(&set->stirred, slot);
}

/* --- Who is connected --- */

static uint32_t root_of(carom_islands *set, uint32_t slot) {
  uint32_t *parents = set->parents.data;
  for (; parents[slot] != slot; slot = parents[slot]) parents[slot] = parents[parents[slot]];
  return slot;
}

static void join(carom_islands *set, uint32_t a, uint32_t b) {
  if (!is_in_island(set, a) || !is_in_island(set, b)) return;
  a = root_of(set, a), b = root_of(set, b);
  set->parents.data[a > b ? a : b] = a > b ? b : a;
}

/* Joins the bodies of a contact, and returns one of those that it belongs to, or NO_PART. */
static uint32_t take_contact(const island_search *s, size_t i) {
  carom_islands *set = s->set;
  const carom_contact *contact = &s->world->contacts.list.data[i];
  if (s->world->contacts.ended.data[i] || contact->sensor || contact->apart) return NO_PART;
  if (s->world->deaths && carom__contact_is_dead(s->world, contact)) return NO_PART;
  uint32_t a = carom__id_index(contact->a.body.bits), b = carom__id_index(contact->b.body.bits);
  if (set->parents.data[a] == NO_PART || set->parents.data[b] == NO_PART) return NO_PART;
  if (has_changed(s->world, a)) stir(set, b);
  if (has_changed(s->world, b)) stir(set, a);
  join(set, a, b);
  return is_in_island(set, a) ? a : is_in_island(set, b) ? b : NO_PART;
}

/* What began or ended; a body may be gone, and its slot another's. */
static void take_event(const island_search *s, const carom_event *event) {
  if (!(event->kind & (CAROM_EVENT_BEGIN | CAROM_EVENT_END)) || event->contact->sensor) return;
  const carom_body sides[2] = {event->contact->a.body, event->contact->b.body};
  for (int k = 0; k < 2; k++) {
    uint32_t slot = carom__body_find(s->world, sides[k]);
    if (slot != CAROM__NO_INDEX) stir(s->set, slot);
  }
}

static void take_all(const island_search *s) {
  carom_islands *set = s->set;
  for (uint32_t slot = 0; slot < set->parents.count; slot++) set->parents.data[slot] = role_of(s, slot);
  for (size_t i = 0; i < set->homes.count; i++) set->homes.data[i] = take_contact(s, i);
  for (size_t i = 0; i < s->world->events.count; i++) take_event(s, &s->world->events.data[i]);
  for (size_t i = 0; i < s->def.link_count; i++)
    join(set, carom__id_index(s->def.links[i].a.bits), carom__id_index(s->def.links[i].b.bits));
}

/* --- The list --- */

/* How many there are of each. */
typedef struct island_counts {
  size_t islands, bodies, contacts;
} island_counts;

/* Writes the number of its island in place of each parent and home. A root comes before all others of its
 * set. */
static island_counts number_all(carom_islands *set) {
  uint32_t *parents = set->parents.data;
  island_counts counts = {0, 0, 0};
  for (uint32_t slot = 0; slot < set->parents.count; slot++)
    if (is_in_island(set, slot)) parents[slot] = root_of(set, slot), counts.bodies++;
  for (uint32_t slot = 0; slot < set->parents.count; slot++)
    if (is_in_island(set, slot))
      parents[slot] = parents[slot] == slot ? (uint32_t)counts.islands++ : parents[parents[slot]];
  for (size_t i = 0; i < set->homes.count; i++) {
    if (set->homes.data[i] == NO_PART) continue;
    set->homes.data[i] = parents[set->homes.data[i]];
    counts.contacts++;
  }
  return counts;
}

/* Counts the bodies and contacts of each island, and gives it the places of its own. */
static void lay_out(carom_islands *set, size_t islands) {
  const carom_body *bodies = set->bodies.data;
  const carom_contact *const *contacts = set->contacts.data;
  for (size_t i = 0; i < islands; i++) set->list.data[i] = (carom_island){.rests = true};
  for (size_t i = 0; i < set->parents.count; i++)
    if (set->parents.data[i] < STILL) set->list.data[set->parents.data[i]].body_count++;
  for (size_t i = 0; i < set->homes.count; i++)
    if (set->homes.data[i] != NO_PART) set->list.data[set->homes.data[i]].contact_count++;
  for (size_t i = 0; i < islands; i++) {
    carom_island *island = &set->list.data[i];
    island->bodies = bodies, bodies += island->body_count;
    island->contacts = contacts, contacts += island->contact_count;
    island->body_count = island->contact_count = 0;
  }
  set->list.count = islands;
}

static void fill(const island_search *s) {
  carom_islands *set = s->set;
  for (uint32_t slot = 0; slot < set->parents.count; slot++) {
    if (!is_in_island(set, slot)) continue;
    carom_island *island = &set->list.data[set->parents.data[slot]];
    carom_body body = {carom__idpool_at(&s->world->bodies.ids, slot)};
    bool changed = has_changed(s->world, slot), stirred = bits_test(&set->stirred, slot);
    set->bodies.data[island->bodies - set->bodies.data + (ptrdiff_t)island->body_count++] = body;
    island->rests = island->rests && !changed && !stirred;
    if (stirred && !changed) carom__array_push(&set->roused, body);
  }
  for (size_t i = 0; i < set->homes.count; i++) {
    if (set->homes.data[i] == NO_PART) continue;
    carom_island *island = &set->list.data[set->homes.data[i]];
    set->contacts.data[island->contacts - set->contacts.data + (ptrdiff_t)island->contact_count++] =
        &s->world->contacts.list.data[i];
  }
}

/* --- The call --- */

static carom_status check(const carom_world *world, const carom_island_def *def) {
  if (world->stepping) return CAROM_BUSY;
  if (def->link_count && !def->links) return CAROM_NULL_ARGUMENT;
  for (size_t i = 0; i < def->link_count; i++)
    if (!carom_body_is_valid(world, def->links[i].a) || !carom_body_is_valid(world, def->links[i].b))
      return CAROM_STALE_ID;
  return CAROM_OK;
}

static carom_status begin(carom_islands *set, const carom_world *world) {
  size_t slots = carom__idpool_slots(&world->bodies.ids), contacts = world->contacts.list.count;
  set->list.count = set->roused.count = 0;
  carom_status status = carom__array_reserve(&set->allocator, &set->parents, slots);
  if (!status) status = carom__array_reserve(&set->allocator, &set->homes, contacts);
  if (!status) status = carom__bits_reserve(&set->stirred, &set->allocator, slots);
  if (status) return status;
  set->parents.count = slots;
  set->homes.count = contacts;
  carom__bits_extend(&set->stirred, slots);
  carom__bits_clear_all(&set->stirred);
  return CAROM_OK;
}

/* One more of each, so that all have an address. */
static carom_status reserve_lists(carom_islands *set, island_counts counts) {
  size_t stirred = carom__bits_count(&set->stirred, 0, set->stirred.words.count);
  carom_status status = carom__array_reserve(&set->allocator, &set->list, counts.islands);
  if (!status) status = carom__array_reserve(&set->allocator, &set->bodies, counts.bodies + 1);
  if (!status) status = carom__array_reserve(&set->allocator, &set->contacts, counts.contacts + 1);
  return status ? status : carom__array_reserve(&set->allocator, &set->roused, stirred);
}

carom_status carom_islands_find(carom_islands *islands, const carom_world *world,
                                const carom_island_def *def) {
  const carom_island_def all_zero = {0};
  if (!islands || !world) return CAROM_NULL_ARGUMENT;
  island_search s = {islands, world, def ? *def : all_zero};
  carom_status status = check(world, &s.def);
  if (!status) status = begin(islands, world);
  if (status) return status;
  take_all(&s);
  island_counts counts = number_all(islands);
  status = reserve_lists(islands, counts);
  if (status) return status;
  lay_out(islands, counts.islands);
  fill(&s);
  return CAROM_OK;
}

const carom_island *carom_islands_get(const carom_islands *islands, size_t *count) {
  if (!islands || !count) return NULL;
  *count = islands->list.count;
  return *count ? islands->list.data : NULL;
}

const carom_body *carom_islands_get_stirred(const carom_islands *islands, size_t *count) {
  if (!islands || !count) return NULL;
  *count = islands->roused.count;
  return *count ? islands->roused.data : NULL;
}
