/* event_fields.h: all fields of what a game is told. A field that is added and not named here makes the sizes
 * differ, and this does not compile. */
#ifndef CAROM_TEST_ENGINE_EVENT_FIELDS_H
#define CAROM_TEST_ENGINE_EVENT_FIELDS_H

#include <string.h>

#include "carom/carom.h"

static inline void fields_mix(uint64_t *hash, const void *bytes, size_t size) {
  const unsigned char *at = bytes;
  for (size_t i = 0; i < size; i++) *hash = (*hash ^ at[i]) * 0x100000001B3u;
}

#define FIELDS_MIX(hash, field) fields_mix((hash), &(field), sizeof(field))

static inline void fields_mix_side(uint64_t *hash, const carom_contact_side *side) {
  _Static_assert(sizeof *side == 3 * 8 + 2 * sizeof(void *) + 2 * 4, "a side has another field");
  FIELDS_MIX(hash, side->body.bits);
  FIELDS_MIX(hash, side->collider.bits);
  FIELDS_MIX(hash, side->body_user);
  FIELDS_MIX(hash, side->collider_user);
  FIELDS_MIX(hash, side->category);
  FIELDS_MIX(hash, side->child);
  FIELDS_MIX(hash, side->triangle);
}

static inline void fields_mix_patch(uint64_t *hash, const carom_patch *p) {
  _Static_assert(sizeof *p == 3 * 4 + 4 + 4 * (3 * 8 + 2 * 4) + 4 * 4 + _Alignof(carom_patch),
                 "a patch has another field");
  FIELDS_MIX(hash, p->normal);
  FIELDS_MIX(hash, p->point_count);
  FIELDS_MIX(hash, p->points);
  FIELDS_MIX(hash, p->child_a);
  FIELDS_MIX(hash, p->child_b);
  FIELDS_MIX(hash, p->triangle_a);
  FIELDS_MIX(hash, p->triangle_b);
  FIELDS_MIX(hash, p->material_a);
  FIELDS_MIX(hash, p->material_b);
}

/* A manifold has no padding, and zeros where it has no points. */
static inline void fields_mix_contact(uint64_t *hash, const carom_contact *c) {
  _Static_assert(sizeof c->manifold == 3 * 4 + 4 + 4 * (3 * 8 + 2 * 4), "a manifold has another field");
  _Static_assert(sizeof *c == 2 * sizeof c->a + sizeof c->manifold + 2 * sizeof(void *) + 2 * 4 + 8,
                 "a contact has another field");
  fields_mix_side(hash, &c->a);
  fields_mix_side(hash, &c->b);
  FIELDS_MIX(hash, c->manifold);
  FIELDS_MIX(hash, c->approach_speed);
  FIELDS_MIX(hash, c->sensor);
  FIELDS_MIX(hash, c->apart);
  FIELDS_MIX(hash, c->nearby);
  FIELDS_MIX(hash, c->further);
  FIELDS_MIX(hash, c->value);
  FIELDS_MIX(hash, c->patch_count);
  for (uint32_t i = 0; i < c->patch_count; i++) fields_mix_patch(hash, &c->patches[i]);
}

static inline void fields_mix_event(uint64_t *hash, const carom_event *event) {
  _Static_assert(sizeof *event == 2 * 4 + sizeof(void *), "an event has another field");
  FIELDS_MIX(hash, event->kind);
  FIELDS_MIX(hash, event->cause);
  fields_mix_contact(hash, event->contact);
}

/* The contacts and events that a game can poll. */
static inline uint64_t fields_hash_told(const carom_world *world) {
  uint64_t hash = 1;
  size_t count;
  const carom_contact *contacts = carom_world_get_contacts(world, &count);
  for (size_t i = 0; i < count; i++) fields_mix_contact(&hash, &contacts[i]);
  const carom_event *events = carom_world_get_events(world, &count);
  for (size_t i = 0; i < count; i++) fields_mix_event(&hash, &events[i]);
  return hash;
}

/* A filter callback that changes nothing but the way that the world goes: by candidates, all of them tested.
 */
static inline bool fields_admit_all(void *user, const carom_world *world, const carom_contact_side *a,
                                    const carom_contact_side *b) {
  (void)user, (void)world, (void)a, (void)b;
  return true;
}

/* How much memory the world holds depends on what it was before. */
static inline void fields_mix_counts(uint64_t *hash, const carom_counts *c) {
  enum { WORDS = (3 * 4 + 6 * 8 + 7 * sizeof(size_t) + 7) / 8 };
  _Static_assert((sizeof *c + 7) / 8 == WORDS, "the counts have another field");
  FIELDS_MIX(hash, c->static_bodies);
  FIELDS_MIX(hash, c->kinematic_bodies);
  FIELDS_MIX(hash, c->colliders);
  FIELDS_MIX(hash, c->steps);
  FIELDS_MIX(hash, c->begins);
  FIELDS_MIX(hash, c->stays);
  FIELDS_MIX(hash, c->ends);
  FIELDS_MIX(hash, c->nears);
  FIELDS_MIX(hash, c->fars);
  FIELDS_MIX(hash, c->body_pairs);
  FIELDS_MIX(hash, c->collider_pairs);
  FIELDS_MIX(hash, c->dropped);
  FIELDS_MIX(hash, c->contacts);
  FIELDS_MIX(hash, c->not_converged);
  FIELDS_MIX(hash, c->clamped);
}

#endif
