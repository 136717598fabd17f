/* obb_tree_build.c: builds the tree from the top down. It halves the items of a block three times, into up to
 * eight children. Each cut lies at a multiple of a power of eight, so that all blocks of a level are full
 * except the last one. It makes the boxes on the way back. */
#include "obb_tree.h"

#include <string.h>

#include "obb_tree_node.h"

typedef struct builder {
  carom__obb_tree *tree;
  const carom_obb *boxes;
  const uint32_t *items; /* NULL: box i is item i */
  carom__tree_point *scratch;
} builder;

uint32_t carom__tree_block_bound(uint32_t count) {
  uint32_t bound = 1;
  for (uint32_t blocks = count; blocks > 1; bound += blocks) blocks = (blocks - 1) / CAROM__BOX_WIDTH + 1;
  return bound;
}

static uint32_t build_leaf(const builder *b, const carom__tree_point *points, uint32_t count) {
  uint32_t leaf = carom__tree_add_block(b->tree, 0);
  for (uint32_t i = 0; i < count; i++) {
    uint32_t box = points[i].item;
    carom__tree_put_item(b->tree, leaf, (int)i, b->items ? b->items[box] : box, &b->boxes[box]);
  }
  return leaf;
}

/* As deep as the tree is high. */
static uint32_t build_block(const builder *b, carom__tree_point *points, uint32_t count) {
  uint32_t height, capacity = carom__tree_child_capacity(count, &height);
  if (height == 0) return build_leaf(b, points, count);
  uint32_t index = carom__tree_add_block(b->tree, height);
  carom__tree_gather_runs(points, b->scratch, count, capacity);
  for (uint32_t done = 0; done < count; done += capacity) {
    uint32_t left = count - done;
    uint32_t child = build_block(b, points + done, left < capacity ? left : capacity);
    carom__tree_put_block(b->tree, index, (int)(done / capacity), child);
  }
  carom__tree_orient(b->tree, index);
  return index;
}

void carom__tree_fill(carom__obb_tree *tree, const carom_obb *boxes, const uint32_t *items, uint32_t count,
                      carom__tree_point *scratch) {
  builder b = {tree, boxes, items, scratch ? scratch + count : NULL};
  tree->block_count = 0;
  tree->free_block = CAROM__TREE_NONE;
  tree->count = count;
  tree->changes = 0;
  /* There are no boxes where there is no item. */
  if (count > 0) carom__tree_place_points(&boxes->center, sizeof *boxes, count, scratch);
  tree->root = build_block(&b, scratch, count);
}

static carom__obb_tree *allocate_tree(const carom_allocator *allocator, uint32_t count) {
  carom__obb_tree *tree = carom__alloc(allocator, sizeof *tree);
  if (!tree) return NULL;
  memset(tree, 0, sizeof *tree);
  if (allocator) tree->allocator = *allocator;
  tree->free_block = CAROM__TREE_NONE;
  if (carom__tree_reserve_blocks(tree, carom__tree_block_bound(count)) ||
      carom__tree_reserve_slots(tree, count)) {
    carom__obb_tree_destroy(tree);
    return NULL;
  }
  return tree;
}

carom_status carom__obb_tree_build(const carom_allocator *allocator, const carom_obb *boxes, size_t count,
                                   carom__obb_tree **out) {
  if (count >= CAROM__TREE_ITEM) return CAROM_LIMIT;
  if (count > SIZE_MAX / (2 * sizeof(carom__tree_point))) return CAROM_OUT_OF_MEMORY;
  size_t scratch_bytes = 2 * count * sizeof(carom__tree_point);
  carom__tree_point *scratch = carom__alloc(allocator, scratch_bytes);
  if (count > 0 && !scratch) return CAROM_OUT_OF_MEMORY;
  carom__obb_tree *tree = allocate_tree(allocator, (uint32_t)count);
  if (tree) {
    carom__tree_fill(tree, boxes, NULL, (uint32_t)count, scratch);
    *out = tree;
  }
  if (scratch) carom__free(allocator, scratch, scratch_bytes);
  return tree ? CAROM_OK : CAROM_OUT_OF_MEMORY;
}
