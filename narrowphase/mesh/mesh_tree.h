/* mesh_tree.h: which triangles share a leaf, and which leaves and blocks share a block. */
#ifndef CAROM_NARROWPHASE_MESH_TREE_H
#define CAROM_NARROWPHASE_MESH_TREE_H

#include "arena.h"
#include "mesh.h"

/* A triangle by its bounds. A load of four numbers takes the fourth with it, which is small. */
typedef struct carom__mesh_item {
  float low[3];
  uint32_t triangle;
  float high[3];
  uint32_t padding;
} carom__mesh_item;

typedef struct carom__mesh_range {
  uint32_t begin, count;
} carom__mesh_range;

/* The blocks lack their bounds. A leaf is a range of the items. */
typedef struct carom__mesh_tree {
  carom__mesh_block *blocks;
  carom__mesh_range *leaves;
  uint32_t block_count, leaf_count;
} carom__mesh_tree;

/* Builds the tree over items, which it reorders; it lies in the arena. The definition gives the threads, and
 * says how much time it may take. CAROM_OK or CAROM_OUT_OF_MEMORY. */
carom_status carom__mesh_tree_build(carom__mesh_item *items, uint32_t count, const carom_mesh_def *def,
                                    carom__arena *arena, carom__mesh_tree *out);

#endif
