/* core_axis.c: finds the axis of greatest separation or least overlap of two cores. */
#include "core_axis.h"

carom_status carom__core_axis(const carom__cores *cores, carom_status status, const carom__gjk_result *gjk,
                              carom__epa_result *out) {
  if (gjk_axis_is_sure(status, gjk)) {
    *out = (carom__epa_result){gjk->normal, -gjk->distance, gjk->point_a, gjk->point_b, gjk->simplex};
    return CAROM_OK;
  }
  carom_status found = carom__epa(cores, &gjk->simplex, out);
  if (found) return found;
  bool certain = gjk->distance + out->depth <= 2 * cores->touch;
  return status && !certain ? CAROM_NOT_CONVERGED : CAROM_OK;
}
