/* filter.h: which colliders may meet, by their kinds, groups, categories and masks. */
#ifndef CAROM_ENGINE_FILTER_H
#define CAROM_ENGINE_FILTER_H

#include "state.h"

/* Zeros of a filter replaced by what they mean. */
static inline carom_filter carom__filter_normalize(carom_filter filter) {
  filter.category = filter.category ? filter.category : CAROM_CATEGORY_DEFAULT;
  filter.mask = filter.mask ? filter.mask : ~CAROM_MASK_NONE;
  return filter;
}
/* Two bodies that are static or ghosts do not meet, unless both are static and one sees static ones. */
static inline bool bodies_admit(const carom__gate *a, const carom__gate *b) {
  const uint32_t both = a->flags & b->flags;
  return a->body != b->body &&
         (!(both & CAROM__COLLIDER_INERT) ||
          (both & CAROM__COLLIDER_STATIC && (a->flags | b->flags) & CAROM__COLLIDER_SEES_STATIC));
}
static inline bool sensors_admit(uint32_t a, uint32_t b) {
  return !(a & b & CAROM__COLLIDER_SENSOR) || ((a | b) & CAROM__COLLIDER_SEES_SENSORS);
}
/* Do two filters that say something admit each other? */
bool carom__filters_agree(const carom_filter *a, const carom_filter *b);
/* Most say nothing: they are told by a look, and the rest is apart so that loops over pairs stay short. */
static inline bool filters_admit(const carom_filter *a, const carom_filter *b) {
  return (!(a->category | a->mask | b->category | b->mask) && !(a->group | b->group)) ||
         carom__filters_agree(a, b);
}
/* Do kinds, filters and groups of two colliders admit a contact? */
static inline bool carom__filter_admits(const carom_world *world, uint32_t a, uint32_t b) {
  const carom__gate *gate_a = &world->colliders.gates.data[a], *gate_b = &world->colliders.gates.data[b];
  return bodies_admit(gate_a, gate_b) && sensors_admit(gate_a->flags, gate_b->flags) &&
         filters_admit(&gate_a->filter, &gate_b->filter);
}

#endif
