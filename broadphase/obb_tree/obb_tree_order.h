/* obb_tree_order.h: an order of boxes in which neighbours in space follow each other. */
#ifndef CAROM_BROADPHASE_OBB_TREE_ORDER_H
#define CAROM_BROADPHASE_OBB_TREE_ORDER_H

#include "obb_tree_node.h"

/* points[i] is centre i, of which the first is at `centers` and each next one `stride` bytes on. */
void carom__tree_place_points(const carom_vec3 *centers, size_t stride, uint32_t count,
                              carom__tree_point *points);
/* How many items each child of a block over `count` items gets, the greatest power of eight below, and how
 * high the block is. */
uint32_t carom__tree_child_capacity(uint32_t count, uint32_t *height);
/* Orders the points so that each run of `capacity` of them lies close together, for up to eight runs. There
 * is room for `count` points in scratch. */
void carom__tree_gather_runs(carom__tree_point *points, carom__tree_point *scratch, uint32_t count,
                             uint32_t capacity);

#endif
