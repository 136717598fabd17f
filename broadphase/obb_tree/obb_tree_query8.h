/* obb_tree_query8.h: the query with a box, and what all queries share, in the form of lanes8.h that the
 * including file selects. */
#ifndef CAROM_BROADPHASE_OBB_TREE_QUERY8_H
#define CAROM_BROADPHASE_OBB_TREE_QUERY8_H

#include "bits.h"
#include "box_block8.h"
#include "obb_sat8.h"
#include "obb_tree_node.h"

/* The box of a query, each of its numbers in all lanes. */
typedef struct box_query {
  carom__lanes8 center[3], axes[3][3];
  carom__lanes8 half[3];
  carom__lanes8 min[3], max[3]; /* with the margin */
} box_query;

CAROM__LANES8 static inline void load_three(const float rows[3][CAROM__BOX_WIDTH], carom__lanes8 out[3]) {
  for (int k = 0; k < 3; k++) out[k] = lanes8_load(rows[k]);
}

/* Bit k: there is a child k. */
CAROM__LANES8 static inline unsigned used_bits(const carom__box_block *block) {
  return ~lanes8_bits(lanes8_gt(lanes8_load(block->bounds[0][0]), lanes8_load(block->bounds[1][0]))) & 0xff;
}

CAROM__LANES8 static inline carom__lanes8 norm1_8(const carom__lanes8 v[3]) {
  return lanes8_add(lanes8_add(lanes8_abs(v[0]), lanes8_abs(v[1])), lanes8_abs(v[2]));
}

/* The sum of the greatest coordinates of each child's bounds, without sign. */
CAROM__LANES8 static inline carom__lanes8 bounds_norm1(const carom__box_block *block) {
  carom__lanes8 most[3];
  for (int k = 0; k < 3; k++)
    most[k] = lanes8_max(lanes8_abs(lanes8_load(block->bounds[0][k])),
                         lanes8_abs(lanes8_load(block->bounds[1][k])));
  return norm1_8(most);
}

CAROM__LANES8 static void open_query(const carom_obb *box, box_query *q) {
  carom_aabb bounds = tree_bounds(box);
  splat3(box->center, q->center);
  for (int i = 0; i < 3; i++) splat3(mat3_column(&box->axes, i), q->axes[i]);
  splat3(box->half, q->half);
  splat3(bounds.min, q->min);
  splat3(bounds.max, q->max);
}

CAROM__LANES8 static inline void relate_boxes(const carom__tree_boxes *boxes, box_query *q,
                                              carom__sat8_pair *pair) {
  carom__lanes8 axes[3][3], offset[3];
  for (int k = 0; k < 3; k++) {
    offset[k] = lanes8_sub(q->center[k], lanes8_load(boxes->center[k]));
    pair->half_a[k] = lanes8_load(boxes->half[k]);
    pair->half_b[k] = q->half[k];
    load_three(boxes->axes[k], axes[k]);
  }
  sat8_relate(pair, axes, q->axes, offset);
}

CAROM__LANES8 static inline unsigned apart_by_faces(const carom__sat8_pair *pair) {
  carom__lanes8 apart = lanes8_splat(0);
  for (int k = 0; k < 3; k++) {
    carom__sat8_axis of_a = sat8_axis_of_a(pair, k), of_b = sat8_axis_of_b(pair, k);
    apart =
        lanes8_or(apart, lanes8_or(sat8_apart(&of_a, pair->tolerance), sat8_apart(&of_b, pair->tolerance)));
  }
  return lanes8_bits(apart);
}

CAROM__LANES8 static inline unsigned apart_by_edges(const carom__sat8_pair *pair) {
  carom__lanes8 apart = lanes8_splat(0);
  for (int i = 0; i < 3; i++) {
    carom__sat8_axis edges[3];
    sat8_axes_of_edges(pair, i, edges);
    for (int j = 0; j < 3; j++) apart = lanes8_or(apart, sat8_edge_apart(pair, &edges[j], i, j));
  }
  return lanes8_bits(apart);
}

/* Those of `mask` that no axis parts. The edges are looked at only where the faces part not all. */
CAROM__LANES8 static inline unsigned together_bits(const carom__sat8_pair *pair, unsigned mask) {
  mask &= ~apart_by_faces(pair);
  return mask ? mask & ~apart_by_edges(pair) : 0;
}

