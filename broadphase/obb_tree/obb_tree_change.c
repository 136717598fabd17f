/* obb_tree_change.c: adds and removes items. An item goes where the bounds grow least (Guttman, 1984).
 * Full blocks on its way are split before it enters them, so that nothing needs repair on the way back. */
#include "obb_tree.h"

#include "obb_tree_node.h"

/* Makes all above a block fit it again, where one box below it is new; NULL when one is gone. */
static void refresh_above(carom__obb_tree *tree, uint32_t index, const carom_obb *box) {
  for (; tree->blocks[index].parent != CAROM__TREE_NONE; index = tree->blocks[index].parent) {
    uint32_t up = tree->blocks[index].parent;
    int lane = (int)tree->blocks[index].lane;
    carom__tree_block *parent = &tree->blocks[up];
    carom__tree_put_block(tree, up, lane, index);
    if (!parent->oriented || !box) continue;
    carom_obb around = tree_get_box(&parent->boxes, lane);
    carom__tree_grow_box(&around, box);
    tree_set_box(&parent->boxes, lane, &around);
  }
}

/* --- Coming --- */

static bool is_worn(const carom__obb_tree *tree) {
  return tree->changes > 64 + tree->count / 2 || tree->blocks[tree->root].height >= CAROM__TREE_LEVELS - 2;
}

/* Writes the items and their boxes in the order of their numbers. */
static void list_items(const carom__obb_tree *tree, uint32_t *items, carom_obb *boxes) {
  uint32_t count = 0;
  for (uint32_t item = 0; item < tree->slots.count; item++) {
    uint32_t slot = tree->slots.data[item];
    if (slot == CAROM__TREE_NONE) continue;
    items[count] = item;
    boxes[count++] =
        tree_get_box(&tree->blocks[slot / CAROM__BOX_WIDTH].boxes, (int)(slot % CAROM__BOX_WIDTH));
  }
}

static carom_status build_of_items(carom__obb_tree *tree) {
  size_t count = tree->count;
  size_t bytes = count * (2 * sizeof(carom__tree_point) + sizeof(carom_obb) + sizeof(uint32_t));
  carom__tree_point *scratch = carom__alloc(&tree->allocator, bytes);
  if (!scratch) return CAROM_OUT_OF_MEMORY;
  carom_obb *boxes = (carom_obb *)(void *)(scratch + 2 * count);
  uint32_t *items = (uint32_t *)(void *)(boxes + count);
  list_items(tree, items, boxes);
  carom__tree_fill(tree, boxes, items, (uint32_t)count, scratch);
  carom__free(&tree->allocator, scratch, bytes);
  return CAROM_OK;
}

/* In the blocks that are there, which are enough. */
static carom_status build_afresh(carom__obb_tree *tree) {
  if (tree->count > 0) return build_of_items(tree);
  carom__tree_fill(tree, NULL, NULL, 0, NULL);
  return CAROM_OK;
}

static carom_status make_room(carom__obb_tree *tree, uint32_t item) {
  uint32_t fresh = carom__tree_block_bound(tree->count) + CAROM__TREE_LEVELS;
  uint32_t more =
      fresh > tree->block_count + CAROM__TREE_LEVELS ? fresh - tree->block_count : CAROM__TREE_LEVELS;
  carom_status status = carom__tree_reserve_slots(tree, item + 1);
  if (!status) status = carom__tree_reserve_blocks(tree, more);
  if (!status && is_worn(tree)) status = build_afresh(tree);
  return status;
}

static float area_of(const carom_aabb *bounds) {
  carom_vec3 side = vec3_sub(bounds->max, bounds->min);
  return side.x * side.y + side.y * side.z + side.z * side.x;
}

/* What it costs to put a box below a child. */
typedef struct price {
  float growth, area; /* of the child's bounds */
} price;

static price price_of(const carom__tree_block *block, int lane, const carom_aabb *bounds) {
  carom_aabb own = box_block_get(&block->lanes, (uint32_t)lane), both = aabb_union(own, *bounds);
  float area = area_of(&own);
  return (price){area_of(&both) - area, area};
}

