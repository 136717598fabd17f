/* obb_eight.h: loads eight boxes into lanes. */
#ifndef CAROM_BASE_OBB_EIGHT_H
#define CAROM_BASE_OBB_EIGHT_H

#include "carom/obb.h"
#include "lanes8.h"

_Static_assert(sizeof(carom_obb) == 15 * sizeof(float), "centre, axes and half extents lie side by side");

/* A box as its fifteen floats. */
static inline const float *obb_floats(const carom_obb *box) { return (const float *)box; }

/* A lane a box; axes[i][k] is coordinate k of axis i. The last load begins at float 11, so that nothing
 * behind a box is read. */
CAROM__LANES8 static inline void obb_lanes_load(const float *const boxes[8], carom__lanes8 axes[3][3],
                                                carom__lanes8 half[3]) {
  carom__lanes8 c[12];
  lanes8_load_columns(boxes, 3, c);
  lanes8_load_columns(boxes, 7, c + 4);
  lanes8_load_columns(boxes, 11, c + 8);
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 3; k++) axes[i][k] = c[3 * i + k];
    half[i] = c[9 + i];
  }
}

/* The fourth is not a part of the centre. */
CAROM__LANES8 static inline void obb_lanes_load_centers(const float *const boxes[8], carom__lanes8 out[4]) {
  lanes8_load_columns(boxes, 0, out);
}

#endif
