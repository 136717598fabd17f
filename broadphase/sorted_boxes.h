/* sorted_boxes.h: boxes in the order of their minima along one axis, as a structure of arrays: what a sweep
 * runs over. */
#ifndef CAROM_BROADPHASE_SORTED_BOXES_H
#define CAROM_BROADPHASE_SORTED_BOXES_H

#include "broadphase.h"
#include "sort.h"

/* A sweep tests this many boxes between two branches: a multiple of the four lanes. */
#define CAROM__BOX_BLOCK 8

/* Column 0 is along the sorting axis, 1 and 2 are along the next ones (x, y, z, x, ...). After the last box
 * follows a block of boxes whose min[0] is infinite, so that a scan needs no bound. */
typedef struct carom__sorted_boxes {
  size_t count, capacity;
  float *min[3], *max[3];
  uint32_t *ids;
  float *reach; /* the greatest max[0] of each block */
  void *memory; /* one block behind all arrays */
} carom__sorted_boxes;

/* What sorting works in; shared by lists that are filled one after another. */
typedef struct carom__sort_room {
  CAROM__ARRAY(carom__keyed) items, scratch;
} carom__sort_room;

/* Makes room for `count` boxes. Growing empties the list; a refused growth leaves it as it was. */
carom_status carom__sorted_boxes_reserve(carom__sorted_boxes *boxes, const carom_allocator *allocator,
                                         size_t count);
/* Fills a list that has room, sorted along an axis (0, 1, 2); equal minima stay in the given order. */
void carom__sorted_boxes_fill(carom__sorted_boxes *boxes, const carom__proxy *proxies, size_t count, int axis,
                              carom__sort_room *room);
void carom__sorted_boxes_free(carom__sorted_boxes *boxes, const carom_allocator *allocator);

carom_status carom__sort_room_reserve(carom__sort_room *room, const carom_allocator *allocator, size_t count);
void carom__sort_room_free(carom__sort_room *room, const carom_allocator *allocator);

#endif
