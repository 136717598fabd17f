/* maths_kernels_body.h: the functions of maths_kernels.h in the form of lanes8.h that the including file
 * selects. They are loops over eight that compilers vectorise. They do the operations of the single function,
 * so that the bits are the same. */
#ifndef CAROM_BASE_MATHS_KERNELS_BODY_H
#define CAROM_BASE_MATHS_KERNELS_BODY_H

#include "pose.h"
#include "maths_kernels.h"

/* [k] is of rotation k. */
typedef struct quat_eight {
  float x[8], y[8], z[8], w[8];
} quat_eight;

_Static_assert(sizeof(carom_quat) == 4 * sizeof(float), "no gaps");

CAROM__LANES8 static inline void load_eight(const carom_quat *rotations, quat_eight *e) {
  const float *f = (const float *)rotations;
  const float *const rows[8] = {f, f + 4, f + 8, f + 12, f + 16, f + 20, f + 24, f + 28};
  carom__lanes8 columns[4];
  lanes8_load_columns(rows, 0, columns);
  lanes8_store(e->x, columns[0]), lanes8_store(e->y, columns[1]);
  lanes8_store(e->z, columns[2]), lanes8_store(e->w, columns[3]);
}

CAROM__LANES8 static inline void store_eight(const quat_eight *e, carom_quat *rotations) {
  const carom__lanes8 columns[4] = {lanes8_load(e->x), lanes8_load(e->y), lanes8_load(e->z),
                                    lanes8_load(e->w)};
  float rows[8][4];
  lanes8_store_columns(columns, rows);
  memcpy(rotations, rows, sizeof rows);
}

CAROM__LANES8 static inline double length_squared(const quat_eight *e, int k) {
  return quat_length_squared((carom_quat){e->x[k], e->y[k], e->z[k], e->w[k]});
}

/* Without a branch, which would keep compilers from making lanes of it. */
CAROM__LANES8 static bool eight_near_unit(const carom_quat *rotations, bool planar) {
  quat_eight e;
  float most = planar ? 0 : 2;
  uint64_t wrong = 0;
  load_eight(rotations, &e);
  for (int k = 0; k < 8; k++) {
    double squared = length_squared(&e, k);
    wrong |= (uint64_t) !(squared >= CAROM__NEAR_UNIT_LEAST) | (uint64_t) !(squared <= CAROM__NEAR_UNIT_MOST);
    wrong |= (uint64_t) !(fabsf(e.x[k]) <= most) | (uint64_t) !(fabsf(e.y[k]) <= most);
  }
  return !wrong;
}

/* Zeros are rare, and seen to afterwards. */
CAROM__LANES8 static void eight_to_unit(carom_quat *rotations) {
  quat_eight e;
  uint64_t zeros = 0;
  load_eight(rotations, &e);
  for (int k = 0; k < 8; k++) {
    double squared = length_squared(&e, k), s = quat_unit_scale(squared);
    zeros |= squared == 0;
    e.x[k] = (float)((double)e.x[k] * s), e.y[k] = (float)((double)e.y[k] * s);
    e.z[k] = (float)((double)e.z[k] * s), e.w[k] = (float)((double)e.w[k] * s);
  }
  store_eight(&e, rotations);
  for (int k = 0; k < 8 && zeros; k++)
    if (quat_is_zero(rotations[k])) rotations[k] = quat_identity();
}

CAROM__DEFINE_KERNELS(carom__quat_kernels, eight_near_unit, eight_to_unit);

#endif
