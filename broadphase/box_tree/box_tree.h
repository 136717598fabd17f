/* box_tree.h: a tree of AABBs in the world that follows moving items at low cost. An item that has moved
 * changes the bounds of its block and of all blocks above it (van den Bergen, 1997, refits so). The tree is
 * built again when its blocks have grown too large.
 *
 * Coordinates are below 2^60. Items are numbered from 0; walks tell their names, numbers below 2^31 of the
 * owner's choice. A place in the tree is each item's own, also when the item is nowhere, where no walk finds
 * it. Walks allocate nothing, only read, and may run on many threads; what they visit, and in which order,
 * depends on the tree alone. */
#ifndef CAROM_BROADPHASE_BOX_TREE_H
#define CAROM_BROADPHASE_BOX_TREE_H

#include "bits.h"
#include "box_block.h"
#include "carom/collide.h"

/* 8^11 > 2^31. */
#define CAROM__BOX_LEVELS 11
/* The sum of the edges of a box, 0 for nowhere. */
static inline float box_size(const carom_aabb *box) {
  return box->min.x <= box->max.x ? vec3_norm1(vec3_sub(box->max, box->min)) : 0;
}

/* All zero is a tree over nothing. */
typedef struct carom__box_tree {
  carom__box_block *blocks; /* an array as array.h makes it: leaves first, level by level, the root last */
  size_t capacity;
  uint32_t block_count;
  uint32_t first[CAROM__BOX_LEVELS + 1]; /* block of each level, and their number */
  uint32_t level_count;
  uint32_t count; /* of items */
  CAROM__ARRAY(uint32_t)
  places;                    /* item i is in lane places[i] % 8 of leaf places[i] / 8 */
  CAROM__ARRAY(float) sizes; /* of the leaves when they were built */
  carom__bits stale;         /* blocks whose bounds are not yet those of what is in them */
  double growth;             /* of all leaves since they were built, in their own sizes */
} carom__box_tree;

void carom__box_tree_free(carom__box_tree *tree, const carom_allocator *allocator);

typedef struct carom__box_item {
  carom_aabb box; /* or nowhere */
  uint32_t name;
} carom__box_item;

/* Builds the tree over other items, fewer than 2^31; roughly takes a fifth of the time, and walks through the
 * tree then take up to twice as long. After CAROM_OUT_OF_MEMORY it is one over nothing. */
carom_status carom__box_tree_build(carom__box_tree *tree, const carom_allocator *allocator,
                                   const carom__box_item *items, uint32_t count, bool roughly);

/* Gives item i another box and name. No walk may follow before carom__box_tree_refit. */
void carom__box_tree_set(carom__box_tree *tree, uint32_t i, const carom__box_item *item);
/* Makes all bounds fit. */
void carom__box_tree_refit(carom__box_tree *tree);
/* Have the leaves grown so much that building anew is worth it? */
bool carom__box_tree_is_loose(const carom__box_tree *tree);
/* Have they hardly grown? */
bool carom__box_tree_is_tight(const carom__box_tree *tree);

/* Whoever is told the names of items. */
typedef struct carom__box_listener {
  /* Is told the name of an item that may be met at or before the limit; returns the new limit: the old one to
   * go on, less to look less far, negative to end. */
  float (*visit)(void *context, uint32_t name, float limit);
  /* Is told earlier that a visit may follow, to ask for the memory that it will read; may be NULL. */
  void (*fetch)(void *context, uint32_t name);
  void *context;
} carom__box_listener;

/* Visits all items whose boxes touch one, and some that are apart by no more than rounding; the limit is 0.
 * Returns false when the listener ended it. */
bool carom__box_tree_query(const carom__box_tree *tree, const carom_aabb *box,
                           const carom__box_listener *listener);

/* A box of half extents `reach` around `origin` that moves along the translation, up to the limit, a fraction
 * of it; a ray has no reach. */
typedef struct carom__box_cast {
  carom_pos origin;
  carom_vec3 reach, translation;
  float limit;
  carom__box_listener listener;
} carom__box_cast;

/* Visits the items whose boxes are met; what is met earlier mostly comes earlier. Leaves the last limit in
 * the cast. */
void carom__box_tree_cast(const carom__box_tree *tree, carom__box_cast *cast);
/* The same of many, several on their way at once. */
void carom__box_tree_cast_many(const carom__box_tree *tree, carom__box_cast *casts, size_t count);

/* Visits the items whose boxes are no farther from a point than the limit, FLT_MAX at most, nearer ones
 * mostly earlier. Returns the last limit. */
float carom__box_tree_near(const carom__box_tree *tree, const carom_pos *point, float limit,
                           const carom__box_listener *listener);

/* Tells the bounds of each block that has items below it, leaves first, for drawing. */
void carom__box_tree_each_block(const carom__box_tree *tree,
                                void (*tell)(void *context, const carom_aabb *bounds), void *context);

/* --- The union of many boxes of which few change at a time ---
 *
 * Each level holds the unions of eight boxes of the level below, so that a change costs one union of eight
 * boxes per level. */

/* All zero is one without places. */
typedef struct carom__box_pyramid {
  carom_aabb *boxes; /* level by level; first one a place, box_tree_nowhere() where there is none */
  size_t places;     /* a multiple of eight */
} carom__box_pyramid;

/* Makes room for so many places: CAROM_OK or CAROM_OUT_OF_MEMORY. The boxes stay; new places have none. */
carom_status carom__box_pyramid_reserve(carom__box_pyramid *pyramid, const carom_allocator *allocator,
                                        size_t places);
/* Gives a place another box. */
void carom__box_pyramid_set(carom__box_pyramid *pyramid, size_t place, const carom_aabb *box);
/* Makes all unions anew, after boxes of places were written. */
void carom__box_pyramid_remake(carom__box_pyramid *pyramid);
/* The union of all; there are places. */
carom_aabb carom__box_pyramid_all(const carom__box_pyramid *pyramid);
void carom__box_pyramid_free(carom__box_pyramid *pyramid, const carom_allocator *allocator);

#endif
