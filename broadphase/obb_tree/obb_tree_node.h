/* obb_tree_node.h: the internal structure of the OBB tree.
 *
 * All nodes are blocks of one form, with up to eight children in lanes: a box along the coordinate axes
 * around each child, which rejects most, and an oriented one, which rejects what is left. The children of a
 * leaf (height 0) are items, and its oriented boxes are theirs; those of the blocks above hold all items
 * below a child, and are there only where they are so much tighter that looking at them pays. */
#ifndef CAROM_BROADPHASE_OBB_TREE_NODE_H
#define CAROM_BROADPHASE_OBB_TREE_NODE_H

#include "box_block.h"
#include "obb_tree.h"

/* No child in this lane, no item in this slot, no parent, ... */
#define CAROM__TREE_NONE UINT32_MAX
/* A fresh tree has at most eleven levels, because 8^11 > 2^31. Where insertions split blocks these have four
 * children left, and a tree is built afresh when insertions have doubled it, or all levels but one are used.
 */
#define CAROM__TREE_LEVELS 20
/* Depth first, each level leaves at most seven siblings behind on the stack. */
#define CAROM__TREE_STACK (CAROM__BOX_WIDTH * CAROM__TREE_LEVELS)

/* All bounds in the tree, and those of queries, are wider than they need be by this times the sum of the
 * boxes' half extents. carom__obb_overlap may call boxes touching that are 8 u s apart along its fifteen
 * axes, so 8 sqrt(3) u s along any direction, and s is at most 2.8 times the sum of the half extents of both,
 * for boxes that near: together 39 u, and the margin is 64 u. So no block hides an item that the item's own
 * test would report. The rest of the margin covers the rounding of what is added up. */
#define CAROM__TREE_MARGIN 0x1p-18f
/* What a difference of coordinates loses, and twice as much, in units of the coordinates. */
#define CAROM__TREE_ROUNDING 0x1p-23f

/* Eight boxes in lanes; those of lanes that are not in use are finite and have no meaning. */
typedef struct carom__tree_boxes {
  float center[3][CAROM__BOX_WIDTH];
  float axes[3][3][CAROM__BOX_WIDTH]; /* [i][k]: coordinate k of axis i */
  float half[3][CAROM__BOX_WIDTH];
} carom__tree_boxes;

typedef struct carom__tree_block {
  carom__box_block lanes; /* nowhere is where there is no child */
  uint32_t parent, lane;  /* where the block hangs */
  uint32_t height;        /* 0: a leaf */
  uint32_t count;         /* of children; they need not come first */
  uint32_t oriented;      /* are the boxes filled in? */
  uint32_t unused[3];     /* a block is a multiple of 32 bytes */
  carom__tree_boxes boxes;
} carom__tree_block;

/* A centre on a grid of 2^32 steps over all centres, the same step along all axes, and whose it is. */
typedef struct carom__tree_point {
  uint32_t at[3];
  uint32_t item;
} carom__tree_point;

_Static_assert(sizeof(carom__tree_block) % 32 == 0, "no load of eight lanes crosses a cache line");

struct carom__obb_tree {
  carom_allocator allocator;
  carom__tree_block *blocks; /* an array as array.h makes it */
  size_t capacity;
  uint32_t block_count;
  uint32_t free_block; /* the first of a list through `parent` */
  uint32_t root;
  CAROM__ARRAY(uint32_t) slots; /* where an item is: block * 8 + lane */
  uint32_t count;               /* of items */
  uint32_t changes;             /* items that came since the tree was built */
};

static inline bool tree_box_is_there(const carom__tree_block *block, int lane) {
  return block->lanes.children[lane] != CAROM__TREE_NONE;
}

/* The box with all half extents grown by `margin`. */
static inline carom_obb tree_widen(const carom_obb *box, float margin) {
  return (carom_obb){box->center, box->axes, vec3_add(box->half, vec3(margin, margin, margin))};
}

