/* box_tree_walks.h: the walks through a tree of AABBs, once for each form of lanes8.h. */
#ifndef CAROM_BROADPHASE_BOX_TREE_WALKS_H
#define CAROM_BROADPHASE_BOX_TREE_WALKS_H

#include "box_tree.h"

/* Depth first, each level leaves at most seven siblings behind. */
#define CAROM__BOX_STACK (CAROM__BOX_WIDTH * CAROM__BOX_LEVELS)

/* As in box_tree.h, for trees over some items. */
typedef struct carom__box_walks {
  bool (*query)(const carom__box_tree *tree, const carom_aabb *box, const carom__box_listener *listener);
  void (*cast)(const carom__box_tree *tree, carom__box_cast *cast);
  void (*cast_many)(const carom__box_tree *tree, carom__box_cast *casts, size_t count);
  float (*near)(const carom__box_tree *tree, const carom_pos *point, float limit,
                const carom__box_listener *listener);
} carom__box_walks;

extern const carom__box_walks carom__box_walks_portable;

/* NULL when this build or this processor has no AVX2. */
const carom__box_walks *carom__box_walks_avx2(void);

#endif
