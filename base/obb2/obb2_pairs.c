/* obb2_pairs.c: checks many pairs of boxes of the plane and selects the form of lanes8.h that computes them.
 */
#include "obb2_kernels.h"
#include "obb.h"

/* Which box is refused, and why, is asked only when one is. */
static carom_status check_all(const carom__obb2_kernels *kernels, const carom_obb2 *boxes, size_t count) {
  carom_status status = CAROM_OK;
  size_t first = kernels->all_sound(boxes, count / 4) ? count / 4 * 4 : 0;
  for (size_t i = first; i < count && !status; i++) status = carom__obb2_check(&boxes[i]);
  return status;
}

/* What is left of fewer than eight is done one by one. */
carom_status carom_obb2_overlap_pairs(const carom_obb2 *boxes, size_t box_count,
                                      const carom_index_pair *pairs, size_t pair_count,
                                      carom_touching touching, bool *out) {
  const carom__obb2_kernels *kernels = carom__obb2_kernels_best();
  if ((box_count > 0 && !boxes) || (pair_count > 0 && (!pairs || !out))) return CAROM_NULL_ARGUMENT;
  if ((unsigned)touching > CAROM_TOUCHING_IS_APART) return CAROM_UNKNOWN_KIND;
  carom_status status = check_all(kernels, boxes, box_count);
  if (status) return status;
  if (!carom__indices_are_below(pairs, pair_count, box_count)) return CAROM_OUT_OF_RANGE;
  kernels->overlap_pairs(boxes, pairs, pair_count / 8, touching, out);
  for (size_t i = pair_count / 8 * 8; i < pair_count; i++)
    out[i] = carom__obb2_overlap(&boxes[pairs[i].a], &boxes[pairs[i].b], touching);
  return CAROM_OK;
}
