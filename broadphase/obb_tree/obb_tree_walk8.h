/* obb_tree_walk8.h: the best-first traversal of an OBB tree, in the form of lanes8.h that the including file
 * selects. */
#ifndef CAROM_BROADPHASE_OBB_TREE_WALK8_H
#define CAROM_BROADPHASE_OBB_TREE_WALK8_H

#include "obb_tree_query8.h"
#include "tree_stack.h"

typedef struct entry_stack {
  carom__tree_entry entries[CAROM__TREE_STACK];
  uint32_t size;
} entry_stack;

/* Bit k: child k is within the limit; writes how far. */
typedef unsigned (*measure_block)(const carom__tree_block *block, void *query, float limit,
                                  float keys[CAROM__TREE_WIDTH]);

static inline void push_entries(entry_stack *stack, const carom__tree_block *block, unsigned mask,
                                const float keys[CAROM__TREE_WIDTH]) {
  uint32_t base = stack->size, mark = block->height ? 0 : CAROM__TREE_ITEM;
  for (; mask; mask &= mask - 1) {
    int lane = bits_lowest(mask);
    carom__tree_entry e = {keys[lane], block->children[lane] | mark};
    tree_stack_insert(stack->entries, base, stack->size++, e);
  }
}

CAROM__LANES8 static inline void walk_tree(const carom__obb_tree *tree, measure_block measure, void *query,
                                           float limit, carom__tree_limit_visit visit, void *context) {
  entry_stack stack;
  stack.entries[0] = (carom__tree_entry){0, tree->root};
  stack.size = 1;
  while (stack.size > 0 && limit >= 0) {
    carom__tree_entry next = stack.entries[--stack.size];
    if (next.key > limit) continue;
    if (next.child & CAROM__TREE_ITEM) {
      limit = visit(context, next.child & ~CAROM__TREE_ITEM, limit);
    } else {
      const carom__tree_block *block = &tree->blocks[next.child];
      float keys[CAROM__TREE_WIDTH];
      unsigned mask = measure(block, query, limit, keys);
      push_entries(&stack, block, mask, keys);
    }
  }
}

/* Bit k: there is a child k. */
CAROM__LANES8 static inline unsigned used_bits(const carom__tree_block *block) {
  return ~lanes8_bits(lanes8_gt(lanes8_load(block->min[0]), lanes8_load(block->max[0]))) & 0xff;
}

CAROM__LANES8 static inline carom__lanes8 norm1_8(const carom__lanes8 v[3]) {
  return lanes8_add(lanes8_add(lanes8_abs(v[0]), lanes8_abs(v[1])), lanes8_abs(v[2]));
}

/* The sum of the greatest coordinates of each child's bounds, without sign. */
CAROM__LANES8 static inline carom__lanes8 bounds_norm1(const carom__tree_block *block) {
  carom__lanes8 most[3];
  for (int k = 0; k < 3; k++)
    most[k] = lanes8_max(lanes8_abs(lanes8_load(block->min[k])), lanes8_abs(lanes8_load(block->max[k])));
  return norm1_8(most);
}

#endif
