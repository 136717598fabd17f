/* box_clip8.h: carom__box_clip for eight pairs, one per lane, with the same operations in the same order, in
 * the form of lanes8.h that the including file selects. */
#ifndef CAROM_NARROWPHASE_BOX_CLIP8_H
#define CAROM_NARROWPHASE_BOX_CLIP8_H

#include "box_rounding.h"
#include "point_set8.h"
#include "vector8.h"

/* The incident face as seen from the reference face: vectors are along its sides u and v and the height above
 * it. Names are sums of what each step adds. */
typedef struct clip_face8 {
  carom__lanes8 half[2], slack;        /* of the reference face along u and v; what it is grown by */
  carom__lanes8 center[3], x[3], y[3]; /* the incident face and its half sides */
  carom__lanes8 out[3];                /* the half axis that leads out of the incident box there */
  carom__lanes8 limit;                 /* how high points may lie */
  carom__lanes8 name, name_u, name_v, name_x, name_y;
} clip_face8;

/* The vertices of the incident face, counter-clockwise; edge i leads from vertex i to the next. */
typedef struct clip_corners8 {
  carom__lanes8 at[4][3], inside[4], name[4];
} clip_corners8;

/* Where a line enters and leaves what lies over the reference face: the fraction, and whether across an end
 * of v. */
typedef struct clip_crossing8 {
  carom__lanes8 t, across_v;
} clip_crossing8;

CAROM__LANES8 static inline void add_point8(const clip_face8 *face, int slot, const carom__lanes8 at[3],
                                            carom__lanes8 name, carom__lanes8 mask, point_set8 *set) {
  carom__lanes8 used = lanes8_and(mask, lanes8_ge(face->limit, at[2])), none = lanes8_splat(CAROM__NO_POINT);
  set->x[slot] = lanes8_select(used, at[0], none);
  set->y[slot] = at[1];
  set->separation[slot] = lanes8_select(used, lanes8_min(at[2], lanes8_splat(0)), none);
  set->name[slot] = name;
}

CAROM__LANES8 static inline void find_corners8(const clip_face8 *face, clip_corners8 *out) {
  carom__lanes8 names = lanes8_add(face->name_x, face->name_y),
                other = lanes8_sub(face->name_x, face->name_y);
  for (int k = 0; k < 3; k++) {
    carom__lanes8 sum = lanes8_add(face->x[k], face->y[k]), difference = lanes8_sub(face->x[k], face->y[k]);
    out->at[0][k] = lanes8_sub(face->center[k], sum);
    out->at[1][k] = lanes8_add(face->center[k], difference);
    out->at[2][k] = lanes8_add(face->center[k], sum);
    out->at[3][k] = lanes8_sub(face->center[k], difference);
  }
  out->name[0] = lanes8_sub(face->name, names), out->name[1] = lanes8_add(face->name, other);
  out->name[2] = lanes8_add(face->name, names), out->name[3] = lanes8_sub(face->name, other);
  for (int i = 0; i < 4; i++) {
    carom__lanes8 on_u = lanes8_ge(lanes8_add(face->half[0], face->slack), lanes8_abs(out->at[i][0]));
    carom__lanes8 on_v = lanes8_ge(lanes8_add(face->half[1], face->slack), lanes8_abs(out->at[i][1]));
    out->inside[i] = lanes8_and(on_u, on_v);
  }
}

/* strip, for u and for v: where the line comes in last, and where it goes out first. */
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

/* unsure_crossings, of an edge across which `next` leads out of the face. */
CAROM__LANES8 static inline carom__lanes8 unsure8(const clip_face8 *face, const carom__lanes8 next[3],
                                                  carom__lanes8 across_v) {
  carom__lanes8 zero = lanes8_splat(0);
  carom__lanes8 leans =
      lanes8_select(across_v, lanes8_mul(next[0], face->out[0]), lanes8_mul(next[1], face->out[1]));
  return lanes8_and(lanes8_gt(zero, next[2]), lanes8_gt(leans, zero));
}

CAROM__LANES8 static inline carom__lanes8 name_of_crossing8(const clip_face8 *face, carom__lanes8 edge,
                                                            carom__lanes8 across_v, carom__lanes8 towards_u,
                                                            carom__lanes8 towards_v) {
  carom__lanes8 end = lanes8_select(across_v, lanes8_copysign(face->name_v, towards_v),
                                    lanes8_copysign(face->name_u, towards_u));
  return lanes8_add(edge, end);
}

/* Fills the slots i and 4 + i; `next` leads out of the face across the edge, and `name` is that of the edge.
 */
