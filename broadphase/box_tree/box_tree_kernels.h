/* box_tree_kernels.h: the traversals of a tree of AABBs, in each form of lanes8.h. */
#ifndef CAROM_BROADPHASE_BOX_TREE_KERNELS_H
#define CAROM_BROADPHASE_BOX_TREE_KERNELS_H

#include "kernels.h"
#include "box_tree.h"

/* Depth first, each level leaves at most seven siblings behind. */
#define CAROM__BOX_STACK (CAROM__BOX_WIDTH * CAROM__BOX_LEVELS)

/* As in box_tree.h, for trees over some items. */
typedef struct carom__box_tree_kernels {
  bool (*query)(const carom__box_tree *tree, const carom_aabb *box, const carom__box_listener *listener);
  void (*cast)(const carom__box_tree *tree, carom__box_cast *cast);
  void (*cast_many)(const carom__box_tree *tree, carom__box_cast *casts, size_t count);
  float (*near)(const carom__box_tree *tree, const carom_pos *point, float limit,
                const carom__box_listener *listener);
} carom__box_tree_kernels;

CAROM__DECLARE_KERNELS(carom__box_tree_kernels);

#endif
