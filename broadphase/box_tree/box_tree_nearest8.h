/* box_tree_nearest8.h: the best-first traversal of a tree of AABBs, in the form of lanes8.h that the
 * including file selects.
 *
 * A block stays open while some of its children are within reach. The next one is found when it is wanted:
 * most never are, because what was found meanwhile is nearer than they are. */
#ifndef CAROM_BROADPHASE_BOX_TREE_NEAREST8_H
#define CAROM_BROADPHASE_BOX_TREE_NEAREST8_H

#include "arithmetic.h"
#include "box_block8.h"
#include "box_tree_kernels.h"

/* The key of a child that is not met: above all others, and a number whatever its last bits are. */
#define NEVER 0x1p126f
/* Keys below this count as this: what is less may be no normal number, which some machines take for zero. */
#define LEAST_KEY 0x1p-100f

/* How a kind of walk measures: a key grows with how far a child is, from below. */
typedef struct ruler {
  /* Bit k: the key of child k is not above `most`; writes the keys, see store_keys. */
  unsigned (*measure)(const carom__box_block *block, const void *query, float most,
                      float keys[CAROM__BOX_WIDTH]);
  /* No child within the limit has a greater key. */
  float (*key_of)(float limit);
} ruler;

/* What measuring ends with: `key` says how far the children are but those that are missed. */
CAROM__LANES8 static inline unsigned store_keys(carom__lanes8 key, carom__lanes8 missed,
                                                float keys[CAROM__BOX_WIDTH]) {
  lanes8_store(keys, lanes8_select(missed, lanes8_splat(NEVER), key));
  return ~lanes8_bits(missed) & 0xff;
}

/* A block some of whose children are yet to be looked at. */
typedef struct open_block {
  const uint32_t *children;
  float keys[CAROM__BOX_WIDTH]; /* all different: their last three bits are the lane's number */
  float taken;                  /* the key of the last that was looked at; all that are left are above */
  unsigned left;                /* bit k: child k */
} open_block;

/* A walk and what it has yet to do. */
typedef struct nearest_walk {
  const carom__box_tree *tree;
  const carom__box_listener *listener;
  open_block stack[CAROM__BOX_LEVELS];
  uint32_t depth;
  uint32_t next;     /* a block, or an item with CAROM__TREE_ITEM */
  float limit, most; /* and the greatest key that is within it */
} nearest_walk;

/* No key within the limit is greater, whatever its last bits are. */
static inline void set_limit(nearest_walk *w, const ruler *r, float limit) {
  float most = r->key_of(limit) * (1 + 0x1p-20f);
  w->limit = limit;
  w->most = most < 2 * LEAST_KEY ? 2 * LEAST_KEY : most < NEVER / 2 ? most : NEVER / 2;
}

/* False: there is nothing to look for. */
static inline bool open_walk(nearest_walk *w, const ruler *r, const carom__box_tree *tree, float limit,
                             const carom__box_listener *listener) {
  w->tree = tree;
  w->listener = listener;
  w->depth = 0;
  w->next = tree->block_count - 1;
  set_limit(w, r, limit);
  return limit >= 0;
}

/* The same bits as numbers and as lanes. */
typedef union lane_bits {
  uint32_t bits[8];
  float lanes[8];
} lane_bits;
static const lane_bits lane_numbers = {{0, 1, 2, 3, 4, 5, 6, 7}};
static const lane_bits all_but_three = {{~7u, ~7u, ~7u, ~7u, ~7u, ~7u, ~7u, ~7u}};

CAROM__LANES8 static inline void number_keys(float keys[CAROM__BOX_WIDTH]) {
  carom__lanes8 key = lanes8_max(lanes8_load(keys), lanes8_splat(LEAST_KEY));
  key = lanes8_and(key, lanes8_load(all_but_three.lanes));
  lanes8_store(keys, lanes8_or(key, lanes8_load(lane_numbers.lanes)));
}

/* Takes the nearest of the children that are left of a block; false when none is within reach. */
CAROM__LANES8 static inline bool take_child(open_block *block, float greatest, uint32_t *child) {
  carom__lanes8 keys = lanes8_load(block->keys), later = lanes8_gt(keys, lanes8_splat(block->taken));
  float least = lanes8_least(lanes8_select(later, keys, lanes8_splat(NEVER)));
  if (least > greatest) return false;
  uint32_t lane = float_bits(least) & 7;
  block->taken = least;
  block->left &= ~(1u << lane);
  *child = block->children[lane];
  return true;
}

/* Takes what is next from the open blocks; false when none is left within the limit. */
CAROM__LANES8 static inline bool take_next(nearest_walk *w) {
  for (; w->depth > 0 && w->limit >= 0; w->depth--) {
    open_block *top = &w->stack[w->depth - 1];
    if (!take_child(top, w->most, &w->next)) continue;
    w->depth -= top->left == 0;
    return true;
  }
  return false;
}

/* Asks for the memory of what is looked at soon. */
static inline void prefetch_child(const carom__box_tree *tree, const carom__box_listener *listener,
                                  uint32_t child) {
  if (!(child & CAROM__TREE_ITEM))
    prefetch_block(&tree->blocks[child]);
  else if (listener->fetch)
    listener->fetch(listener->context, child & ~CAROM__TREE_ITEM);
}

/* Measures the children of the block that is next, on top of the open blocks. */
CAROM__LANES8 static inline open_block *measure_next(nearest_walk *w, const ruler *r, const void *query) {
  const carom__box_block *block = &w->tree->blocks[w->next];
  open_block *top = &w->stack[w->depth];
  top->children = block->children;
  top->left = r->measure(block, query, w->most, top->keys);
  return top;
}

/* Opens that block, unless none of its children is within reach. */
CAROM__LANES8 static inline void open_measured(nearest_walk *w) {
  open_block *top = &w->stack[w->depth];
  top->taken = 0;
  number_keys(top->keys);
  w->depth += top->left != 0;
}

static inline bool is_at_item(const nearest_walk *w) { return w->next & CAROM__TREE_ITEM; }

/* Tells of the item that is next. */
static inline void visit_next(nearest_walk *w, const ruler *r) {
  set_limit(w, r, w->listener->visit(w->listener->context, w->next & ~CAROM__TREE_ITEM, w->limit));
}

/* Goes on from the block that is next; false when there is nothing left to look at. */
CAROM__LANES8 static inline bool enter_next(nearest_walk *w, const ruler *r, const void *query) {
  const open_block *top = measure_next(w, r, query);
  for (unsigned left = top->left; left; left &= left - 1)
    prefetch_child(w->tree, w->listener, top->children[bits_lowest(left)]);
  if (top->left && (top->left & (top->left - 1)) == 0) {
    w->next = top->children[bits_lowest(top->left)];
    return true;
  }
  open_measured(w);
  return take_next(w);
}

/* Looks at what is nearest. */
CAROM__LANES8 static inline bool step_walk(nearest_walk *w, const ruler *r, const void *query) {
  if (!is_at_item(w)) return enter_next(w, r, query);
  visit_next(w, r);
  return take_next(w);
}

CAROM__LANES8 static inline float walk_nearest(const carom__box_tree *tree, const ruler *r, const void *query,
                                               float limit, const carom__box_listener *listener) {
  nearest_walk w;
  if (open_walk(&w, r, tree, limit, listener))
    while (step_walk(&w, r, query)) continue;
  return w.limit;
}

#endif
