/* box_sat.h: the axis of least penetration of two boxes. */
#ifndef CAROM_NARROWPHASE_BOX_SAT_H
#define CAROM_NARROWPHASE_BOX_SAT_H

#include "narrowphase.h"

/* Two boxes in the frame of the first, as arrays, because axes are reached by index. */
typedef struct carom__box_pair {
  float half_a[3], half_b[3];
  float offset[3]; /* of B's centre */
  float r[3][3];   /* r[i][j]: the dot product of A's axis i and B's axis j */
  float abs_r[3][3];
  float size; /* 1-norms of offset and half extents, summed: what rounding scales with */
} carom__box_pair;

/* 0..2: the faces of A; 3..5: the faces of B; 6 + 3 i + j: A's edge direction i with B's j. */
typedef struct carom__box_axis {
  int index;
  float separation;  /* negative: how deep the boxes overlap along the normal */
  carom_vec3 normal; /* unit, from A to B, in A's frame */
  int side;          /* of a face: 1 for the positive one on its axis, -1 for the negative one */
} carom__box_axis;

void carom__box_pair_make(carom_vec3 half_a, carom_vec3 half_b, const carom__relative *b_in_a,
                          carom__box_pair *out);

/* The axis of least penetration of two boxes that touch, faces preferred. */
carom__box_axis carom__box_sat(const carom__box_pair *pair);

#endif