/* Bounds of a box with the margin, in floats. */
static inline carom_aabb tree_bounds(const carom_obb *box) {
  carom_vec3 reach = vec3_scale(vec3_abs(box->axes.x), box->half.x);
  reach = vec3_mad(reach, vec3_abs(box->axes.y), box->half.y);
  reach = vec3_mad(reach, vec3_abs(box->axes.z), box->half.z);
  float margin = CAROM__TREE_MARGIN * vec3_norm1(box->half);
  reach = vec3_add(reach, vec3(margin, margin, margin));
  reach = vec3_mad(reach, vec3_abs(box->center), CAROM__TREE_ROUNDING);
  return (carom_aabb){vec3_sub(box->center, reach), vec3_add(box->center, reach)};
}

static inline carom_obb tree_get_box(const carom__tree_boxes *b, int lane) {
  return (carom_obb){{b->center[0][lane], b->center[1][lane], b->center[2][lane]},
                     {{b->axes[0][0][lane], b->axes[0][1][lane], b->axes[0][2][lane]},
                      {b->axes[1][0][lane], b->axes[1][1][lane], b->axes[1][2][lane]},
                      {b->axes[2][0][lane], b->axes[2][1][lane], b->axes[2][2][lane]}},
                     {b->half[0][lane], b->half[1][lane], b->half[2][lane]}};
}

static inline void tree_set_box(carom__tree_boxes *b, int lane, const carom_obb *box) {
  for (int k = 0; k < 3; k++) {
    carom_vec3 axis = mat3_column(&box->axes, k);
    b->center[k][lane] = vec3_get(box->center, k);
    b->half[k][lane] = vec3_get(box->half, k);
    for (int i = 0; i < 3; i++) b->axes[k][i][lane] = vec3_get(axis, i);
  }
}

/* Make room for so many more blocks, and for items below `slots`: CAROM_OK or CAROM_OUT_OF_MEMORY. */
carom_status carom__tree_reserve_blocks(carom__obb_tree *tree, uint32_t more);
carom_status carom__tree_reserve_slots(carom__obb_tree *tree, uint32_t slots);
/* A block without children, of those that are reserved. */
uint32_t carom__tree_add_block(carom__obb_tree *tree, uint32_t height);
/* Gives it back. */
void carom__tree_drop_block(carom__obb_tree *tree, uint32_t index);

/* Puts an item into a free lane of a leaf, or a block below one higher up; bounds above are not touched. */
void carom__tree_put_item(carom__obb_tree *tree, uint32_t leaf, int lane, uint32_t item,
                          const carom_obb *box);
void carom__tree_put_block(carom__obb_tree *tree, uint32_t parent, int lane, uint32_t child);
/* The first lane without a child; some is. */
int carom__tree_free_lane(const carom__tree_block *block);
/* Takes a child out of a block; the bounds above are not touched. */
void carom__tree_clear_lane(carom__tree_block *block, int lane);
/* Moves half of the children of a full block, which hangs under one that is not full, to a new block beside
 * it, which it returns. */
uint32_t carom__tree_split(carom__obb_tree *tree, uint32_t index);

/* The block around items of a tree that has none, boxes[i] to items[i], or to i when items is NULL. Points
 * and scratch have room for `count`, and so have blocks and slots. */
void carom__tree_fill(carom__obb_tree *tree, const carom_obb *boxes, const uint32_t *items, uint32_t count,
                      carom__tree_point *scratch);
/* How many blocks a fresh tree over so many items has at most. */
uint32_t carom__tree_block_bound(uint32_t count);

/* --- Order: neighbours in space follow each other --- */

/* points[i] is centre i, of which the first is at `centers` and each next one `stride` bytes on. */
void carom__tree_place_points(const carom_vec3 *centers, size_t stride, uint32_t count,
                              carom__tree_point *points);
/* How many items each child of a block over `count` items gets, the greatest power of eight below, and how
 * high the block is. */
uint32_t carom__tree_child_capacity(uint32_t count, uint32_t *height);
/* Orders the points so that each run of `capacity` of them lies close together, for up to eight runs. There
 * is room for `count` points in scratch. */
void carom__tree_gather_runs(carom__tree_point *points, carom__tree_point *scratch, uint32_t count,
                             uint32_t capacity);

/* --- Oriented boxes around the content of a block --- */

/* Widens a box, along its axes and both ways, so that it holds another. */
void carom__tree_grow_box(carom_obb *around, const carom_obb *box);

/* Gives a block above the leaves boxes around its children, if they are so much tighter than its bounds that
 * they pay. */
void carom__tree_orient(carom__obb_tree *tree, uint32_t index);

#endif
