/* obb_pairs.c: checks many pairs of boxes, in space and in the plane, and selects the form of lanes8.h that
 * computes them. */
#include "obb_kernels.h"

/* What is left of fewer than eight is done one by one. */
static void overlap_pairs(const carom_obb *boxes, const carom_index_pair *pairs, size_t count, bool *out) {
  carom__obb_kernels_best()->overlap_pairs(boxes, pairs, count / 8, out);
  for (size_t i = count / 8 * 8; i < count; i++)
    out[i] = carom__obb_overlap(&boxes[pairs[i].a], &boxes[pairs[i].b]);
}

static carom_status check_each(const carom_obb *boxes, size_t count, bool *straight) {
  carom_status status = CAROM_OK;
  for (size_t i = 0; i < count && !status; i++) {
    status = carom__obb_check(&boxes[i]);
    *straight = *straight && carom__obb_is_straight(&boxes[i]);
  }
  return status;
}

/* CAROM_OK, or what carom__obb_check says to the first of the boxes that it refuses; and whether the axes of
 * all are orthonormal but for rounding. */
static carom_status check_all(const carom_obb *boxes, size_t count, bool *straight) {
  const carom__obb_kernels *kernels = carom__obb_kernels_best();
  carom_status status = CAROM_OK;
  *straight = true;
  for (; count >= 8 && !status; boxes += 8, count -= 8)
    if (!kernels->eight_sound(boxes)) status = check_each(boxes, 8, straight);
  return status ? status : check_each(boxes, count, straight);
}

/* Asks again about the pairs that the lanes are not meant for. */
static void judge_skew_pairs(const carom_obb *boxes, const carom_index_pair *pairs, size_t count, bool *out) {
  for (size_t i = 0; i < count; i++) {
    const carom_obb *a = &boxes[pairs[i].a], *b = &boxes[pairs[i].b];
    if (!carom__obb_is_straight(a) || !carom__obb_is_straight(b)) out[i] = carom__obb_overlap_skew(a, b);
  }
}

/* Do all pairs name things of an array of `limit`? */
static bool indices_are_below(const carom_index_pair *pairs, size_t count, size_t limit) {
  uint32_t greatest = 0;
  for (size_t i = 0; i < count; i++) {
    uint32_t greater = pairs[i].a > pairs[i].b ? pairs[i].a : pairs[i].b;
    greatest = greater > greatest ? greater : greatest;
  }
  return count == 0 || greatest < limit;
}

carom_status carom_obb_overlap_pairs(const carom_obb *boxes, size_t box_count, const carom_index_pair *pairs,
                                     size_t pair_count, bool *out) {
  if (box_count > 0 && !boxes) return CAROM_NULL_ARGUMENT;
  if (pair_count > 0 && (!pairs || !out)) return CAROM_NULL_ARGUMENT;
  bool straight;
  carom_status status = check_all(boxes, box_count, &straight);
  if (status) return status;
  if (!indices_are_below(pairs, pair_count, box_count)) return CAROM_OUT_OF_RANGE;
  overlap_pairs(boxes, pairs, pair_count, out);
  if (!straight) judge_skew_pairs(boxes, pairs, pair_count, out);
  return CAROM_OK;
}

/* --- In the plane --- */

/* Which box is refused, and why, is asked only when one is. */
static carom_status check_all2(const carom__obb_kernels *kernels, const carom_obb2 *boxes, size_t count) {
  carom_status status = CAROM_OK;
  size_t first = kernels->fours_sound2(boxes, count / 4) ? count / 4 * 4 : 0;
  for (size_t i = first; i < count && !status; i++) status = carom__obb2_check(&boxes[i]);
  return status;
}

/* What is left of fewer than eight is done one by one. */
carom_status carom_obb2_overlap_pairs(const carom_obb2 *boxes, size_t box_count,
                                      const carom_index_pair *pairs, size_t pair_count,
                                      carom_touching touching, bool *out) {
  const carom__obb_kernels *kernels = carom__obb_kernels_best();
  if ((box_count > 0 && !boxes) || (pair_count > 0 && (!pairs || !out))) return CAROM_NULL_ARGUMENT;
  if ((unsigned)touching > CAROM_TOUCHING_IS_APART) return CAROM_UNKNOWN_KIND;
  carom_status status = check_all2(kernels, boxes, box_count);
  if (status) return status;
  if (!indices_are_below(pairs, pair_count, box_count)) return CAROM_OUT_OF_RANGE;
  kernels->overlap_pairs2(boxes, pairs, pair_count / 8, touching, out);
  for (size_t i = pair_count / 8 * 8; i < pair_count; i++)
    out[i] = carom__obb2_overlap(&boxes[pairs[i].a], &boxes[pairs[i].b], touching);
  return CAROM_OK;
}
