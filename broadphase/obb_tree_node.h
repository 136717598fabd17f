/* obb_tree_node.h: the inside of the OBB tree. */
#ifndef CAROM_BROADPHASE_OBB_TREE_NODE_H
#define CAROM_BROADPHASE_OBB_TREE_NODE_H

#include "alloc.h"
#include "obb_tree.h"

#define CAROM__TREE_WIDTH 8
/* Marks a child that is an item; so a tree has fewer than 2^31 items. */
#define CAROM__TREE_ITEM 0x80000000u
/* Every level holds eight times the items of the next, and 8^11 > 2^31. */
#define CAROM__TREE_LEVELS 11
/* Depth first, each level leaves at most seven siblings behind on the stack. */
#define CAROM__TREE_STACK (CAROM__TREE_WIDTH * CAROM__TREE_LEVELS)

/* Node boxes are wider than what they hold by this times the sum of their half extents, and the boxes of
 * queries are widened likewise. carom__obb_overlap may call boxes touching that are 8 u s apart; s is at
 * most 2.8 times the sum of the half extents of both, for boxes that near, so the tests of the nodes never
 * hide an item that its own test would report. The rest of the margin covers the rounding of the axes. */
#define CAROM__TREE_MARGIN 0x1p-18f

typedef struct carom__tree_node {
  carom_obb boxes[CAROM__TREE_WIDTH];
  uint32_t children[CAROM__TREE_WIDTH]; /* a node, or an item with CAROM__TREE_ITEM */
  uint32_t count;
} carom__tree_node;

/* Node 0 is the root; a node comes before its children. */
struct carom__obb_tree {
  carom_allocator allocator;
  size_t bytes; /* of this one block */
  uint32_t node_count;
  carom__tree_node nodes[];
};

static inline bool tree_child_is_item(uint32_t child) { return (child & CAROM__TREE_ITEM) != 0; }
static inline uint32_t tree_child_item(uint32_t child) { return child & ~CAROM__TREE_ITEM; }

/* The box with all half extents grown by `margin`. */
static inline carom_obb tree_widen(const carom_obb *box, float margin) {
  return (carom_obb){box->center, box->axes, vec3_add(box->half, vec3(margin, margin, margin))};
}

#endif
