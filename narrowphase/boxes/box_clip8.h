/* box_clip8.h: clips the incident face to the reference face, both seen along the reference normal.
 *
 * What a rectangle and a parallelogram have in common is spanned by three sorts of points, found
 * independently of each other: vertices of the parallelogram in the rectangle, crossings of their edges
 * (Liang and Barsky, 1984), and corners of the rectangle in the parallelogram. So each point has a name that
 * does not depend on the order of clipping, and no polygon needs to be kept.
 *
 * An edge of the parallelogram gives two slots, where it comes to lie over the rectangle (its first vertex,
 * or a crossing) and where it leaves (a crossing, as the second vertex is the first of the next edge). A
 * corner of the rectangle gives one.
 *
 * A lane is a pair where eight pairs are clipped (box_face8.h), and an edge or a corner where one pair is
 * (box_face.c). It is in the form of lanes8.h that the including file selects. */
#ifndef CAROM_NARROWPHASE_BOX_CLIP8_H
#define CAROM_NARROWPHASE_BOX_CLIP8_H

#include "lanes8.h"
#include "point_set.h"

/* How far above the reference face or beside it a point may lie. */
#define CAROM__BOX_SLACK (2 * 0x1p-24f)

/* A step that is shorter is none; what is added to the border of a strip that it runs along. */
#define CAROM__BOX_STILL 0x1p-90f
#define CAROM__BOX_BESIDE 0x1p-80f

/* By how much rounding may change a depth: the deepest point may be that much shallower than the axis says,
 * and where nothing else touches, a point may be that much above the reference face. */
#define CAROM__BOX_DEPTH_ROUNDING (8 * 0x1p-24f)

/* Points nearer than this count as one: what carom__manifold_reduce says, and the rounding on the way to A's
 * frame. */
#define CAROM__BOX_NEAR (CAROM__POINT_NEAR + 4 * 0x1p-24f)

/* The incident face as seen from the reference face: vectors are along its sides u and v and the height above
 * it. Names of pairs of features are sums of what each step adds: whole numbers below 2^24. */
typedef struct clip_face8 {
  carom__lanes8 half[2], slack;        /* of the reference face along u and v; what it is grown by */
  carom__lanes8 center[3], x[3], y[3]; /* the incident face and its half sides */
  carom__lanes8 out[3];                /* the half axis that leads out of the incident box there */
  carom__lanes8 limit, most;           /* how high points may lie, and the greatest separation */
  carom__lanes8 name, name_u, name_v, name_x, name_y;
} clip_face8;

/* A slot: a point, its name, and the mask of the lanes that have it. */
typedef struct clip_slot8 {
  carom__lanes8 at[3], name, mask;
} clip_slot8;

/* An edge of the incident face leads from one vertex, whose mask tells whether it lies over the reference
 * face, to the next. */
typedef struct clip_edge8 {
  const clip_slot8 *from, *to;
  carom__lanes8 next[3]; /* the half axis that leads out of the face across the edge */
  carom__lanes8 name;
} clip_edge8;

/* Where a line enters and leaves what lies over the reference face: the fraction, and whether across an end
 * of v. */
typedef struct clip_crossing8 {
  carom__lanes8 t, across_v;
} clip_crossing8;

/* A vertex of the incident face, on the given sides of x and y. */
CAROM__LANES8 static inline clip_slot8 clip_vertex8(const clip_face8 *face, carom__lanes8 side_x,
                                                    carom__lanes8 side_y) {
  clip_slot8 s;
  for (int k = 0; k < 3; k++) {
    carom__lanes8 way = lanes8_add(lanes8_mul(side_x, face->x[k]), lanes8_mul(side_y, face->y[k]));
    s.at[k] = lanes8_add(face->center[k], way);
  }
  s.name =
      lanes8_add(face->name, lanes8_add(lanes8_mul(side_x, face->name_x), lanes8_mul(side_y, face->name_y)));
  s.mask = lanes8_and(lanes8_ge(lanes8_add(face->half[0], face->slack), lanes8_abs(s.at[0])),
                      lanes8_ge(lanes8_add(face->half[1], face->slack), lanes8_abs(s.at[1])));
  return s;
}

/* Where a line enters and leaves the strips |from + t * step| <= half + slack of u and v: where it comes in
 * last, and where it goes out first. A line that runs along a strip enters and leaves it far away, also when
 * it runs on its border, and so is not cut there. */
CAROM__LANES8 static inline void cross_strips8(const clip_face8 *face, const carom__lanes8 from[3],
                                               const carom__lanes8 step[3], clip_crossing8 *enter,
                                               clip_crossing8 *leave) {
  carom__lanes8 enters[2], leaves[2];
  for (int k = 0; k < 2; k++) {
    carom__lanes8 far = lanes8_copysign(lanes8_add(face->half[k], face->slack), step[k]);
    carom__lanes8 bit = lanes8_splat(CAROM__BOX_STILL), still = lanes8_gt(bit, lanes8_abs(step[k]));
    carom__lanes8 out = lanes8_and(still, lanes8_copysign(lanes8_splat(CAROM__BOX_BESIDE), step[k]));
    carom__lanes8 way = lanes8_add(step[k], lanes8_and(still, lanes8_copysign(bit, step[k])));
    enters[k] = lanes8_div(lanes8_sub(lanes8_sub(lanes8_neg(far), from[k]), out), way);
    leaves[k] = lanes8_div(lanes8_add(lanes8_sub(far, from[k]), out), way);
  }
  carom__lanes8 enter_u = lanes8_max(enters[0], lanes8_splat(0));
  carom__lanes8 leave_u = lanes8_min(leaves[0], lanes8_splat(1));
  *enter = (clip_crossing8){lanes8_max(enters[1], enter_u), lanes8_gt(enters[1], enter_u)};
  *leave = (clip_crossing8){lanes8_min(leaves[1], leave_u), lanes8_gt(leave_u, leaves[1])};
}

