/* contacts.c: this step's contacts, and by comparison with the last step's what began, stayed and ended. */
#include "contacts.h"

#include <string.h>

#include "filter.h"
#include "objects.h"
#include "pair_call.h"

/* --- Finding --- */

static const carom_contact *find_previous(const carom_world *world, uint64_t key) {
  size_t low = 0, high = world->contacts.list.count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (carom__contact_key(&world->contacts.list.data[middle]) < key)
      low = middle + 1;
    else
      high = middle;
  }
  if (low == world->contacts.list.count) return NULL;
  const carom_contact *found = &world->contacts.list.data[low];
  return carom__contact_key(found) == key ? found : NULL;
}

/* For a pair that overlaps but whose penetration could not be computed: the manifold it had, or else one
 * point of depth zero between the centres. */
static void stand_in(const carom_world *world, uint32_t a, uint32_t b, carom_manifold *out) {
  const carom_contact *previous = find_previous(world, carom__pair_key(a, b));
  if (previous) {
    *out = previous->manifold;
    return;
  }
  carom_pos center = world->colliders.boxes.data[a].center;
  carom_vec3 between = pos_sub(world->colliders.boxes.data[b].center, center);
  memset(out, 0, sizeof *out);
  out->normal = vec3_normalize_or(between, vec3(1, 0, 0));
  out->point_count = 1;
  out->points[0].position = pos_add(center, vec3_scale(between, 0.5f));
}

static carom__site site(const carom_world *world, uint32_t collider) {
  return (carom__site){&world->colliders.rest.data[collider].shape, &world->colliders.frames.data[collider]};
}

static bool collide(carom_world *world, uint32_t a, uint32_t b, carom_manifold *out) {
  carom_status status = carom__call_collide(site(world, a), site(world, b), NULL, out);
  if (status == CAROM_NOT_CONVERGED) {
    world->counts.not_converged++;
    stand_in(world, a, b, out);
  }
  return out->point_count > 0;
}

/* The velocity of a body at a place. */
static carom_vec3 velocity_at(const carom_world *world, uint32_t collider, carom_pos at) {
  uint32_t body = world->colliders.bodies.data[collider];
  const carom__velocity *v = &world->bodies.velocities.data[body];
  return vec3_add(v->linear, vec3_cross(v->angular, pos_sub(at, world->bodies.poses.data[body].position)));
}

static void describe(const carom_world *world, uint32_t a, uint32_t b, carom_contact *contact) {
  carom_pos at = contact->manifold.points[0].position;
  carom_vec3 relative = vec3_sub(velocity_at(world, a, at), velocity_at(world, b, at));
  contact->a = carom__collider_side(world, a);
  contact->b = carom__collider_side(world, b);
  contact->approach_speed = vec3_dot(relative, contact->manifold.normal);
  contact->sensor =
      (world->colliders.flags.data[a] | world->colliders.flags.data[b]) & CAROM__COLLIDER_SENSOR;
}

/* The contacts of this step go into `previous`, which the next pass exchanges with `contacts`: until then a
 * failure leaves the world's contacts as they were. The last step's events point there, so they go. */
carom_status carom__step_narrowphase(carom_world *world) {
  carom__contacts *found = &world->previous;
  found->list.count = 0;
  world->events.count = 0;
  world->counts.not_converged = 0;
  for (size_t i = 0; i < world->candidates.count; i++) {
    uint32_t a = (uint32_t)(world->candidates.data[i] >> 32), b = (uint32_t)world->candidates.data[i];
    carom_status status = carom__array_reserve(&world->allocator, &found->list, found->list.count + 1);
    if (status) return status;
    carom_contact *contact = &found->list.data[found->list.count];
    memset(contact, 0, sizeof *contact);
    if (!collide(world, a, b, &contact->manifold)) continue;
    describe(world, a, b, contact);
    found->list.count++;
  }
  return CAROM_OK;
}

/* --- Comparing --- */

static bool body_has(const carom_world *world, const carom_contact *contact, uint32_t flag) {
  const uint32_t *flags = world->bodies.flags.data;
  return (flags[carom__id_index(contact->a.body.bits)] | flags[carom__id_index(contact->b.body.bits)]) & flag;
}
static bool collider_has(const carom_world *world, const carom_contact *contact, uint32_t flag) {
  const uint32_t *flags = world->colliders.flags.data;
  return (flags[carom__id_index(contact->a.collider.bits)] |
          flags[carom__id_index(contact->b.collider.bits)]) &
         flag;
}

bool carom__contact_is_dead(const carom_world *world, const carom_contact *contact) {
  return collider_has(world, contact, CAROM__COLLIDER_DYING);
}

static carom_end_cause cause_of(const carom_world *world, const carom_contact *contact) {
  uint32_t a = carom__id_index(contact->a.collider.bits), b = carom__id_index(contact->b.collider.bits);
  if (carom__contact_is_dead(world, contact)) return CAROM_END_DESTROYED;
  if (body_has(world, contact, CAROM__BODY_DISABLED)) return CAROM_END_DISABLED;
  if (!carom__filter_admits(world, a, b) || !carom__filter_asks(world, a, b)) return CAROM_END_FILTERED;
  if (collider_has(world, contact, CAROM__COLLIDER_RESHAPED)) return CAROM_END_RESHAPED;
  return body_has(world, contact, CAROM__BODY_POSE_SET) ? CAROM_END_MOVED : CAROM_END_SEPARATED;
}

