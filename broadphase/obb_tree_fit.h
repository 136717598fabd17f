/* obb_tree_fit.h: a box around a node's items. */
#ifndef CAROM_BROADPHASE_OBB_TREE_FIT_H
#define CAROM_BROADPHASE_OBB_TREE_FIT_H

#include "obb_tree_node.h"
#include "sort.h"

/* Returns a box that contains the boxes of the items order[0..count-1].value, count >= 1. The node holds the
 * same items; its children have their boxes already. */
carom_obb carom__obb_tree_fit(const carom_obb *boxes, const carom__keyed *order, uint32_t count,
                              const carom__tree_node *node);

#endif
