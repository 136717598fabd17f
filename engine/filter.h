/* filter.h: who meets whom. */
#ifndef CAROM_ENGINE_FILTER_H
#define CAROM_ENGINE_FILTER_H

#include "state.h"

/* Zeros of a filter replaced by what they mean. */
static inline carom_filter carom__filter_normalize(carom_filter filter) {
  filter.category = filter.category ? filter.category : CAROM_CATEGORY_DEFAULT;
  filter.mask = filter.mask ? filter.mask : ~CAROM_MASK_NONE;
  return filter;
}
/* Do kinds, filters and groups of two colliders admit a contact? */
bool carom__filter_admits(const carom_world *world, uint32_t a, uint32_t b);
/* Does the game's callback admit it? */
bool carom__filter_asks(const carom_world *world, uint32_t a, uint32_t b);

#endif
