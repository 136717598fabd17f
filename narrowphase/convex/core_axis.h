/* core_axis.h: the axis of greatest separation or least overlap of two cores. */
#ifndef CAROM_NARROWPHASE_CORE_AXIS_H
#define CAROM_NARROWPHASE_CORE_AXIS_H

#include "epa.h"

/* Is the direction that GJK ended with one along which the cores are apart, by about as much as it says?
 * Where the bound that it proved falls far below its distance, as it does for cores that all but touch, the
 * direction is rounding. */
static inline bool gjk_axis_is_sure(carom_status status, const carom__gjk_result *gjk) {
  return !status && gjk->lower > 0.5 * gjk->distance;
}

/* Finds the axis of two cores from what GJK ended with, however sure that is. CAROM_NOT_CONVERGED when EPA
 * finds none either, or none with a bound that is within 8 u of cores->size of the distance. */
carom_status carom__core_axis(const carom__cores *cores, carom_status status, const carom__gjk_result *gjk,
                              carom__epa_result *out);

#endif
