/* obb_tree_fit.h: oriented boxes around the content of a block. */
#ifndef CAROM_BROADPHASE_OBB_TREE_FIT_H
#define CAROM_BROADPHASE_OBB_TREE_FIT_H

#include "obb_tree_node.h"

/* Widens a box, along its axes and both ways, so that it holds another. */
void carom__tree_grow_box(carom_obb *around, const carom_obb *box);

/* Gives a block above the leaves boxes around its children, if they are so much tighter than its bounds that
 * they pay. */
void carom__tree_orient(carom__obb_tree *tree, uint32_t index);

#endif
