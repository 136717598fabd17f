/* box_tree_refit.c: refits a tree of AABBs to its items. */
#include "box_tree.h"

/* Leaves that have grown more are of no interest, however much. */
#define MOST_GROWTH 8
/* How much leaves may grow on average: walks then take a third longer, as measured. */
#define LOOSE 0.25
/* What grows by this from one time to the next is not loose for some time to come. */
#define TIGHT 0.03

static carom_aabb widen(const carom_aabb *box) {
  float pad = 64 * 0x1p-24f * (vec3_norm1(box->min) + vec3_norm1(box->max));
  return (carom_aabb){vec3_sub(box->min, vec3(pad, pad, pad)), vec3_add(box->max, vec3(pad, pad, pad))};
}

/* The leaf of an item that may be set soon: those that follow each other mostly are. */
static void prefetch_leaf(const carom__box_tree *tree, uint32_t i) {
  if (i < tree->count) prefetch_block(&tree->blocks[tree->places.data[i] / CAROM__BOX_WIDTH]);
}

void carom__box_tree_set(carom__box_tree *tree, uint32_t i, const carom__box_item *item) {
  prefetch_leaf(tree, i + 8);
  uint32_t leaf = tree->places.data[i] / CAROM__BOX_WIDTH, lane = tree->places.data[i] % CAROM__BOX_WIDTH;
  carom_aabb wide = widen(&item->box);
  box_block_set(&tree->blocks[leaf], lane, &wide);
  tree->blocks[leaf].children[lane] = item->name | CAROM__TREE_ITEM;
  bits_set(&tree->stale, leaf);
}

/* How many times as large as it was built a leaf of this size is. */
static double growth_of(const carom__box_tree *tree, uint32_t leaf, float size) {
  float built = tree->sizes.data[leaf];
  return size < MOST_GROWTH * built ? (double)(size / built) : MOST_GROWTH;
}

/* Tells the block above, if there is one. */
static void refit_block(carom__box_tree *tree, uint32_t block, uint32_t level) {
  if (level + 1 == tree->level_count) return;
  uint32_t at = block - tree->first[level], parent = tree->first[level + 1] + at / CAROM__BOX_WIDTH;
  carom_aabb now = box_block_bounds(&tree->blocks[block]);
  carom_aabb before = box_block_get(&tree->blocks[parent], at % CAROM__BOX_WIDTH);
  if (level == 0)
    tree->growth += growth_of(tree, block, box_size(&now)) - growth_of(tree, block, box_size(&before));
  box_block_set(&tree->blocks[parent], at % CAROM__BOX_WIDTH, &now);
  bits_set(&tree->stale, parent);
}

/* Blocks above come later, maybe in the same word. */
void carom__box_tree_refit(carom__box_tree *tree) {
  uint32_t level = 0;
  for (uint32_t word = 0; word < tree->stale.words.count; word++)
    while (tree->stale.words.data[word]) {
      uint32_t block = word * 64 + (uint32_t)bits_lowest(tree->stale.words.data[word]);
      bits_clear(&tree->stale, block);
      while (block >= tree->first[level + 1]) level++;
      refit_block(tree, block, level);
    }
}

bool carom__box_tree_is_loose(const carom__box_tree *tree) {
  return tree->growth > LOOSE * (double)tree->sizes.count;
}

bool carom__box_tree_is_tight(const carom__box_tree *tree) {
  return tree->growth < TIGHT * (double)tree->sizes.count;
}
