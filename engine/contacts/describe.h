/* describe.h: what a contact tells of its colliders. */
#ifndef CAROM_ENGINE_DESCRIBE_H
#define CAROM_ENGINE_DESCRIBE_H

#include "contact.h"
#include "objects.h"

static inline uint32_t key_a(uint64_t key) { return (uint32_t)(key >> 32); }
static inline uint32_t key_b(uint64_t key) { return (uint32_t)key; }

/* What contacts are described from, copied because writing one may change it for all that the compiler knows.
 */
typedef struct describing {
  const carom_world *world;
  const carom__gate *gates;
  const uint32_t *bodies, *colliders; /* generations: what is in contact is alive */
  bool moving;                        /* some body may have a velocity */
} describing;

static inline describing describing_of(const carom_world *world, bool moving) {
  return (describing){world, world->colliders.gates.data, world->bodies.ids.generations.data,
                      world->colliders.ids.generations.data, moving};
}

static inline bool anything_moves(const carom_world *world) {
  const carom__bits *moving = &world->bodies.moving;
  return carom__bits_count(moving, 0, moving->words.count) > 0;
}

/* carom__collider_describe of a box or a rectangle, which has no parts. */
static inline void describe_sharp(const describing *d, uint32_t slot, carom_contact_side *out) {
  const carom__gate *gate = &d->gates[slot];
  gate_describe(gate, carom__id_make(gate->body, d->bodies[gate->body]),
                carom__id_make(slot, d->colliders[slot]), out);
  out->child = 0;
}

static inline void describe(const describing *d, uint64_t key, carom_contact *out) {
  const uint32_t a = key_a(key), b = key_b(key);
  if (d->gates[a].flags & d->gates[b].flags & CAROM__COLLIDER_SHARP) {
    describe_sharp(d, a, &out->a);
    describe_sharp(d, b, &out->b);
  } else {
    carom__collider_describe(d->world, a, &out->a);
    carom__collider_describe(d->world, b, &out->b);
    contact_name_pieces(out);
  }
  out->approach_speed = d->moving ? carom__contact_approach(d->world, key, &out->manifold) : 0;
  out->sensor = carom__collider_senses(d->world, a, b);
  out->apart = false;
  out->nearby = carom__pair_margin(d->world, a, b) > 0;
  out->value = 0;
}

#endif
