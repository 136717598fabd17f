/* obb_kernels.h: the work on eight boxes or pairs at once, in space and in the plane, once for each form of
 * lanes8.h. */
#ifndef CAROM_BASE_OBB_KERNELS_H
#define CAROM_BASE_OBB_KERNELS_H

#include "kernels.h"
#include "obb.h"
#include "obb2.h"

typedef struct carom__obb_kernels {
  /* Is carom__obb_check sure to accept each of eight boxes, and carom__obb_is_straight? It may be false for
   * boxes that are. */
  bool (*eight_sound)(const carom_obb *boxes);
  /* out[i] = carom__obb_overlap(&boxes[pairs[i].a], &boxes[pairs[i].b]) for 8 * `blocks` pairs. */
  void (*overlap_pairs)(const carom_obb *boxes, const carom_index_pair *pairs, size_t blocks, bool *out);
  /* Does carom__obb2_check accept each of 4 * `fours` boxes? */
  bool (*fours_sound2)(const carom_obb2 *boxes, size_t fours);
  /* carom__obb2_overlap of 8 * `blocks` pairs. */
  void (*overlap_pairs2)(const carom_obb2 *boxes, const carom_index_pair *pairs, size_t blocks,
                         carom_touching touching, bool *out);
} carom__obb_kernels;

CAROM__DECLARE_KERNELS(carom__obb_kernels);

#endif