CAROM__LANES8 static inline void add_edge8(const clip_face8 *face, const clip_corners8 *corners, int i,
                                           const carom__lanes8 next[3], carom__lanes8 name, point_set8 *set,
                                           carom__lanes8 unsure[8]) {
  const carom__lanes8 *from = corners->at[i];
  carom__lanes8 zero = lanes8_splat(0), one = lanes8_splat(1), inside = corners->inside[i];
  carom__lanes8 ends_inside = corners->inside[(i + 1) % 4], step[3], first[3], last[3];
  clip_crossing8 enter, leave;
  lanes8_sub3(corners->at[(i + 1) % 4], from, step);
  cross_strips8(face, from, step, &enter, &leave);
  carom__lanes8 meets = lanes8_ge(leave.t, enter.t);
  carom__lanes8 begins = lanes8_and(meets, lanes8_gt(enter.t, zero));
  carom__lanes8 ends = lanes8_and(meets, lanes8_gt(one, leave.t));
  carom__lanes8 entered =
      name_of_crossing8(face, name, enter.across_v, lanes8_neg(step[0]), lanes8_neg(step[1]));
  carom__lanes8 left = name_of_crossing8(face, name, leave.across_v, step[0], step[1]);
  lanes8_mad3(from, step, lanes8_select(inside, zero, lanes8_min(enter.t, one)), first);
  lanes8_mad3(from, step, lanes8_max(leave.t, zero), last);
  add_point8(face, i, first, lanes8_select(inside, corners->name[i], entered), lanes8_or(begins, inside),
             set);
  add_point8(face, 4 + i, last, left, lanes8_select(ends_inside, zero, ends), set);
  unsure[i] = lanes8_or(inside, unsure8(face, next, enter.across_v));
  unsure[4 + i] = unsure8(face, next, leave.across_v);
}

CAROM__LANES8 static inline void add_edges8(const clip_face8 *face, const clip_corners8 *corners,
                                            point_set8 *set, carom__lanes8 unsure[8]) {
  carom__lanes8 back_x[3], back_y[3];
  for (int k = 0; k < 3; k++) back_x[k] = lanes8_neg(face->x[k]), back_y[k] = lanes8_neg(face->y[k]);
  add_edge8(face, corners, 0, back_y, lanes8_sub(face->name, face->name_y), set, unsure);
  add_edge8(face, corners, 1, face->x, lanes8_add(face->name, face->name_x), set, unsure);
  add_edge8(face, corners, 2, face->y, lanes8_add(face->name, face->name_y), set, unsure);
  add_edge8(face, corners, 3, back_x, lanes8_sub(face->name, face->name_x), set, unsure);
}

/* Fills the slot of a corner of the reference face, which lies on the given sides of it. */
CAROM__LANES8 static inline void add_corner8(const clip_face8 *face, carom__lanes8 det, carom__lanes8 mask,
                                             int slot, float on_u, float on_v, point_set8 *set) {
  const carom__lanes8 *x = face->x, *y = face->y, side_u = lanes8_splat(on_u), side_v = lanes8_splat(on_v);
  carom__lanes8 at[3] = {lanes8_mul(side_u, face->half[0]), lanes8_mul(side_v, face->half[1])};
  carom__lanes8 du = lanes8_sub(at[0], face->center[0]), dv = lanes8_sub(at[1], face->center[1]);
  carom__lanes8 a = lanes8_sub(lanes8_mul(du, y[1]), lanes8_mul(dv, y[0]));
  carom__lanes8 b = lanes8_sub(lanes8_mul(x[0], dv), lanes8_mul(x[1], du)), most = lanes8_abs(det);
  carom__lanes8 held = lanes8_and(lanes8_ge(most, lanes8_abs(a)), lanes8_ge(most, lanes8_abs(b)));
  held = lanes8_and(mask, held);
  a = lanes8_div(lanes8_and(held, a), lanes8_select(held, det, lanes8_splat(1)));
  b = lanes8_div(lanes8_and(held, b), lanes8_select(held, det, lanes8_splat(1)));
  at[2] = lanes8_add(face->center[2], lanes8_add(lanes8_mul(a, x[2]), lanes8_mul(b, y[2])));
  carom__lanes8 step = lanes8_add(lanes8_mul(side_u, face->name_u), lanes8_mul(side_v, face->name_v));
  add_point8(face, slot, at, lanes8_add(face->name, step), held, set);
}

/* A face that is seen edge-on holds no corner of the reference face, nor does one that lies on it as a whole.
 */
CAROM__LANES8 static inline void add_corners8(const clip_face8 *face, const clip_corners8 *corners,
                                              point_set8 *set) {
  const carom__lanes8 *x = face->x, *y = face->y, *inside = corners->inside, zero = lanes8_splat(0);
  carom__lanes8 det = lanes8_sub(lanes8_mul(x[0], y[1]), lanes8_mul(x[1], y[0]));
  carom__lanes8 whole = lanes8_and(lanes8_and(inside[0], inside[1]), lanes8_and(inside[2], inside[3]));
  carom__lanes8 mask = lanes8_select(whole, zero, lanes8_gt(lanes8_abs(det), zero));
  add_corner8(face, det, mask, 8, -1, -1, set);
  add_corner8(face, det, mask, 9, 1, -1, set);
  add_corner8(face, det, mask, 10, 1, 1, set);
  add_corner8(face, det, mask, 11, -1, 1, set);
}

/* Fills the set; unsure[s] is the mask of the faces whose lowest point, if it is in slot s, may not be the
 * lowest of their boxes. Corners of the reference face, from slot 8 on, always are. */
CAROM__LANES8 static inline void clip8(const clip_face8 *face, point_set8 *set, carom__lanes8 unsure[8]) {
  clip_corners8 corners;
  find_corners8(face, &corners);
  add_edges8(face, &corners, set, unsure);
  add_corners8(face, &corners, set);
}

#endif
