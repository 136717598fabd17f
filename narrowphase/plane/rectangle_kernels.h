/* rectangle_kernels.h: the work on eight pairs of rectangles, once for each form of lanes8.h. */
#ifndef CAROM_NARROWPHASE_RECTANGLE_KERNELS_H
#define CAROM_NARROWPHASE_RECTANGLE_KERNELS_H

#include "collide_rectangles.h"

typedef struct carom__rectangle_kernels {
  /* carom__collide_rectangle_task of eight pairs; returns the bits of those that the axes do not decide,
   * whose touch is undefined. */
  unsigned (*touch)(const carom__rectangle_task tasks[8], carom__rectangle_touch out[8]);
  /* Bit k: the padded boxes of pair k, of which x and y alone matter, are apart. */
  unsigned (*apart)(const carom__box_task tasks[8], float padding);
} carom__rectangle_kernels;

extern const carom__rectangle_kernels carom__rectangle_kernels_portable;

/* NULL when this build or this processor has no AVX2. */
const carom__rectangle_kernels *carom__rectangle_kernels_avx2(void);

#endif
