/* vector8.h: vectors of eight pairs, with one set of lanes for each coordinate. */
#ifndef CAROM_NARROWPHASE_VECTOR8_H
#define CAROM_NARROWPHASE_VECTOR8_H

#include "lanes8.h"

/* The one of three whose mask is set; the first when none is. */
CAROM__LANES8 static inline carom__lanes8 lanes8_pick3(const carom__lanes8 masks[3],
                                                       const carom__lanes8 v[3]) {
  return lanes8_select(masks[1], v[1], lanes8_select(masks[2], v[2], v[0]));
}

/* Turns the coordinates in cyclic order, so that the one whose mask is set comes last. */
CAROM__LANES8 static inline void lanes8_turn3(const carom__lanes8 masks[3], const carom__lanes8 v[3],
                                              carom__lanes8 out[3]) {
  for (int i = 0; i < 3; i++) {
    const carom__lanes8 of_axis[3] = {v[(i + 1) % 3], v[(i + 2) % 3], v[i]};
    out[i] = lanes8_pick3(masks, of_axis);
  }
}

CAROM__LANES8 static inline void lanes8_sub3(const carom__lanes8 a[3], const carom__lanes8 b[3],
                                             carom__lanes8 out[3]) {
  for (int k = 0; k < 3; k++) out[k] = lanes8_sub(a[k], b[k]);
}

/* a + b t */
CAROM__LANES8 static inline void lanes8_mad3(const carom__lanes8 a[3], const carom__lanes8 b[3],
                                             carom__lanes8 t, carom__lanes8 out[3]) {
  for (int k = 0; k < 3; k++) out[k] = lanes8_add(a[k], lanes8_mul(b[k], t));
}

CAROM__LANES8 static inline void lanes8_cross(const carom__lanes8 a[3], const carom__lanes8 b[3],
                                              carom__lanes8 out[3]) {
  for (int k = 0; k < 3; k++) {
    int u = (k + 1) % 3, v = (k + 2) % 3;
    out[k] = lanes8_sub(lanes8_mul(a[u], b[v]), lanes8_mul(a[v], b[u]));
  }
}

#endif
