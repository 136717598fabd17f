/* query.h: what the world's queries share: walking the colliders that may matter. */
#ifndef CAROM_ENGINE_QUERY_H
#define CAROM_ENGINE_QUERY_H

#include "objects.h"

/* Does a query look at this collider? The predicate is asked last, for what the query would report. */
bool carom__query_wants(const carom_world *world, uint32_t collider, const carom_query_filter *filter);
bool carom__query_accepts(const carom_world *world, uint32_t collider, const carom_query_filter *filter);

/* May the query trust the boxes and the tree of a body, or has it changed since the last step? */
static inline bool carom__query_boxes_fit(const carom_world *world, uint32_t body) {
  return !bits_test(&world->bodies.touched, body);
}
static inline const carom__obb_tree *carom__query_tree(const carom_world *world, uint32_t body) {
  return world->bodies.flags.data[body] & CAROM__BODY_TREE_STALE ? NULL : carom__body_tree(world, body);
}

#endif
