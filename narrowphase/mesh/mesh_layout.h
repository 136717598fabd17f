/* mesh_layout.h: the block of memory that a mesh is, and its bounds. */
#ifndef CAROM_NARROWPHASE_MESH_LAYOUT_H
#define CAROM_NARROWPHASE_MESH_LAYOUT_H

#include "mesh.h"

typedef struct carom__mesh_sizes {
  uint32_t blocks, leaves, corners, triangles, vertices;
  bool materials, sources, places, compact;
} carom__mesh_sizes;

carom__mesh_sizes carom__mesh_sizes_of(const carom_mesh *mesh);

/* A mesh of these sizes, zero but for its arrays' places, with a count of one; NULL when out of memory. Its
 * triangles are counted by slots when it is compact. */
carom_mesh *carom__mesh_allocate(const carom_allocator *allocator, carom__mesh_sizes sizes);

/* Fills in the bounds of all blocks and of the mesh, which follow from the corners, and finds which triangles
 * of the leaves take part: those that are not flat. In a compact mesh the lanes in use are given. scratch: a
 * box for each block and leaf. CAROM_FLAT when all are flat, CAROM_BAD_SIZE. */
carom_status carom__mesh_refit(carom_mesh *mesh, const carom_tasks *tasks, carom_aabb *scratch);

/* Notes in which leaf a triangle is. */
static inline void carom__mesh_note_leaf(carom_mesh *mesh, uint32_t number, uint32_t leaf) {
  for (int k = 0; k < 3; k++) mesh->leaf_of[number][k] = (uint8_t)(leaf >> 8 * k);
}

/* How many words the corners of a compact mesh take. */
static inline size_t carom__mesh_words(uint32_t leaves, uint32_t corners) {
  return (size_t)leaves * CAROM__MESH_ORIGIN + 3 * (size_t)corners;
}

/* How many boxes of scratch that takes. */
static inline size_t carom__mesh_scratch(const carom_mesh *mesh) {
  return (size_t)mesh->block_count + mesh->leaf_count;
}

#endif
