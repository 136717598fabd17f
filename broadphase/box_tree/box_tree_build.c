/* box_tree_build.c: builds a tree of AABBs. It sorts the items so that eight consecutive ones make a leaf,
 * eight consecutive leaves a block, and so on. It then computes all bounds from the bottom up. */
#include "box_tree.h"

#include "obb_tree_node.h"
#include "sort.h"

_Static_assert(sizeof(carom__keyed) == sizeof(carom__tree_point), "one scratch serves both orders");
_Static_assert(sizeof(carom__box_block) % 32 == 0, "no load of eight lanes crosses a cache line");

/* --- Memory --- */

void carom__box_tree_free(carom__box_tree *tree, const carom_allocator *allocator) {
  carom__array_free_bytes(allocator, tree->blocks, tree->capacity * sizeof *tree->blocks);
  tree->blocks = NULL;
  tree->capacity = tree->block_count = tree->count = 0;
  carom__array_free(allocator, &tree->places);
  carom__array_free(allocator, &tree->sizes);
  carom__bits_free(&tree->stale, allocator);
}

static void lay_out_levels(carom__box_tree *tree, uint32_t count) {
  uint32_t blocks = count, first = 0, level = 0;
  do {
    blocks = (blocks - 1) / CAROM__BOX_WIDTH + 1;
    tree->first[level++] = first;
    first += blocks;
  } while (blocks > 1);
  tree->first[level] = first;
  tree->level_count = level;
}

static carom_status reserve(carom__box_tree *tree, const carom_allocator *allocator, uint32_t count) {
  uint32_t blocks = tree->first[tree->level_count];
  carom_status status = carom__array_reserve_bytes(allocator, (void **)&tree->blocks, &tree->capacity,
                                                   sizeof *tree->blocks, blocks);
  if (!status) status = carom__array_reserve(allocator, &tree->places, count);
  if (!status) status = carom__array_reserve(allocator, &tree->sizes, tree->first[1]);
  if (!status) status = carom__bits_reserve(&tree->stale, allocator, blocks);
  if (!status) carom__bits_extend(&tree->stale, blocks);
  return status;
}

/* --- Order --- */

/* What is nowhere gets the centre of the one before it: where it will be is not known. */
static void find_centers(const carom__box_item *items, uint32_t count, carom_vec3 *centers) {
  carom_vec3 last = {0, 0, 0};
  for (uint32_t i = 0; i < count; i++) {
    if (items[i].box.min.x < CAROM__BOX_NOWHERE)
      last = vec3_add(vec3_scale(items[i].box.min, 0.5f), vec3_scale(items[i].box.max, 0.5f));
    centers[i] = last;
  }
}

/* As deep as the tree is high. */
static void order_points(carom__tree_point *points, carom__tree_point *scratch, uint32_t count) {
  uint32_t height, capacity = carom__tree_child_capacity(count, &height);
  if (height == 0) return;
  carom__tree_gather_runs(points, scratch, count, capacity);
  for (uint32_t done = 0; done < count; done += capacity) {
    uint32_t left = count - done;
    order_points(points + done, scratch, left < capacity ? left : capacity);
  }
}

/* Spreads the 16 upper bits out, two zeros after each. */
static uint64_t spread(uint32_t at) {
  uint64_t x = at >> 16;
  x = (x | x << 16) & 0xff0000ffu;
  x = (x | x << 8) & 0xf00f00f00fu;
  x = (x | x << 4) & 0xc30c30c30c3u;
  return (x | x << 2) & 0x249249249249u;
}

/* Along a curve that fills space (Morton, 1966): of the points only the items come into order. */
static void order_roughly(carom__tree_point *points, carom__keyed *scratch, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    const uint32_t *at = points[i].at;
    scratch[i] = (carom__keyed){spread(at[0]) | spread(at[1]) << 1 | spread(at[2]) << 2, points[i].item};
  }
  carom__sort_keyed(scratch, scratch + count, count);
  for (uint32_t i = 0; i < count; i++) points[i].item = scratch[i].value;
}

/* --- Blocks --- */

static void clear_blocks(carom__box_tree *tree) {
  const carom_aabb nowhere = box_tree_nowhere();
  for (uint32_t i = 0; i < tree->block_count; i++)
    for (uint32_t lane = 0; lane < CAROM__BOX_WIDTH; lane++) box_block_set(&tree->blocks[i], lane, &nowhere);
}

static void link_blocks(carom__box_tree *tree) {
  for (uint32_t level = 1; level < tree->level_count; level++) {
    uint32_t below = tree->first[level - 1], count = tree->first[level] - below;
    for (uint32_t i = 0; i < count; i++)
      tree->blocks[tree->first[level] + i / CAROM__BOX_WIDTH].children[i % CAROM__BOX_WIDTH] = below + i;
  }
}

static void put_items(carom__box_tree *tree, const carom__box_item *items, const carom__tree_point *points) {
  for (uint32_t place = 0; place < tree->count; place++) {
    uint32_t i = points[place].item;
    tree->places.data[i] = place;
    carom__box_tree_set(tree, i, &items[i]);
  }
}

static void note_sizes(carom__box_tree *tree) {
  for (uint32_t leaf = 0; leaf < tree->first[1]; leaf++) {
    carom_aabb bounds = box_block_bounds(&tree->blocks[leaf]);
    tree->sizes.data[leaf] = box_size(&bounds);
  }
}

static void fill(carom__box_tree *tree, const carom__box_item *items, uint32_t count,
                 const carom__tree_point *points) {
  tree->count = count;
  tree->block_count = tree->first[tree->level_count];
  tree->places.count = count;
  tree->sizes.count = tree->first[1];
  clear_blocks(tree);
  link_blocks(tree);
  put_items(tree, items, points);
  note_sizes(tree);
  carom__box_tree_refit(tree);
  tree->growth = 0;
}

carom_status carom__box_tree_build(carom__box_tree *tree, const carom_allocator *allocator,
                                   const carom__box_item *items, uint32_t count, bool roughly) {
  tree->count = tree->block_count = 0;
  if (count == 0) return CAROM_OK;
  carom__bits_clear_all(&tree->stale);
  lay_out_levels(tree, count);
  carom_status status = reserve(tree, allocator, count);
  if (status) return status;
  /* Scratch for the order; until the points are there the centres are in it. */
  size_t bytes = 3 * (size_t)count * sizeof(carom__tree_point);
  carom__tree_point *points = carom__alloc(allocator, bytes);
  if (!points) return CAROM_OUT_OF_MEMORY;
  carom_vec3 *centers = (carom_vec3 *)(void *)(points + count);
  find_centers(items, count, centers);
  carom__tree_place_points(centers, sizeof *centers, count, points);
  if (roughly)
    order_roughly(points, (carom__keyed *)(void *)(points + count), count);
  else
    order_points(points, points + count, count);
  fill(tree, items, count, points);
  carom__free(allocator, points, bytes);
  return CAROM_OK;
}
