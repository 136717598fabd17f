/* maths_kernels.h: eight rotations at once, in each form of lanes8.h. */
#ifndef CAROM_BASE_MATHS_KERNELS_H
#define CAROM_BASE_MATHS_KERNELS_H

#include "kernels.h"
#include "carom/types.h"

typedef struct carom__quat_kernels {
  /* Are eight rotations quat_is_near_unit and, in the plane, quat_is_planar? */
  bool (*eight_near_unit)(const carom_quat *rotations, bool planar);
  /* Each of eight becomes what quat_to_unit makes of it. */
  void (*eight_to_unit)(carom_quat *rotations);
} carom__quat_kernels;

CAROM__DECLARE_KERNELS(carom__quat_kernels);

#endif
