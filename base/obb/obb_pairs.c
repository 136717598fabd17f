/* obb_pairs.c: checks many pairs of boxes and selects the form of lanes8.h that computes them. */
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

bool carom__indices_are_below(const carom_index_pair *pairs, size_t count, size_t limit) {
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
  if (!carom__indices_are_below(pairs, pair_count, box_count)) return CAROM_OUT_OF_RANGE;
  overlap_pairs(boxes, pairs, pair_count, out);
  if (!straight) judge_skew_pairs(boxes, pairs, pair_count, out);
  return CAROM_OK;
}