/* Of the items in `mask`, those whose boxes overlap the query's: the answers of carom__obb_overlap. */
CAROM__LANES8 static inline unsigned item_bits(const carom__tree_block *leaf, box_query *q, unsigned mask) {
  carom__sat8_pair pair;
  relate_boxes(&leaf->boxes, q, &pair);
  return together_bits(&pair, mask);
}

/* Of the children in `mask`, those whose boxes overlap the query's or are apart by less than the margin. */
CAROM__LANES8 static inline unsigned child_bits(const carom__tree_block *block, box_query *q, unsigned mask) {
  carom__sat8_pair pair;
  relate_boxes(&block->boxes, q, &pair);
  pair.tolerance = lanes8_mul(pair.size, lanes8_splat(CAROM__TREE_MARGIN));
  return together_bits(&pair, mask);
}

CAROM__LANES8 static inline unsigned reached_bits(const carom__tree_block *block, box_query *q) {
  unsigned mask = touching_bits(&block->lanes, q->min, q->max);
  if (!mask) return 0;
  if (block->height == 0) return item_bits(block, q, mask);
  return block->oriented ? child_bits(block, q, mask) : mask;
}

static inline uint32_t push_children(const carom__obb_tree *tree, const carom__tree_block *block,
                                     unsigned mask, uint32_t *stack, uint32_t size) {
  for (; mask; mask &= mask - 1) {
    uint32_t child = block->lanes.children[bits_lowest(mask)];
    prefetch_block(&tree->blocks[child].lanes);
    stack[size++] = child;
  }
  return size;
}

static inline bool visit_items(const carom__tree_block *leaf, unsigned mask, carom__tree_visit visit,
                               void *context) {
  for (; mask; mask &= mask - 1)
    if (!visit(context, leaf->lanes.children[bits_lowest(mask)] & ~CAROM__TREE_ITEM)) return false;
  return true;
}

CAROM__LANES8 static bool query_below(const carom__obb_tree *tree, uint32_t root, box_query *q,
                                      carom__tree_visit visit, void *context) {
  uint32_t stack[CAROM__TREE_STACK];
  uint32_t size = 1;
  stack[0] = root;
  while (size > 0) {
    const carom__tree_block *block = &tree->blocks[stack[--size]];
    unsigned mask = reached_bits(block, q);
    if (block->height > 0)
      size = push_children(tree, block, mask, stack, size);
    else if (!visit_items(block, mask, visit, context))
      return false;
  }
  return true;
}

CAROM__LANES8 static bool query_tree(const carom__obb_tree *tree, const carom_obb *box,
                                     carom__tree_visit visit, void *context) {
  box_query q;
  open_query(box, &q);
  return query_below(tree, tree->root, &q, visit, context);
}

/* --- Nearest first --- */

/* A child that is within reach. */
typedef struct carom__tree_entry {
  float key;      /* how far it is, from below */
  uint32_t child; /* a block, or an item with CAROM__TREE_ITEM */
} carom__tree_entry;

/* Puts one more on a stack of `size`, of which those from `base` on are sorted, the nearest last; of equals
 * the first one is taken first. */
static inline void tree_stack_insert(carom__tree_entry *stack, uint32_t base, uint32_t size,
                                     carom__tree_entry e) {
  uint32_t at = size;
  while (at > base && stack[at - 1].key <= e.key) {
    stack[at] = stack[at - 1];
    at--;
  }
  stack[at] = e;
}

typedef struct entry_stack {
  carom__tree_entry entries[CAROM__TREE_STACK];
  uint32_t size;
} entry_stack;

/* Bit k: child k is within the limit; writes how far. */
typedef unsigned (*measure_block)(const carom__tree_block *block, void *query, float limit,
                                  float keys[CAROM__BOX_WIDTH]);

static inline void push_entries(entry_stack *stack, const carom__tree_block *block, unsigned mask,
                                const float keys[CAROM__BOX_WIDTH]) {
  uint32_t base = stack->size;
  for (; mask; mask &= mask - 1) {
    int lane = bits_lowest(mask);
    carom__tree_entry e = {keys[lane], block->lanes.children[lane]};
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
      float keys[CAROM__BOX_WIDTH];
      unsigned mask = measure(block, query, limit, keys);
      push_entries(&stack, block, mask, keys);
    }
  }
}

#endif
