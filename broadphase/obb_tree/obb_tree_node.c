/* obb_tree_node.c: the memory of an OBB tree. */
#include "obb_tree_node.h"

#include <string.h>

void carom__obb_tree_destroy(carom__obb_tree *tree) {
  if (!tree) return;
  carom_allocator allocator = tree->allocator;
  carom__array_free_bytes(&allocator, tree->blocks, tree->capacity * sizeof *tree->blocks);
  carom__array_free(&allocator, &tree->slots);
  carom__free(&allocator, tree, sizeof *tree);
}

size_t carom__obb_tree_bytes(const carom__obb_tree *tree) {
  return sizeof *tree + tree->capacity * sizeof *tree->blocks +
         tree->slots.capacity * sizeof *tree->slots.data;
}

/* The free blocks are not counted: a few are of no weight. */
carom_status carom__tree_reserve_blocks(carom__obb_tree *tree, uint32_t more) {
  return carom__array_reserve_bytes(&tree->allocator, (void **)&tree->blocks, &tree->capacity,
                                    sizeof *tree->blocks, (size_t)tree->block_count + more);
}

carom_status carom__tree_reserve_slots(carom__obb_tree *tree, uint32_t slots) {
  carom_status status = carom__array_reserve(&tree->allocator, &tree->slots, slots);
  while (!status && tree->slots.count < slots) carom__array_push(&tree->slots, CAROM__TREE_NONE);
  return status;
}

static void clear_block(carom__tree_block *block, uint32_t height) {
  carom_aabb empty = box_tree_nowhere();
  memset(block, 0, sizeof *block);
  block->height = height;
  block->parent = CAROM__TREE_NONE;
  for (int lane = 0; lane < CAROM__BOX_WIDTH; lane++) {
    block->lanes.children[lane] = CAROM__TREE_NONE;
    box_block_set(&block->lanes, (uint32_t)lane, &empty);
  }
}

uint32_t carom__tree_add_block(carom__obb_tree *tree, uint32_t height) {
  uint32_t index = tree->free_block;
  if (index == CAROM__TREE_NONE)
    index = tree->block_count++;
  else
    tree->free_block = tree->blocks[index].parent;
  clear_block(&tree->blocks[index], height);
  return index;
}

void carom__tree_drop_block(carom__obb_tree *tree, uint32_t index) {
  tree->blocks[index].parent = tree->free_block;
  tree->free_block = index;
}

void carom__tree_put_item(carom__obb_tree *tree, uint32_t leaf, int lane, uint32_t item,
                          const carom_obb *box) {
  carom__tree_block *block = &tree->blocks[leaf];
  carom_aabb bounds = tree_bounds(box);
  block->count += !tree_box_is_there(block, lane);
  block->lanes.children[lane] = item | CAROM__TREE_ITEM;
  box_block_set(&block->lanes, (uint32_t)lane, &bounds);
  tree_set_box(&block->boxes, lane, box);
  tree->slots.data[item] = leaf * CAROM__BOX_WIDTH + (uint32_t)lane;
}

void carom__tree_put_block(carom__obb_tree *tree, uint32_t parent, int lane, uint32_t child) {
  carom__tree_block *block = &tree->blocks[parent];
  carom_aabb bounds = box_block_bounds(&tree->blocks[child].lanes);
  block->count += !tree_box_is_there(block, lane);
  block->lanes.children[lane] = child;
  box_block_set(&block->lanes, (uint32_t)lane, &bounds);
  tree->blocks[child].parent = parent;
  tree->blocks[child].lane = (uint32_t)lane;
}

int carom__tree_free_lane(const carom__tree_block *block) {
  int lane = 0;
  while (tree_box_is_there(block, lane)) lane++;
  return lane;
}

void carom__tree_clear_lane(carom__tree_block *block, int lane) {
  carom_aabb empty = box_tree_nowhere();
  block->count -= tree_box_is_there(block, lane);
  block->lanes.children[lane] = CAROM__TREE_NONE;
  box_block_set(&block->lanes, (uint32_t)lane, &empty);
}

carom_obb carom__obb_of_aabb(const carom_aabb *box) {
  carom_vec3 low = vec3_scale(box->min, 0.5f), high = vec3_scale(box->max, 0.5f);
  carom_vec3 half =
      vec3_mad(vec3_sub(high, low), vec3_add(vec3_abs(low), vec3_abs(high)), 2 * CAROM__TREE_ROUNDING);
  return (carom_obb){vec3_add(low, high), mat3_identity(), half};
}

/* At most CAROM__TREE_LEVELS deep. */
static void tell_below(const carom__obb_tree *tree, uint32_t index,
                       void (*tell)(void *context, const carom_obb *box), void *context) {
  const carom__tree_block *block = &tree->blocks[index];
  for (int lane = 0; lane < CAROM__BOX_WIDTH; lane++) {
    uint32_t child = block->lanes.children[lane];
    if (child == CAROM__TREE_NONE) continue;
    carom_aabb bounds = box_block_get(&block->lanes, (uint32_t)lane);
    carom_obb box = block->oriented ? tree_get_box(&block->boxes, lane) : carom__obb_of_aabb(&bounds);
    tell(context, &box);
    if (!(child & CAROM__TREE_ITEM)) tell_below(tree, child, tell, context);
  }
}

void carom__obb_tree_each_box(const carom__obb_tree *tree, void (*tell)(void *context, const carom_obb *box),
                              void *context) {
  if (tree->count > 0) tell_below(tree, tree->root, tell, context);
}
