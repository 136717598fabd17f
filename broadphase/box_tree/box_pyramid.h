/* box_pyramid.h: the union of many AABBs of which few change at a time. Each level holds the unions of eight
 * boxes of the level below, so that a change costs one union of eight boxes per level. */
#ifndef CAROM_BROADPHASE_BOX_PYRAMID_H
#define CAROM_BROADPHASE_BOX_PYRAMID_H

#include "box_tree.h"

/* All zero is one without places. */
typedef struct carom__box_pyramid {
  carom_aabb *boxes; /* level by level; first one a place, box_tree_nowhere() where there is none */
  size_t places;     /* a multiple of eight */
} carom__box_pyramid;

/* Makes room for so many places: CAROM_OK or CAROM_OUT_OF_MEMORY. The boxes stay; new places have none. */
carom_status carom__box_pyramid_reserve(carom__box_pyramid *pyramid, const carom_allocator *allocator,
                                        size_t places);
/* Gives a place another box. */
void carom__box_pyramid_set(carom__box_pyramid *pyramid, size_t place, const carom_aabb *box);
/* Makes all unions anew, after boxes of places were written. */
void carom__box_pyramid_remake(carom__box_pyramid *pyramid);
/* The union of all; there are places. */
carom_aabb carom__box_pyramid_all(const carom__box_pyramid *pyramid);
void carom__box_pyramid_free(carom__box_pyramid *pyramid, const carom_allocator *allocator);

#endif
