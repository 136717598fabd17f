/* box_tree_block.h: the blocks of a tree of AABBs. */
#ifndef CAROM_BROADPHASE_BOX_TREE_BLOCK_H
#define CAROM_BROADPHASE_BOX_TREE_BLOCK_H

#include "box_tree.h"
#include "pose.h"

static inline void box_block_set(carom__box_block *block, uint32_t lane, const carom_aabb *box) {
  for (int k = 0; k < 3; k++) {
    block->bounds[0][k][lane] = vec3_get(box->min, k);
    block->bounds[1][k][lane] = vec3_get(box->max, k);
  }
}

static inline carom_aabb box_block_get(const carom__box_block *block, uint32_t lane) {
  const float(*min)[CAROM__BOX_WIDTH] = block->bounds[0], (*max)[CAROM__BOX_WIDTH] = block->bounds[1];
  return (carom_aabb){{min[0][lane], min[1][lane], min[2][lane]}, {max[0][lane], max[1][lane], max[2][lane]}};
}

/* Around all children. */
static inline carom_aabb box_block_bounds(const carom__box_block *block) {
  carom_aabb all = box_block_get(block, 0);
  for (uint32_t lane = 1; lane < CAROM__BOX_WIDTH; lane++) all = aabb_union(all, box_block_get(block, lane));
  return all;
}

/* The sum of the edges of a box, 0 for nowhere. */
static inline float box_size(const carom_aabb *box) {
  return box->min.x <= box->max.x ? vec3_norm1(vec3_sub(box->max, box->min)) : 0;
}

#endif
