/* obb_tree_pairs8.h: tree against tree, in the form of lanes8.h that the including file asks for. Both are
 * descended together: each child of the one is put into the other's frame, and asked for there. */
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
  carom_aabb bounds = tree_get_bounds(block, lane);
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
  search->item_b = leaf->children[lane];
  return query_below(search->a, block_a, &q, visit_with_item_b, search);
}

/* The recursion is as deep as both trees together. */
CAROM__LANES8 static bool pair_blocks(pair_search *search, uint32_t block_a, uint32_t block_b);

CAROM__LANES8 static bool pair_child(pair_search *search, uint32_t block_a, const carom__tree_block *b,
                                     int lane) {
  const carom__tree_block *a = &search->a->blocks[block_a];
  carom_obb box = child_in_a(search, b, lane);
  box_query q;
  open_query(&box, &q);
  unsigned mask = bounds_bits(a, &q);
  if (mask && (a->height == 0 || a->oriented)) mask = child_bits(a, &q, mask);
  if (a->height == 0) return !mask || pair_blocks(search, block_a, b->children[lane]);
  for (; mask; mask &= mask - 1)
    if (!pair_blocks(search, a->children[bits_lowest(mask)], b->children[lane])) return false;
  return true;
}

CAROM__LANES8 static bool pair_blocks(pair_search *search, uint32_t block_a, uint32_t block_b) {
  const carom__tree_block *b = &search->b->blocks[block_b];
  for (int lane = 0; lane < CAROM__TREE_WIDTH; lane++) {
    if (!tree_box_is_there(b, lane)) continue;
    bool go_on = b->height == 0 ? pair_item(search, block_a, b, lane) : pair_child(search, block_a, b, lane);
    if (!go_on) return false;
  }
  return true;
}

CAROM__LANES8 static bool pair_trees(const carom__obb_tree *a, const carom__obb_tree *b,
                                     const carom__relative *pose, carom__tree_visit_pair visit,
                                     void *context) {
  pair_search search = {a, b, pose, visit, context, 0};
  return pair_blocks(&search, a->root, b->root);
}

#endif
