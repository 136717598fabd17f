/* mesh8.h: the children of a block and the triangles of a leaf in lanes. */
#ifndef CAROM_NARROWPHASE_MESH8_H
#define CAROM_NARROWPHASE_MESH8_H

#include "mesh.h"
#include "triangle8.h"

/* Bound i of a block is origin + i step, in the order of operations that mesh_layout.c rounds for. */
CAROM__LANES8 static inline carom__lanes8 mesh8_bound(const carom__mesh_block *block, int axis,
                                                      const uint8_t bytes[8]) {
  carom__lanes8 step = lanes8_splat(mesh_block_step(block, axis));
  return lanes8_add(lanes8_splat(block->origin[axis]), lanes8_mul(lanes8_load_bytes(bytes), step));
}

CAROM__LANES8 static inline carom__lanes8 mesh8_low(const carom__mesh_block *block, int axis) {
  return mesh8_bound(block, axis, block->low[axis]);
}
CAROM__LANES8 static inline carom__lanes8 mesh8_high(const carom__mesh_block *block, int axis) {
  return mesh8_bound(block, axis, block->high[axis]);
}

static inline unsigned mesh_block_lanes(const carom__mesh_block *block) {
  return (1u << mesh_block_children(block)) - 1;
}

/* Children to look into, as words: a block by its number, a leaf by its number above LEAF. */
#define CAROM__MESH_LEAF 0x80000000u

static inline uint32_t mesh_child(const carom__mesh_block *block, unsigned child) {
  unsigned inner = mesh_block_inner(block);
  return child < inner ? block->first_block + child : CAROM__MESH_LEAF | (block->first_leaf + child - inner);
}

/* In floats, which hold the sums and the products exactly. */
CAROM__LANES8 static inline void mesh8_decode(const carom_mesh *mesh, const carom__mesh_leaf *leaf,
                                              triangle8 *out) {
  const uint16_t *words = mesh->words + leaf->corners;
  carom__lanes8 step = lanes8_splat(mesh->step);
  lanes8_look_up_words(words + CAROM__MESH_ORIGIN, leaf->corner_count, leaf->at, out->p);
  for (int axis = 0; axis < 3; axis++) {
    carom__lanes8 origin = lanes8_splat((float)mesh_origin(words, axis));
    for (int k = 0; k < 3; k++) out->p[k][axis] = lanes8_mul(lanes8_add(out->p[k][axis], origin), step);
  }
}

CAROM__LANES8 static inline void mesh8_load(const carom_mesh *mesh, const carom__mesh_leaf *leaf,
                                            triangle8 *out) {
  if (mesh->words) {
    mesh8_decode(mesh, leaf, out);
    return;
  }
  const float *corners = mesh->corners + leaf->corners;
  lanes8_look_up(corners, leaf->corner_count, leaf->at, out->p);
}

#endif