static void push_event(carom_world *world, carom_event_kind kind, carom_end_cause cause,
                       const carom_contact *contact) {
  carom__array_push(&world->events, ((carom_event){kind, cause, contact}));
}

static void end(carom_world *world, carom__contacts *contacts, size_t i, carom_end_cause cause) {
  contacts->ended.data[i] = true;
  push_event(world, CAROM_EVENT_END, cause, &contacts->list.data[i]);
}

/* Ends an old contact that was not found again, unless it has had its END: then its slots may be others' by
 * now. */
static void end_old(carom_world *world, size_t i) {
  carom__contacts *old = &world->previous;
  if (!old->ended.data[i]) end(world, old, i, cause_of(world, &old->list.data[i]));
}

/* Room for one END of each old contact, one BEGIN or STAY of each new one, and one END of each new one that a
 * handler may cause: nothing that follows needs memory. */
static carom_status reserve(carom_world *world) {
  size_t fresh = world->previous.list.count;
  carom_status status = carom__array_reserve(&world->allocator, &world->previous.ended, fresh);
  return status ? status
                : carom__array_reserve(&world->allocator, &world->events,
                                       world->contacts.list.count + 2 * fresh);
}

/* Are the two contacts of the same colliders? Keys are slots, and a slot may have been reused, but only after
 * the old contact has had its END. */
static bool same(const carom_contact *a, const carom_contact *b) {
  return a->a.collider.bits == b->a.collider.bits && a->b.collider.bits == b->b.collider.bits;
}

/* Merges old with new by key: old ones that are not found again END, and stays[i] tells which new ones were
 * there. */
static void merge(carom_world *world, uint8_t *stays) {
  const carom__contacts *old = &world->previous, *fresh = &world->contacts;
  size_t i = 0;
  for (size_t j = 0; j < fresh->list.count; j++) {
    uint64_t key = carom__contact_key(&fresh->list.data[j]);
    for (; i < old->list.count && carom__contact_key(&old->list.data[i]) < key; i++) end_old(world, i);
    stays[j] = i < old->list.count && same(&old->list.data[i], &fresh->list.data[j]);
    if (stays[j]) i++;
  }
  for (; i < old->list.count; i++) end_old(world, i);
}

static void push_new(carom_world *world, const uint8_t *stays, bool which, carom_event_kind kind) {
  for (size_t i = 0; i < world->contacts.list.count; i++)
    if (stays[i] == which) push_event(world, kind, CAROM_END_NONE, &world->contacts.list.data[i]);
}

/* What was set since the last step has had its effect. */
static void clear_marks(carom_world *world) {
  for (size_t i = 0; i < world->bodies.flags.count; i++)
    world->bodies.flags.data[i] &= ~(uint32_t)CAROM__BODY_POSE_SET;
  for (size_t i = 0; i < world->colliders.flags.count; i++)
    world->colliders.flags.data[i] &= ~(uint32_t)CAROM__COLLIDER_RESHAPED;
}

static void swap_contacts(carom_world *world) {
  carom__contacts old = world->contacts;
  world->contacts = world->previous;
  world->previous = old;
}

static void count_step(carom_world *world) {
  carom_counts *counts = &world->counts;
  counts->steps++;
  counts->body_pairs = world->body_pairs.count;
  counts->collider_pairs = world->candidates.count;
  counts->contacts = world->contacts.list.count;
}

carom_status carom__step_contacts(carom_world *world) {
  uint8_t *stays = carom__arena_alloc(&world->arena, world->previous.list.count, 1);
  carom_status status = stays ? reserve(world) : CAROM_OUT_OF_MEMORY;
  if (status) return status;
  swap_contacts(world);
  carom__contacts *fresh = &world->contacts;
  fresh->ended.count = fresh->list.count;
  if (fresh->ended.count) memset(fresh->ended.data, 0, fresh->ended.count);
  merge(world, stays);
  push_new(world, stays, false, CAROM_EVENT_BEGIN);
  push_new(world, stays, true, CAROM_EVENT_STAY);
  clear_marks(world);
  world->deaths = false;
  count_step(world);
  return CAROM_OK;
}

/* --- Ending without a step --- */

void carom__contacts_end_dead(carom_world *world) {
  if (!world->deaths) return;
  world->deaths = false;
  for (size_t i = 0; i < world->contacts.list.count; i++)
    if (!world->contacts.ended.data[i] && carom__contact_is_dead(world, &world->contacts.list.data[i]))
      end(world, &world->contacts, i, CAROM_END_DESTROYED);
}

void carom__contacts_end_all(carom_world *world) {
  swap_contacts(world);
  world->contacts.list.count = world->contacts.ended.count = 0;
  world->events.count = 0;
  for (size_t i = 0; i < world->previous.list.count; i++)
    if (!world->previous.ended.data[i]) end(world, &world->previous, i, CAROM_END_CLEARED);
  world->deaths = false;
}
