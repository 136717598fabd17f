/* obb_tree_split.h: splits a block to make room for one more child. */
#ifndef CAROM_BROADPHASE_OBB_TREE_SPLIT_H
#define CAROM_BROADPHASE_OBB_TREE_SPLIT_H

#include "obb_tree_node.h"

/* The first lane without a child; some is. */
int carom__tree_free_lane(const carom__tree_block *block);
/* Takes a child out of a block; the bounds above are not touched. */
void carom__tree_clear_lane(carom__tree_block *block, int lane);
/* Moves half of the children of a full block, which hangs under one that is not full, to a new block beside
 * it, which it returns. */
uint32_t carom__tree_split(carom__obb_tree *tree, uint32_t index);

#endif
