/* mesh_layout.h: the block of memory that a mesh is, and its bounds. */
#ifndef CAROM_NARROWPHASE_MESH_LAYOUT_H
#define CAROM_NARROWPHASE_MESH_LAYOUT_H

#include "mesh.h"

typedef struct carom__mesh_sizes {
  uint32_t blocks, leaves, corners, triangles;
  bool materials, sources;
} carom__mesh_sizes;

/* A mesh of these sizes, zero but for its arrays' places, with a count of one; NULL when out of memory. */
carom_mesh *carom__mesh_allocate(const carom_allocator *allocator, carom__mesh_sizes sizes);

/* The bounds of all blocks and of the mesh, which follow from the corners, for one box a block of scratch. */
void carom__mesh_refit(carom_mesh *mesh, carom_aabb *scratch);

/* Finds which triangles of the leaves take part: those that are not flat. Returns how many are. */
uint32_t carom__mesh_mark_flat(carom_mesh *mesh);

#endif
