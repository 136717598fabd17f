/* obb_kernels_body.h: the functions of obb_kernels.h in the form of lanes8.h that the including file selects.
 */
#ifndef CAROM_BASE_OBB_KERNELS_BODY_H
#define CAROM_BASE_OBB_KERNELS_BODY_H

#include "obb2_overlap8.h"
#include "obb_kernels.h"
#include "obb_sat8.h"

/* The arithmetic is that of carom__obb_check, but every value at its limit fails, because one comparison then
 * covers both ranges and NaN. */

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

CAROM__LANES8 static bool eight_sound(const carom_obb *boxes) {
  const float *rows[8];
  for (int k = 0; k < 8; k++) rows[k] = obb_floats(&boxes[k]);
  return sound_bits(rows) == 0xff;
}

static inline void write_overlaps(unsigned apart, bool out[8]) {
  for (int k = 0; k < 8; k++) out[k] = !(apart >> k & 1);
}

CAROM__LANES8 static void overlap_pairs(const carom_obb *boxes, const carom_index_pair *pairs, size_t blocks,
                                        bool *out) {
  for (; blocks > 0; blocks--, pairs += 8, out += 8) {
    const float *a[8], *b[8];
    carom__lanes8 centers_a[4], centers_b[4], offset[3];
    for (int k = 0; k < 8; k++) a[k] = obb_floats(&boxes[pairs[k].a]);
    for (int k = 0; k < 8; k++) b[k] = obb_floats(&boxes[pairs[k].b]);
    obb_lanes_load_centers(a, centers_a);
    obb_lanes_load_centers(b, centers_b);
    for (int k = 0; k < 3; k++) offset[k] = lanes8_sub(centers_b[k], centers_a[k]);
    write_overlaps(apart_bits(a, b, offset), out);
  }
}

CAROM__DEFINE_KERNELS(carom__obb_kernels, eight_sound, overlap_pairs, fours_sound2, overlap_pairs2);

#endif
