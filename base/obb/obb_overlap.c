/* obb_overlap.c: tests whether two boxes overlap, by the fifteen axes of obb_sat.h. */
#include "obb.h"

#include "obb_lanes.h"

bool carom__obb_overlap_lanes(const carom_obb *a, const carom_obb *b, carom__lanes offset) {
  carom__obb_lanes lanes_a, lanes_b;
  obb_load_lanes(a, &lanes_a);
  obb_load_lanes(b, &lanes_b);
  return obb_lanes_overlap(&lanes_a, &lanes_b, offset);
}

/* Both are looked at before the one branch. */
static bool are_straight(const carom_obb *a, const carom_obb *b) {
  return lanes_all3(lanes_and(obb_straight(a), obb_straight(b)));
}

carom_status carom_obb_overlap(const carom_obb *a, const carom_obb *b, bool *out) {
  if (!a || !b || !out) return CAROM_NULL_ARGUMENT;
  if (are_straight(a, b)) {
    *out = carom__obb_overlap(a, b);
    return CAROM_OK;
  }
  carom_status status = carom__obb_check(a);
  if (!status) status = carom__obb_check(b);
  if (!status) *out = carom__obb_overlap_skew(a, b);
  return status;
}
