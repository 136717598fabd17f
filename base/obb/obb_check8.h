/* obb_check8.h: checks whether carom__obb_check surely accepts eight boxes, with axes that are orthonormal up
 * to rounding. The arithmetic is the same, but every value at its limit fails, because one comparison then
 * covers both ranges and NaN. */
#ifndef CAROM_BASE_OBB_CHECK8_H
#define CAROM_BASE_OBB_CHECK8_H

#include "obb_eight.h"
#include "obb_limits.h"

/* All of |v| below a limit; false for what is no number. */
CAROM__LANES8 static inline carom__lanes8 three_below(const carom__lanes8 v[3], float limit) {
  carom__lanes8 most = lanes8_splat(limit);
  carom__lanes8 xy = lanes8_and(lanes8_gt(most, lanes8_abs(v[0])), lanes8_gt(most, lanes8_abs(v[1])));
  return lanes8_and(xy, lanes8_gt(most, lanes8_abs(v[2])));
}

CAROM__LANES8 static inline carom__lanes8 orthonormal(carom__lanes8 axes[3][3]) {
  const carom__lanes8 *x = axes[0], *y = axes[1], *z = axes[2], one = lanes8_splat(1);
  const carom__lanes8 cosines[3] = {lanes8_dot(x, y), lanes8_dot(y, z), lanes8_dot(z, x)};
  const carom__lanes8 excesses[3] = {lanes8_sub(lanes8_dot(x, x), one), lanes8_sub(lanes8_dot(y, y), one),
                                     lanes8_sub(lanes8_dot(z, z), one)};
  return lanes8_and(three_below(cosines, CAROM__OBB_ROUNDED), three_below(excesses, CAROM__OBB_ROUNDED));
}

/* Bit k: box k is sure to be such a one. A half extent of -0 is not. */
CAROM__LANES8 static inline unsigned sound_bits(const float *const boxes[8]) {
  carom__lanes8 centers[4], axes[3][3], half[3];
  obb_lanes_load_centers(boxes, centers);
  obb_lanes_load(boxes, axes, half);
  carom__lanes8 sound = lanes8_and(orthonormal(axes), three_below(centers, (float)CAROM_POSITION_MAX));
  sound = lanes8_and(sound, three_below(half, CAROM_SIZE_MAX));
  carom__lanes8 negative = lanes8_or(lanes8_or(half[0], half[1]), half[2]);
  return lanes8_bits(sound) & ~lanes8_bits(negative);
}

#endif
