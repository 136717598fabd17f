/* box_block8.h: what the traversals of all trees ask of a block, in the form of lanes8.h that the including
 * file selects. */
#ifndef CAROM_BROADPHASE_BOX_BLOCK8_H
#define CAROM_BROADPHASE_BOX_BLOCK8_H

#include "box_block.h"
#include "lanes8.h"

CAROM__LANES8 static inline void splat3(carom_vec3 v, carom__lanes8 out[3]) {
  out[0] = lanes8_splat(v.x);
  out[1] = lanes8_splat(v.y);
  out[2] = lanes8_splat(v.z);
}

/* Bit k: the bounds of child k touch those from min to max. */
CAROM__LANES8 static inline unsigned touching_bits(const carom__box_block *block, const carom__lanes8 min[3],
                                                   const carom__lanes8 max[3]) {
  carom__lanes8 apart[3];
  for (int k = 0; k < 3; k++)
    apart[k] = lanes8_or(lanes8_gt(lanes8_load(block->bounds[0][k]), max[k]),
                         lanes8_gt(min[k], lanes8_load(block->bounds[1][k])));
  return ~lanes8_bits(lanes8_or(lanes8_or(apart[0], apart[1]), apart[2])) & 0xff;
}

/* How far a point is beyond the bounds along an axis; negative within. */
CAROM__LANES8 static inline carom__lanes8 beyond_bounds(const carom__box_block *block, int k,
                                                        carom__lanes8 point) {
  return lanes8_max(lanes8_sub(lanes8_load(block->bounds[0][k]), point),
                    lanes8_sub(point, lanes8_load(block->bounds[1][k])));
}

#endif
