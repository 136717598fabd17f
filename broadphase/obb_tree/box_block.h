/* box_block.h: what a block of any tree begins with: eight children and the bounds around each. */
#ifndef CAROM_BROADPHASE_BOX_BLOCK_H
#define CAROM_BROADPHASE_BOX_BLOCK_H

#include "array.h"
#include "pose.h"
#include "prefetch.h"

#define CAROM__BOX_WIDTH 8
/* Marks what is an item among what may be a block. */
#define CAROM__TREE_ITEM 0x80000000u
/* The bounds of what is nowhere are from this to less it, on each axis: around nothing. Squares of such
 * distances are finite. */
#define CAROM__BOX_NOWHERE 0x1p60f

/* Eight children in lanes. Bounds are wider than the boxes by what walks may lose by rounding. */
typedef struct carom__box_block {
  float bounds[2][3][CAROM__BOX_WIDTH]; /* the least, the greatest */
  uint32_t children[CAROM__BOX_WIDTH];  /* blocks, or items with CAROM__TREE_ITEM */
} carom__box_block;

static inline carom_aabb box_tree_nowhere(void) {
  const float n = CAROM__BOX_NOWHERE;
  return (carom_aabb){{n, n, n}, {-n, -n, -n}};
}

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

/* Asks for the memory of one that is looked at soon. */
static inline void prefetch_block(const carom__box_block *block) {
  for (size_t at = 0; at < sizeof *block; at += 128) carom__prefetch((const char *)block + at, 65);
}

#endif
