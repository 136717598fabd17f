/* obb_tree_pairs8.h: one OBB tree against another, in the form of lanes8.h that the including file selects.
 * It descends the first tree, transforms its children into the other's frame, and drops the subtrees that
 * they do not reach there. The items of the first tree then query the rest. Descending both trees at once,
 * each child against each, took two to four times as long on soups. The reason is that the boxes of blocks in
 * another frame overlap too many others. */
#ifndef CAROM_BROADPHASE_OBB_TREE_PAIRS8_H
#define CAROM_BROADPHASE_OBB_TREE_PAIRS8_H

#include "obb_tree_query8.h"

typedef struct pair_search {
  const carom__obb_tree *a, *b;
  const carom__relative *pose;
  carom__tree_visit_pair visit;
  void *context;
  uint32_t item_b; /* of the visits under way */
} pair_search;

static bool visit_with_item_b(void *context, uint32_t item_a) {
  pair_search *search = context;
  return search->visit(search->context, item_a, search->item_b);
}

/* What holds a child's items, in a's frame, with the rounding of the change of frame once more: they are
 * widened themselves, by no more than what holds them. */
static carom_obb child_in_a(const pair_search *search, const carom__tree_block *block, int lane) {
  carom_aabb bounds = box_block_get(&block->lanes, (uint32_t)lane);
  carom_obb box = block->oriented ? tree_get_box(&block->boxes, lane) : carom__obb_of_aabb(&bounds);
  carom_obb in = tree_box_in(&box, search->pose);
  float size = vec3_norm1(in.center) + vec3_norm1(box.center) + 2 * vec3_norm1(box.half);
  return tree_widen(&in, 2 * 16 * 0x1p-24f * size);
}

CAROM__LANES8 static bool pair_item(pair_search *search, uint32_t block_a, const carom__tree_block *leaf,
                                    int lane) {
  carom_obb box = tree_get_box(&leaf->boxes, lane), in = tree_box_in(&box, search->pose);
  box_query q;
  open_query(&in, &q);
  search->item_b = leaf->lanes.children[lane] & ~CAROM__TREE_ITEM;
  return query_below(search->a, block_a, &q, visit_with_item_b, search);
}

/* The lowest block, from `from` on, below which all is that the box may reach; CAROM__TREE_NONE for nothing.
 */
CAROM__LANES8 static uint32_t lowest_around(const carom__obb_tree *a, uint32_t from, const carom_obb *box) {
  box_query q;
  open_query(box, &q);
  for (uint32_t index = from;;) {
    const carom__tree_block *block = &a->blocks[index];
    unsigned mask = touching_bits(&block->lanes, q.min, q.max);
    if (mask && (block->height == 0 || block->oriented)) mask = child_bits(block, &q, mask);
    if (!mask) return CAROM__TREE_NONE;
    if (block->height == 0 || (mask & (mask - 1)) != 0) return index;
    index = block->lanes.children[bits_lowest(mask)];
  }
}

/* As deep as b is high. */
CAROM__LANES8 static bool pair_blocks(pair_search *search, uint32_t block_a, uint32_t block_b) {
  const carom__tree_block *b = &search->b->blocks[block_b];
  bool go_on = true;
  for (int lane = 0; lane < CAROM__BOX_WIDTH && go_on; lane++) {
    if (!tree_box_is_there(b, lane)) continue;
    if (b->height == 0) {
      go_on = pair_item(search, block_a, b, lane);
    } else {
      carom_obb box = child_in_a(search, b, lane);
      uint32_t around = lowest_around(search->a, block_a, &box);
      if (around != CAROM__TREE_NONE) go_on = pair_blocks(search, around, b->lanes.children[lane]);
    }
  }
  return go_on;
}

CAROM__LANES8 static bool pair_trees(const carom__obb_tree *a, const carom__obb_tree *b,
                                     const carom__relative *pose, carom__tree_visit_pair visit,
                                     void *context) {
  pair_search search = {a, b, pose, visit, context, 0};
  return pair_blocks(&search, a->root, b->root);
}

#endif
