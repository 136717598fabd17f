/* objects.c: bodies and colliders by slot. */
#include "objects.h"

#include <string.h>

#include "recorder.h"

void carom__bodies_touch(carom_world *world) {
  if (world->loaded) return;
  for (uint32_t slot = 0; slot < carom__idpool_slots(&world->bodies.ids); slot++)
    if (carom__idpool_at(&world->bodies.ids, slot)) carom__body_touch(world, slot);
  carom__record_call(world, CAROM__OP_TOUCH_ALL, 0, NULL);
}

void carom__bodies_note_seen(carom_world *world) {
  const carom__bits *touched = &world->bodies.touched;
  size_t words = touched->words.count;
  if (words > 0) memcpy(world->bodies.seen.words.data, touched->words.data, words * sizeof(uint64_t));
}

void carom__bodies_forget_seen(carom_world *world) { carom__bits_clear_all(&world->bodies.seen); }

const carom_frame *carom__collider_frame_in(const carom_world *world, uint32_t slot, carom_frame *room) {
  const carom_frame *own = &world->colliders.frames.data[slot];
  if (body_index_is_at_rest(world->index)) return own;
  uint32_t body = world->colliders.gates.data[slot].body;
  if (carom__body_boxes_fit(world, body)) return own;
  carom_frame frame = carom__body_frame(world, body);
  *room = carom__frame_on(world, slot, &frame);
  return room;
}

uint32_t carom__collider_peek(const carom_world *world, carom_collider collider) {
  return world ? carom__idpool_find(&world->colliders.ids, collider.bits) : CAROM__NO_INDEX;
}

uint32_t carom__collider_find(const carom_world *world, carom_collider collider) {
  uint32_t slot = carom__collider_peek(world, collider);
  if (slot == CAROM__NO_INDEX || world->colliders.gates.data[slot].flags & CAROM__COLLIDER_DYING)
    return CAROM__NO_INDEX;
  return slot;
}

bool carom__body_way_lasts(const carom_world *world, const carom__body_way *way) {
  uint32_t slot = carom__body_find(world, way->body);
  if (slot == CAROM__NO_INDEX || !pose_is_same(&world->bodies.poses.data[slot], &way->after)) return false;
  const carom__velocity v = carom__body_velocity(world, slot);
  return memcmp(&v, &way->velocity, sizeof v) == 0;
}

/* How many ways are of slots below one. */
static size_t ways_below(const carom__halfway *halfway, uint32_t slot) {
  size_t low = 0, high = halfway->ways.count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (carom__id_index(halfway->ways.data[middle].body.bits) < slot)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

const carom__body_way *carom__body_way_find(const carom_world *world, uint32_t slot) {
  const carom__halfway *halfway = &world->halfway;
  const size_t at = ways_below(halfway, slot);
  const carom__body_way *way = at < halfway->ways.count ? &halfway->ways.data[at] : NULL;
  return way && carom__id_index(way->body.bits) == slot && carom__body_way_lasts(world, way) ? way : NULL;
}

void carom__body_way_insert(carom_world *world, const carom__body_way *way) {
  carom__halfway *halfway = &world->halfway;
  const uint32_t slot = carom__id_index(way->body.bits);
  size_t at = ways_below(halfway, slot), count = halfway->ways.count;
  carom__body_way *ways = halfway->ways.data;
  if (at == count || carom__id_index(ways[at].body.bits) != slot) {
    memmove(ways + at + 1, ways + at, (count - at) * sizeof *ways);
    halfway->ways.count++;
  }
  ways[at] = *way;
}

void carom__collider_touch(carom_world *world, uint32_t slot) {
  uint32_t body = world->colliders.gates.data[slot].body;
  world->bodies.flags.data[body] |= CAROM__BODY_TREE_STALE;
  carom__body_touch(world, body);
}

void carom__collider_change(carom_world *world, uint32_t slot) {
  carom__several *several = carom__body_several(world, world->colliders.gates.data[slot].body);
  if (several) bits_set(&several->changed, world->colliders.places.data[slot]);
  carom__collider_touch(world, slot);
}

void carom__reshaped_clear(carom_world *world) {
  carom__bits *reshaped = &world->colliders.reshaped;
  uint32_t slot;
  if (!world->reshaped) return;
  world->reshaped = false;
  for (carom__bits_walk walk = bits_walk_all(reshaped); bits_next(&walk, &slot);)
    world->colliders.gates.data[slot].flags &= ~(uint32_t)CAROM__COLLIDER_RESHAPED;
  carom__bits_clear_all(reshaped);
}

/* Two bodies that are static or ghosts do not meet, unless both are static and one sees static ones. */
static bool bodies_admit(uint32_t a, uint32_t b) {
  const uint32_t both = a & b;
  return !(both & CAROM__COLLIDER_INERT) ||
         (both & CAROM__COLLIDER_STATIC && (a | b) & CAROM__COLLIDER_SEES_STATIC);
}
static bool sensors_admit(uint32_t a, uint32_t b) {
  return !(a & b & CAROM__COLLIDER_SENSOR) || ((a | b) & CAROM__COLLIDER_SEES_SENSORS);
}

static bool filters_agree(const carom_filter *given_a, const carom_filter *given_b) {
  const carom_filter a = carom__filter_normalize(*given_a), b = carom__filter_normalize(*given_b);
  if (a.group && a.group == b.group) return a.group > 0;
  return (a.category & b.mask) && (b.category & a.mask);
}

bool carom__gates_agree(const carom__gate *a, const carom__gate *b) {
  return bodies_admit(a->flags, b->flags) && sensors_admit(a->flags, b->flags) &&
         filters_agree(&a->filter, &b->filter);
}

/* Of what is untold a body has counted these; in a handler alone there is any. */
static carom_contact_counts count_untold(const carom_world *world, uint32_t slot) {
  carom_contact_counts counts = {0, 0, 0};
  for (size_t i = world->untold.begin; i < world->untold.end; i++) {
    const carom_event *event = &world->events.data[i];
    const carom_contact *contact = event->contact;
    if (carom__id_index(contact->a.body.bits) != slot && carom__id_index(contact->b.body.bits) != slot)
      continue;
    counts.begins += event->kind == CAROM_EVENT_BEGIN;
    counts.ends += event->kind == CAROM_EVENT_END;
  }
  return counts;
}

carom_contact_counts carom__body_counts(const carom_world *world, uint32_t slot) {
  const carom__body_cold *cold = &world->bodies.cold.data[slot];
  carom_contact_counts untold = {0, 0, 0};
  if (world->untold.begin < world->untold.end) {
    carom__atomic_write(&world->contact_index->counts_wanted, true);
    untold = count_untold(world, slot);
  }
  const uint32_t begins = carom__atomic_read(&cold->begins) - untold.begins;
  const uint32_t ends = carom__atomic_read(&cold->ends) - untold.ends;
  return (carom_contact_counts){begins - ends, begins, ends};
}
