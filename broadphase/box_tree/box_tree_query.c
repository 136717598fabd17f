/* box_tree_query.c: selects the form of lanes8.h for the traversals of a tree of AABBs; and tells its blocks.
 */
#include "box_tree_kernels.h"

bool carom__box_tree_query(const carom__box_tree *tree, const carom_aabb *box,
                           const carom__box_listener *listener) {
  return tree->count == 0 || carom__box_tree_kernels_best()->query(tree, box, listener);
}

void carom__box_tree_cast(const carom__box_tree *tree, carom__box_cast *cast) {
  if (tree->count > 0) carom__box_tree_kernels_best()->cast(tree, cast);
}

void carom__box_tree_cast_many(const carom__box_tree *tree, carom__box_cast *casts, size_t count) {
  if (tree->count > 0) carom__box_tree_kernels_best()->cast_many(tree, casts, count);
}

float carom__box_tree_near(const carom__box_tree *tree, const carom_pos *point, float limit,
                           const carom__box_listener *listener) {
  return tree->count > 0 ? carom__box_tree_kernels_best()->near(tree, point, limit, listener) : limit;
}

void carom__box_tree_each_block(const carom__box_tree *tree,
                                void (*tell)(void *context, const carom_aabb *bounds), void *context) {
  for (uint32_t block = 0; block < tree->block_count; block++) {
    carom_aabb bounds = box_block_bounds(&tree->blocks[block]);
    if (bounds.min.x <= bounds.max.x) tell(context, &bounds);
  }
}
