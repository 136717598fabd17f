/* obb_kernels_body.h: the functions of obb_kernels.h in the form of lanes8.h that the including file selects.
 */
#ifndef CAROM_BASE_OBB_KERNELS_BODY_H
#define CAROM_BASE_OBB_KERNELS_BODY_H

#include "obb_check8.h"
#include "obb_kernels.h"
#include "obb_overlap8.h"

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

CAROM__DEFINE_KERNELS(carom__obb_kernels, eight_sound, overlap_pairs);

#endif