/* Seen along the normal, the height of the incident box's lower side is a convex function, linear on each
 * face: a point is the lowest of all when the height rises in all directions from it. Let it be the lowest of
 * this face. Around a corner of the reference face all is this face. Where an edge crosses a side of the
 * reference face, the next face goes on beyond the edge, unless it looks away. This face falls along the
 * side, towards the edge; the next rises from there when the two normals lean to opposite ends of the side;
 * in between, it rises too. Tells of which crossings, those of v or of u by the mask, this does not follow.
 */
CAROM__LANES8 static inline carom__lanes8 unsure8(const clip_face8 *face, const carom__lanes8 next[3],
                                                  carom__lanes8 across_v) {
  carom__lanes8 zero = lanes8_splat(0);
  carom__lanes8 leans =
      lanes8_select(across_v, lanes8_mul(next[0], face->out[0]), lanes8_mul(next[1], face->out[1]));
  return lanes8_and(lanes8_gt(zero, next[2]), lanes8_gt(leans, zero));
}

/* Where an edge crosses the ends of u or v, by the mask, that it runs towards in a direction. */
CAROM__LANES8 static inline carom__lanes8 name_of_crossing8(const clip_face8 *face, carom__lanes8 edge,
                                                            carom__lanes8 across_v, carom__lanes8 towards_u,
                                                            carom__lanes8 towards_v) {
  carom__lanes8 end = lanes8_select(across_v, lanes8_copysign(face->name_v, towards_v),
                                    lanes8_copysign(face->name_u, towards_u));
  return lanes8_add(edge, end);
}

/* Finds both slots of an edge. One that ends over the rectangle does not leave it: the next one begins there.
 * unsure[i] is the mask of the faces whose lowest point, if it is in slot i, may not be the lowest of their
 * boxes. */
CAROM__LANES8 static inline void clip_edge_slots8(const clip_face8 *face, const clip_edge8 *edge,
                                                  clip_slot8 slots[2], carom__lanes8 unsure[2]) {
  const carom__lanes8 *from = edge->from->at;
  carom__lanes8 zero = lanes8_splat(0), one = lanes8_splat(1), inside = edge->from->mask, step[3];
  clip_crossing8 enter, leave;
  lanes8_sub3(edge->to->at, from, step);
  cross_strips8(face, from, step, &enter, &leave);
  carom__lanes8 meets = lanes8_ge(leave.t, enter.t);
  carom__lanes8 begins = lanes8_and(meets, lanes8_gt(enter.t, zero));
  carom__lanes8 ends = lanes8_and(meets, lanes8_gt(one, leave.t));
  carom__lanes8 entered =
      name_of_crossing8(face, edge->name, enter.across_v, lanes8_neg(step[0]), lanes8_neg(step[1]));
  /* What is beyond the edge is not used, but may be so far away that nothing can be computed with it. */
  lanes8_mad3(from, step, lanes8_select(inside, zero, lanes8_min(enter.t, one)), slots[0].at);
  lanes8_mad3(from, step, lanes8_max(leave.t, zero), slots[1].at);
  slots[0].name = lanes8_select(inside, edge->from->name, entered);
  slots[0].mask = lanes8_or(begins, inside);
  slots[1].name = name_of_crossing8(face, edge->name, leave.across_v, step[0], step[1]);
  slots[1].mask = lanes8_select(edge->to->mask, zero, ends);
  unsure[0] = lanes8_or(inside, unsure8(face, edge->next, enter.across_v));
  unsure[1] = unsure8(face, edge->next, leave.across_v);
}

/* The slot of the corner of the rectangle on the given sides of it: center + x * a + y * b. It is in the
 * parallelogram when |a| and |b| are at most 1. A parallelogram that is seen edge-on holds no corner. */
CAROM__LANES8 static inline clip_slot8 clip_corner8(const clip_face8 *face, carom__lanes8 side_u,
                                                    carom__lanes8 side_v) {
  const carom__lanes8 *x = face->x, *y = face->y;
  clip_slot8 s = {.at = {lanes8_mul(side_u, face->half[0]), lanes8_mul(side_v, face->half[1])}};
  carom__lanes8 du = lanes8_sub(s.at[0], face->center[0]), dv = lanes8_sub(s.at[1], face->center[1]);
  carom__lanes8 det = lanes8_sub(lanes8_mul(x[0], y[1]), lanes8_mul(x[1], y[0]));
  carom__lanes8 a = lanes8_sub(lanes8_mul(du, y[1]), lanes8_mul(dv, y[0]));
  carom__lanes8 b = lanes8_sub(lanes8_mul(x[0], dv), lanes8_mul(x[1], du)), most = lanes8_abs(det);
  carom__lanes8 held = lanes8_and(lanes8_ge(most, lanes8_abs(a)), lanes8_ge(most, lanes8_abs(b)));
  held = lanes8_and(held, lanes8_gt(most, lanes8_splat(0)));
  a = lanes8_div(lanes8_and(held, a), lanes8_select(held, det, lanes8_splat(1)));
  b = lanes8_div(lanes8_and(held, b), lanes8_select(held, det, lanes8_splat(1)));
  s.at[2] = lanes8_add(face->center[2], lanes8_add(lanes8_mul(a, x[2]), lanes8_mul(b, y[2])));
  s.name =
      lanes8_add(face->name, lanes8_add(lanes8_mul(side_u, face->name_u), lanes8_mul(side_v, face->name_v)));
  s.mask = held;
  return s;
}

#endif
