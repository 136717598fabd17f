/* obb_tree_node.c: the memory of an OBB tree. */
#include "obb_tree_node.h"

#include <string.h>

static size_t memory_bytes(size_t blocks) { return box_blocks_bytes(blocks * sizeof(carom__tree_block)); }

void carom__obb_tree_destroy(carom__obb_tree *tree) {
  if (!tree) return;
  carom_allocator allocator = tree->allocator;
  if (tree->memory) carom__free(&allocator, tree->memory, memory_bytes(tree->capacity));
  if (tree->slots) carom__free(&allocator, tree->slots, tree->slot_count * sizeof *tree->slots);
  carom__free(&allocator, tree, sizeof *tree);
}

static carom_status grow_blocks(carom__obb_tree *tree, size_t capacity) {
  if (capacity > (SIZE_MAX - CAROM__BOX_ALIGNMENT) / sizeof *tree->blocks) return CAROM_OUT_OF_MEMORY;
  void *memory = carom__alloc(&tree->allocator, memory_bytes(capacity));
  if (!memory) return CAROM_OUT_OF_MEMORY;
  carom__tree_block *blocks = box_blocks_in(memory);
  if (tree->memory) {
    memcpy(blocks, tree->blocks, tree->block_count * sizeof *blocks);
    carom__free(&tree->allocator, tree->memory, memory_bytes(tree->capacity));
  }
  tree->memory = memory;
  tree->blocks = blocks;
  tree->capacity = (uint32_t)capacity;
  return CAROM_OK;
}

/* The free blocks are not counted: a few are of no weight. */
carom_status carom__tree_reserve_blocks(carom__obb_tree *tree, uint32_t more) {
  if (tree->capacity - tree->block_count >= more) return CAROM_OK;
  uint32_t grown = tree->block_count + tree->block_count / 2;
  return grow_blocks(tree, grown > tree->block_count + more ? grown : tree->block_count + more);
}

carom_status carom__tree_reserve_slots(carom__obb_tree *tree, uint32_t slots) {
  if (slots <= tree->slot_count) return CAROM_OK;
  size_t grown = (size_t)tree->slot_count + tree->slot_count / 2;
  if (grown < slots) grown = slots;
  if (grown > SIZE_MAX / sizeof *tree->slots) return CAROM_OUT_OF_MEMORY;
  size_t old_bytes = tree->slot_count * sizeof *tree->slots, bytes = grown * sizeof *tree->slots;
  uint32_t *block = carom__realloc(&tree->allocator, tree->slots, old_bytes, bytes);
  if (!block) return CAROM_OUT_OF_MEMORY;
  for (size_t i = tree->slot_count; i < grown; i++) block[i] = CAROM__TREE_NONE;
  tree->slots = block;
  tree->slot_count = (uint32_t)grown;
  return CAROM_OK;
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
  tree->slots[item] = leaf * CAROM__BOX_WIDTH + (uint32_t)lane;
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
