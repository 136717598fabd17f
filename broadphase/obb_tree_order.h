/* obb_tree_order.h: an order of boxes in which those that lie close together follow each other. */
#ifndef CAROM_BROADPHASE_OBB_TREE_ORDER_H
#define CAROM_BROADPHASE_OBB_TREE_ORDER_H

#include "obb_tree_node.h"

/* points[i] is the centre of boxes[i]. */
void carom__tree_place_points(const carom_obb *boxes, uint32_t count, carom__tree_point *points);
/* Orders the points so that each run of `capacity` of them lies close together, for up to eight runs. There
 * is room for `count` points in scratch. */
void carom__tree_gather_runs(carom__tree_point *points, carom__tree_point *scratch, uint32_t count,
                             uint32_t capacity);

#endif
