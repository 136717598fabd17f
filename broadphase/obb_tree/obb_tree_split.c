/* obb_tree_split.c: splits a full block into two halves, along the axis on which the centres of its children
 * extend most. */
#include "obb_tree_node.h"

/* Twice the middle, halved before the sum so that it is finite. */
static carom_vec3 middle_of(const carom__tree_block *block, int lane) {
  carom_aabb bounds = box_block_get(&block->lanes, (uint32_t)lane);
  return vec3_add(vec3_scale(bounds.min, 0.5f), vec3_scale(bounds.max, 0.5f));
}

static int longest_axis(const carom__tree_block *block) {
  carom_vec3 low = middle_of(block, 0), high = low;
  for (int lane = 1; lane < CAROM__BOX_WIDTH; lane++) {
    low = vec3_min(low, middle_of(block, lane));
    high = vec3_max(high, middle_of(block, lane));
  }
  return vec3_largest_axis(vec3_sub(high, low));
}

/* The lanes of a full block in the order of their middles. */
static void sort_lanes(const carom__tree_block *block, int axis, int lanes[CAROM__BOX_WIDTH]) {
  for (int lane = 0; lane < CAROM__BOX_WIDTH; lane++) {
    float key = vec3_get(middle_of(block, lane), axis);
    int at = lane;
    for (; at > 0 && vec3_get(middle_of(block, lanes[at - 1]), axis) > key; at--) lanes[at] = lanes[at - 1];
    lanes[at] = lane;
  }
}

static void move_child(carom__obb_tree *tree, uint32_t from, int from_lane, uint32_t to, int to_lane) {
  carom__tree_block *source = &tree->blocks[from], *target = &tree->blocks[to];
  uint32_t child = source->lanes.children[from_lane];
  carom_obb box = tree_get_box(&source->boxes, from_lane);
  if (source->height == 0) {
    carom__tree_put_item(tree, to, to_lane, child & ~CAROM__TREE_ITEM, &box);
  } else {
    carom__tree_put_block(tree, to, to_lane, child);
    tree_set_box(&target->boxes, to_lane, &box);
  }
  carom__tree_clear_lane(source, from_lane);
}

/* The parent gets a child whose oriented box nobody has computed, so its own no longer count. */
uint32_t carom__tree_split(carom__obb_tree *tree, uint32_t index) {
  int lanes[CAROM__BOX_WIDTH];
  uint32_t half = carom__tree_add_block(tree, tree->blocks[index].height);
  carom__tree_block *block = &tree->blocks[index], *parent = &tree->blocks[block->parent];
  tree->blocks[half].oriented = block->oriented;
  sort_lanes(block, longest_axis(block), lanes);
  for (int i = CAROM__BOX_WIDTH / 2; i < CAROM__BOX_WIDTH; i++)
    move_child(tree, index, lanes[i], half, i - CAROM__BOX_WIDTH / 2);
  carom__tree_put_block(tree, block->parent, (int)block->lane, index);
  carom__tree_put_block(tree, block->parent, carom__tree_free_lane(parent), half);
  parent->oriented = 0;
  return half;
}
