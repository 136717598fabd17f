/* box_sat8.h: carom__box_sat for eight pairs of boxes in the world, once for each form of lanes8.h. */
#ifndef CAROM_NARROWPHASE_BOX_SAT8_H
#define CAROM_NARROWPHASE_BOX_SAT8_H

#include "collide_boxes.h"

/* What a carom__box_pair and a carom__box_axis are made of, [k] for pair k. The fourth numbers are zero. */
typedef struct carom__box_eight {
  float offset[8][4];
  float columns[3][8][4];
  float face_normal[8][4]; /* when the axis is that of a face */
  float index[8], separation[8], least[8];
  unsigned touch; /* bit k: pair k */
} carom__box_eight;

/* The work on eight pairs, in one form of lanes8.h. */
typedef struct carom__box_kernels {
  void (*sat)(const carom__box_task tasks[8], carom__box_eight *out);
  unsigned (*apart)(const carom__box_task tasks[8]); /* bit k: pair k does not touch */
} carom__box_kernels;

extern const carom__box_kernels carom__box_kernels_portable;

/* NULL when this build or this processor has no AVX2. */
const carom__box_kernels *carom__box_kernels_avx2(void);

#endif
