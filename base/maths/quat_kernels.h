/* quat_kernels.h: eight rotations at once, once for each form of lanes8.h. */
#ifndef CAROM_BASE_QUAT_KERNELS_H
#define CAROM_BASE_QUAT_KERNELS_H

#include "carom/types.h"

typedef struct carom__quat_kernels {
  /* Are eight rotations quat_is_near_unit and, in the plane, quat_is_planar? */
  bool (*eight_near_unit)(const carom_quat *rotations, bool planar);
  /* Each of eight becomes what quat_to_unit makes of it. */
  void (*eight_to_unit)(carom_quat *rotations);
} carom__quat_kernels;

extern const carom__quat_kernels carom__quat_kernels_portable;

/* NULL when this build or this processor has no AVX2. */
const carom__quat_kernels *carom__quat_kernels_avx2(void);

static inline const carom__quat_kernels *quat_kernels_best(void) {
  const carom__quat_kernels *avx2 = carom__quat_kernels_avx2();
  return avx2 ? avx2 : &carom__quat_kernels_portable;
}

#endif
