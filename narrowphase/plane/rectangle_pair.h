/* rectangle_pair.h: the work on one pair of rectangles, once for each form of lanes8_one.h. */
#ifndef CAROM_NARROWPHASE_RECTANGLE_PAIR_H
#define CAROM_NARROWPHASE_RECTANGLE_PAIR_H

#include "kernels.h"
#include "narrowphase.h"
#include "plane_kernels.h"

typedef struct carom__rectangle_pair {
  /* carom__collide_rectangle_task; false where the axes do not decide, and the touch is undefined. */
  bool (*touch)(const carom__rectangle_task *task, carom__rectangle_touch *out);
  /* carom__rectangles_touch */
  carom__touch_state (*overlap)(const carom__rectangle_task *task);
} carom__rectangle_pair;

CAROM__DECLARE_KERNELS(carom__rectangle_pair);

#endif
