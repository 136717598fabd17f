/* mesh_nearest8.h: the search for the triangle that is nearest to a point. */
#ifndef CAROM_NARROWPHASE_MESH_NEAREST8_H
#define CAROM_NARROWPHASE_MESH_NEAREST8_H

#include <float.h>

#include "mesh8.h"
#include "mesh_nearest.h"
#include "mesh_ray8.h"

/* The squares of the distances of children. */
CAROM__LANES8 static inline carom__lanes8 mesh8_squares(const carom__mesh_block *block,
                                                        const carom__lanes8 point[3]) {
  carom__lanes8 zero = lanes8_splat(0), apart[3];
  for (int k = 0; k < 3; k++) {
    carom__lanes8 below = lanes8_sub(mesh8_low(block, k), point[k]);
    carom__lanes8 above = lanes8_sub(point[k], mesh8_high(block, k));
    apart[k] = lanes8_max(lanes8_max(below, above), zero);
  }
  return lanes8_dot(apart, apart);
}

/* The double decides among those that are as near as the nearest, but for rounding. */
CAROM__LANES8 static inline void mesh8_try_leaf(carom__mesh_search *search, uint32_t leaf,
                                                const carom__lanes8 point[3]) {
  const carom_mesh *mesh = search->mesh;
  triangle8 t;
  triangle8_near near;
  float squares[8], slack[8];
  mesh8_load(mesh, &mesh->leaves[leaf], &t);
  triangle8_nearest(&t, point, &near);
  lanes8_store(squares, near.square);
  lanes8_store(slack, lanes8_mul(near.reach, lanes8_splat(256 * 0x1p-24f)));
  for (unsigned lanes = mesh->leaves[leaf].lanes; lanes; lanes &= lanes - 1) {
    int lane = bits_lowest(lanes);
    if ((double)squares[lane] - (double)slack[lane] <= search->square)
      carom__mesh_try_nearest(search, leaf * CAROM__MESH_LANES + (uint32_t)lane);
  }
}

/* The square of the least distance so far, as a float that is not below it. */
static inline float mesh8_search_limit(const carom__mesh_search *search) {
  return search->square < 1e37 ? (float)search->square * (1 + 0x1p-20f) + FLT_MIN : FLT_MAX;
}

CAROM__LANES8 static inline void mesh8_nearest(carom__mesh_search *search) {
  const float coordinates[3] = {search->point.x, search->point.y, search->point.z};
  carom__lanes8 point[3];
  mesh8_stack stack;
  for (int k = 0; k < 3; k++) point[k] = lanes8_splat(coordinates[k]);
  mesh8_begin(&stack);
  while (stack.count > 0) {
    uint64_t item = stack.items[--stack.count];
    uint32_t child = (uint32_t)item;
    float limit = mesh8_search_limit(search), near[8];
    if (item >> 32 > float_bits(limit)) continue;
    if (child & CAROM__MESH_LEAF) {
      mesh8_try_leaf(search, child & ~CAROM__MESH_LEAF, point);
      continue;
    }
    const carom__mesh_block *block = &search->mesh->blocks[child];
    carom__lanes8 squares = mesh8_squares(block, point);
    unsigned in = lanes8_bits(lanes8_ge(lanes8_splat(limit), squares)) & mesh_block_lanes(block);
    lanes8_store(near, squares);
    mesh8_push(&stack, block, in, near);
  }
}

#endif
