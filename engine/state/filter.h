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
/* Do two colliders of which a word of flags did not tell admit each other? */
bool carom__gates_agree(const carom__gate *a, const carom__gate *b);
/* Most say nothing: they are told by their flags, and the rest is apart so that loops over pairs stay short.
 */
static inline bool gates_admit(const carom__gate *a, const carom__gate *b) {
  const uint32_t doubts = (a->flags & b->flags & (CAROM__COLLIDER_INERT | CAROM__COLLIDER_SENSOR)) |
                          ((a->flags | b->flags) & CAROM__COLLIDER_FILTERED);
  return a->body != b->body && (!doubts || carom__gates_agree(a, b));
}
/* Do kinds, filters and groups of two colliders admit a contact? */
static inline bool carom__filter_admits(const carom_world *world, uint32_t a, uint32_t b) {
  return gates_admit(&world->colliders.gates.data[a], &world->colliders.gates.data[b]);
}

#endif
