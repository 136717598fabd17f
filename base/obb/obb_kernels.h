/* obb_kernels.h: the work on eight boxes or pairs at once, once for each form of lanes8.h. */
#ifndef CAROM_BASE_OBB_KERNELS_H
#define CAROM_BASE_OBB_KERNELS_H

#include "kernels.h"
#include "obb.h"

typedef struct carom__obb_kernels {
  /* Is carom__obb_check sure to accept each of eight boxes, and carom__obb_is_straight? It may be false for
   * boxes that are. */
  bool (*eight_sound)(const carom_obb *boxes);
  /* out[i] = carom__obb_overlap(&boxes[pairs[i].a], &boxes[pairs[i].b]) for 8 * `blocks` pairs. */
  void (*overlap_pairs)(const carom_obb *boxes, const carom_index_pair *pairs, size_t blocks, bool *out);
} carom__obb_kernels;

CAROM__DECLARE_KERNELS(carom__obb_kernels);

#endif