static bool is_cheaper(price a, price b) {
  return a.growth < b.growth || (a.growth == b.growth && a.area < b.area);
}

/* The child whose bounds grow least by the box, of equals the smallest. */
static int cheapest_lane(const carom__tree_block *block, const carom_aabb *bounds) {
  int best = -1;
  price least = {0, 0};
  for (int lane = 0; lane < CAROM__BOX_WIDTH; lane++) {
    if (!tree_box_is_there(block, lane)) continue;
    price p = price_of(block, lane, bounds);
    if (best >= 0 && !is_cheaper(p, least)) continue;
    best = lane;
    least = p;
  }
  return best;
}

static bool is_full(const carom__obb_tree *tree, uint32_t index) {
  return tree->blocks[index].count == CAROM__BOX_WIDTH;
}

static void raise_root(carom__obb_tree *tree) {
  uint32_t root = carom__tree_add_block(tree, tree->blocks[tree->root].height + 1);
  carom__tree_put_block(tree, root, 0, tree->root);
  tree->root = root;
}

/* Splits a full child and returns the half that grows less. */
static uint32_t split_child(carom__obb_tree *tree, uint32_t child, const carom_aabb *bounds) {
  uint32_t half = carom__tree_split(tree, child);
  const carom__tree_block *kept = &tree->blocks[child], *moved = &tree->blocks[half];
  const carom__tree_block *parent = &tree->blocks[kept->parent];
  price price_kept = price_of(parent, (int)kept->lane, bounds);
  return is_cheaper(price_of(parent, (int)moved->lane, bounds), price_kept) ? half : child;
}

/* A leaf with a free lane. */
static uint32_t find_leaf(carom__obb_tree *tree, const carom_aabb *bounds) {
  if (is_full(tree, tree->root)) raise_root(tree);
  uint32_t index = tree->root;
  while (tree->blocks[index].height > 0) {
    const carom__tree_block *block = &tree->blocks[index];
    index = block->lanes.children[cheapest_lane(block, bounds)];
    if (is_full(tree, index)) index = split_child(tree, index, bounds);
  }
  return index;
}

carom_status carom__obb_tree_insert(carom__obb_tree *tree, uint32_t item, const carom_obb *box) {
  if (item >= CAROM__TREE_ITEM - 1) return CAROM_LIMIT;
  carom_status status = make_room(tree, item);
  if (status) return status;
  carom_aabb bounds = tree_bounds(box);
  uint32_t leaf = find_leaf(tree, &bounds);
  carom__tree_put_item(tree, leaf, carom__tree_free_lane(&tree->blocks[leaf]), item, box);
  refresh_above(tree, leaf, box);
  tree->count++;
  tree->changes++;
  return CAROM_OK;
}

/* --- Going --- */

bool carom__obb_tree_has(const carom__obb_tree *tree, uint32_t item) {
  return item < tree->slots.count && tree->slots.data[item] != CAROM__TREE_NONE;
}

static void lower_root(carom__obb_tree *tree) {
  carom__tree_block *root = &tree->blocks[tree->root];
  while (root->height > 0 && root->count == 1) {
    int lane = 0;
    while (!tree_box_is_there(root, lane)) lane++;
    uint32_t child = root->lanes.children[lane];
    carom__tree_drop_block(tree, tree->root);
    tree->root = child;
    root = &tree->blocks[child];
    root->parent = CAROM__TREE_NONE;
  }
}

void carom__obb_tree_remove(carom__obb_tree *tree, uint32_t item) {
  uint32_t slot = tree->slots.data[item], index = slot / CAROM__BOX_WIDTH, lane = slot % CAROM__BOX_WIDTH;
  tree->slots.data[item] = CAROM__TREE_NONE;
  tree->count--;
  carom__tree_clear_lane(&tree->blocks[index], (int)lane);
  while (tree->blocks[index].count == 0 && index != tree->root) {
    carom__tree_block *empty = &tree->blocks[index];
    uint32_t parent = empty->parent;
    carom__tree_clear_lane(&tree->blocks[parent], (int)empty->lane);
    carom__tree_drop_block(tree, index);
    index = parent;
  }
  refresh_above(tree, index, NULL);
  lower_root(tree);
}
