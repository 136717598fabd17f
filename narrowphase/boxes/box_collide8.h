/* box_collide8.h: carom__collide_box_box for eight pairs of boxes in the world, once for each form of
 * lanes8.h. */
#ifndef CAROM_NARROWPHASE_BOX_COLLIDE8_H
#define CAROM_NARROWPHASE_BOX_COLLIDE8_H

#include "collide_boxes.h"

/* The work on eight pairs, in one form of lanes8.h. */
typedef struct carom__box_kernels {
  /* Writes the manifolds of 8, 16 ... or CAROM__BOX_BATCH pairs and returns a bit for each, set when it takes
   * more than the lanes do: then it is undefined. */
  uint32_t (*collide)(const carom__box_task *tasks, size_t count, carom__manifold *out);
  unsigned (*apart)(const carom__box_task tasks[8],
                    float padding); /* bit k: pair k, padded, does not touch */
} carom__box_kernels;

extern const carom__box_kernels carom__box_kernels_portable;

/* NULL when this build or this processor has no AVX2. */
const carom__box_kernels *carom__box_kernels_avx2(void);

#endif
