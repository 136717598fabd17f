/* obb2_kernels.h: functions on eight boxes or pairs of the plane at once, in each form of lanes8.h. */
#ifndef CAROM_BASE_OBB2_KERNELS_H
#define CAROM_BASE_OBB2_KERNELS_H

#include "kernels.h"
#include "obb2.h"

typedef struct carom__obb2_kernels {
  /* Does carom__obb2_check accept each of 4 * `fours` boxes? */
  bool (*all_sound)(const carom_obb2 *boxes, size_t fours);
  /* carom__obb2_overlap of 8 * `blocks` pairs. */
  void (*overlap_pairs)(const carom_obb2 *boxes, const carom_index_pair *pairs, size_t blocks,
                        carom_touching touching, bool *out);
} carom__obb2_kernels;

CAROM__DECLARE_KERNELS(carom__obb2_kernels);

#endif
