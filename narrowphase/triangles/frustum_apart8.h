/* frustum_apart8.h: which of eight triangles are apart from a frustum, and how far at least, in lanes.
 *
 * As triangle_apart.c does: through the point of a triangle that is nearest to a point of the frustum,
 * square to the way between both, goes a plane that the triangle is behind. The frustum is apart where its
 * farthest point along the way back is before the plane. Else the next point is the nearest one on the way to
 * that. */
#ifndef CAROM_NARROWPHASE_FRUSTUM_APART8_H
#define CAROM_NARROWPHASE_FRUSTUM_APART8_H

#include "box_near8.h"

/* So often at most: what is apart and not seen so costs a search. What touches is looked at as often in vain,
 * and where it is asked for, most does. */
#define FRUSTUM_APART8_STEPS 4
#define FRUSTUM_APART8_STEPS_TO_MEET 3
/* A gap that no rounding of a search or of this makes, in parts of the sizes. */
#define FRUSTUM_APART8_SURELY 0x1p-21f

typedef struct frustum_apart8 {
  triangle8_turned s; /* around the middle of the frustum, whose axis is y */
  carom__lanes8 bottom, top, high, gap;
  carom__lanes8 at[3];          /* a point of the frustum */
  carom__lanes8 way[3], length; /* to it from the nearest point of the triangle */
  carom__lanes8 far[3];         /* the farthest point along the way back */
} frustum_apart8;

CAROM__LANES8 static inline void frustum_apart8_look(frustum_apart8 *a) {
  triangle8_near near;
  triangle8_nearest(&a->s.t, a->at, &near);
  for (int k = 0; k < 3; k++) a->way[k] = lanes8_neg(near.way[k]);
  a->length = lanes8_sqrt(near.square);
  const carom__lanes8 *way = a->way;
  carom__lanes8 across = lanes8_add(lanes8_mul(way[0], way[0]), lanes8_mul(way[2], way[2]));
  across = lanes8_sqrt(lanes8_max(across, lanes8_splat(CAROM__TRIANGLE8_LEAST)));
  carom__lanes8 lower = lanes8_mul(lanes8_sub(a->bottom, a->top), across);
  carom__lanes8 down =
      lanes8_gt(lanes8_add(lower, lanes8_mul(way[1], lanes8_add(a->high, a->high))), lanes8_splat(0));
  carom__lanes8 by = lanes8_neg(lanes8_div(lanes8_select(down, a->bottom, a->top), across));
  a->far[0] = lanes8_mul(way[0], by);
  a->far[1] = lanes8_select(down, lanes8_neg(a->high), a->high);
  a->far[2] = lanes8_mul(way[2], by);
}

/* How far the frustum is before all corners along the way, in parts of the length of that. */
CAROM__LANES8 static inline carom__lanes8 frustum_apart8_gap(const frustum_apart8 *a) {
  carom__lanes8 heights[3];
  for (int i = 0; i < 3; i++) heights[i] = lanes8_dot(a->way, a->s.t.p[i]);
  carom__lanes8 most = lanes8_max(lanes8_max(heights[0], heights[1]), heights[2]);
  return lanes8_sub(lanes8_dot(a->way, a->far), most);
}

/* To where the way to the farthest point is nearest to the point of the triangle. */
CAROM__LANES8 static inline void frustum_apart8_step(frustum_apart8 *a) {
  carom__lanes8 on[3];
  lanes8_sub3(a->far, a->at, on);
  carom__lanes8 square = lanes8_max(lanes8_dot(on, on), lanes8_splat(CAROM__TRIANGLE8_LEAST));
  carom__lanes8 part = lanes8_clamp01(lanes8_div(lanes8_neg(lanes8_dot(a->way, on)), square));
  for (int k = 0; k < 3; k++) a->at[k] = lanes8_add(a->at[k], lanes8_mul(on[k], part));
}

CAROM__LANES8 static inline void frustum_apart8_begin(const triangle8 *t, const carom_frustum *frustum,
                                                      const carom_obb *box, frustum_apart8 *a) {
  a->s = triangle8_turn(t, box);
  a->high = a->s.half[1];
  a->bottom = lanes8_add(lanes8_splat(frustum->bottom), a->s.slack);
  a->top = lanes8_add(lanes8_splat(frustum->top), a->s.slack);
  for (int k = 0; k < 3; k++) a->at[k] = lanes8_splat(0);
}

/* Those of the lanes that are not apart from a frustum that a box is around, as far as is known. Sizes: how
 * far the frustum and the region of the triangles reach. */
CAROM__LANES8 static inline unsigned frustum_apart8_meets(const triangle8 *t, const carom_frustum *frustum,
                                                          const carom_obb *box, float sizes, unsigned lanes) {
  frustum_apart8 a;
  frustum_apart8_begin(t, frustum, box, &a);
  carom__lanes8 all = lanes8_add(lanes8_splat(sizes), lanes8_add(a.s.reach, a.s.reach));
  a.gap = lanes8_mul(all, lanes8_splat(FRUSTUM_APART8_SURELY));
  for (int step = 0; step < FRUSTUM_APART8_STEPS_TO_MEET && lanes; step++) {
    if (step > 0) frustum_apart8_step(&a);
    frustum_apart8_look(&a);
    lanes &= ~lanes8_bits(lanes8_gt(frustum_apart8_gap(&a), lanes8_mul(a.gap, a.length)));
  }
  return lanes;
}

/* Those of the lanes that may be as near as the limit, as box_near8_find. */
CAROM__LANES8 static inline unsigned frustum_near8_find(const triangle8 *t,
                                                        const carom__near_question *question, unsigned lanes,
                                                        carom__lanes8 *least, carom__lanes8 way[3]) {
  carom__lanes8 limit = lanes8_splat(question->limit), tiny = lanes8_splat(CAROM__TRIANGLE8_LEAST);
  frustum_apart8 a;
  lanes &= box_near8_above(t, question);
  frustum_apart8_begin(t, &question->frustum, &question->box, &a);
  *least = lanes8_splat(0);
  for (int step = 0; step < FRUSTUM_APART8_STEPS && lanes; step++) {
    if (step > 0) frustum_apart8_step(&a);
    frustum_apart8_look(&a);
    for (int k = 0; k < 3; k++) way[k] = lanes8_neg(a.way[k]);
    carom__lanes8 gap = lanes8_div(frustum_apart8_gap(&a), lanes8_max(a.length, tiny));
    *least = lanes8_max(*least, lanes8_sub(gap, a.s.slack));
    lanes &= lanes8_bits(lanes8_ge(limit, *least));
    carom__lanes8 done = lanes8_sub(lanes8_mul(a.length, lanes8_splat(1 - BOX_NEAR8_DONE)), a.s.slack);
    if (!(lanes & lanes8_bits(lanes8_gt(done, *least)))) break;
  }
  return lanes;
}

#endif
