/* box_over8.h: what of a box is over eight triangles and below their planes.
 *
 * These are the corners of the box over a triangle, the places where its edges leave the prism over that, and
 * those where the edges of the prism enter the box. Of the box only the faces count that look against the
 * front of the triangle. When the one that does so most has the lowest point of the box, it counts alone. */
#ifndef CAROM_NARROWPHASE_BOX_OVER8_H
#define CAROM_NARROWPHASE_BOX_OVER8_H

#include <float.h>

#include "box_points.h"
#include "lanes.h"
#include "triangle8.h"

/* A face is seen from a side when its normal has at least this cosine. */
#define CAROM__BOX_OVER8_SEEN 0x1p-10f
/* The lowest point of the box is as low, but for rounding. */
#define CAROM__BOX_OVER8_LOWEST (1 - 0x1p-16f)

/* Corner 0 of the box is the lowest, and bit k of another one is set where it is on the other side along axis
 * k. The last corner is on no face that is seen, and so are the edges from it. */
enum { CAROM__BOX_OVER8_CORNERS = 7, CAROM__BOX_OVER8_POINTS = 7 + 2 * 9 + 3 };
/* The names of corners, of the points of edges after them, and of those below the triangle's corners. */
enum { CAROM__NAMES_OF_EDGES = 8, CAROM__NAMES_OF_LINES = CAROM__NAMES_OF_EDGES + 8 * 3 * 3 };

/* A point of some of the boxes. */
typedef struct box_over8_point {
  carom__lanes8 at[3], height, side; /* side: of the prism that cuts an edge there */
  unsigned lanes, on_most;           /* where it counts, and where it is on the face that looks most down */
  uint32_t corner;
  int axis; /* of an edge; -1 for a corner, -2 for a line through corner `corner` of the triangle */
} box_over8_point;

typedef struct box_over8 {
  carom__lanes8 p[3][3], front[3];
  carom__lanes8 low[3];                            /* of corner 0 */
  carom__lanes8 half[3], seen[3], most[3];         /* the latter are masks of faces */
  carom__lanes8 heights[CAROM__BOX_OVER8_CORNERS]; /* over the plane */
  carom__lanes8 rises[3];                          /* of the heights along an axis */
  carom__lanes8 in[3][CAROM__BOX_OVER8_CORNERS];   /* how far within a side of the prism */
  carom__lanes8 per_step[3][3];                    /* [side][axis]: one over what `in` grows by */
  carom__lanes8 outside[CAROM__BOX_OVER8_CORNERS]; /* masks: beyond any side */
  carom__lanes8 least;                             /* height of what is on the face that looks most down */
  uint32_t positive[8]; /* of a lane: a bit for each axis along which corner 0 is above zero */
  uint32_t count;
  box_over8_point points[CAROM__BOX_OVER8_POINTS];
} box_over8;

CAROM__LANES8 static inline void box_over8_begin(box_over8 *a, const carom__box_triangle its[8]) {
  float rows[12][8];
  for (int lane = 0; lane < 8; lane++) {
    const carom__box_triangle *it = &its[lane];
    for (int i = 0; i < 3; i++) {
      for (int k = 0; k < 3; k++) rows[3 * i + k][lane] = vec3_get(it->corners[i], k);
      rows[9 + i][lane] = vec3_get(it->front, i);
    }
    a->positive[lane] =
        (uint32_t)(it->front.x < 0) | (uint32_t)(it->front.y < 0) << 1 | (uint32_t)(it->front.z < 0) << 2;
  }
  carom__lanes8 size[3], zero = lanes8_splat(0);
  for (int k = 0; k < 3; k++) {
    for (int i = 0; i < 3; i++) a->p[i][k] = lanes8_load(rows[3 * i + k]);
    a->front[k] = lanes8_load(rows[9 + k]);
    a->half[k] = lanes8_splat(vec3_get(its[0].half, k));
    a->low[k] = lanes8_select(lanes8_gt(zero, a->front[k]), a->half[k], lanes8_neg(a->half[k]));
    size[k] = lanes8_abs(a->front[k]);
    a->seen[k] = lanes8_gt(size[k], lanes8_splat(CAROM__BOX_OVER8_SEEN));
  }
  carom__lanes8 first = lanes8_and(lanes8_ge(size[0], size[1]), lanes8_ge(size[0], size[2]));
  carom__lanes8 second = lanes8_ge(size[1], size[2]), none = lanes8_gt(zero, zero),
                all = lanes8_eq(zero, zero);
  a->most[0] = first;
  a->most[1] = lanes8_select(first, none, second);
  a->most[2] = lanes8_select(first, none, lanes8_select(second, none, all));
  a->least = zero;
  a->count = 0;
}

/* From the value of a linear function at corner 0 and what it grows by along the axes, those at the others.
 */
CAROM__LANES8 static inline void box_over8_spread(carom__lanes8 first, const carom__lanes8 by[3],
                                                  carom__lanes8 out[CAROM__BOX_OVER8_CORNERS]) {
  out[0] = first;
  out[1] = lanes8_add(first, by[0]);
  out[2] = lanes8_add(first, by[1]);
  out[3] = lanes8_add(out[1], by[1]);
  out[4] = lanes8_add(first, by[2]);
  out[5] = lanes8_add(out[1], by[2]);
  out[6] = lanes8_add(out[2], by[2]);
}

/* The side of the prism from corner `side` of the triangle on. */
CAROM__LANES8 static inline void box_over8_side(box_over8 *a, int side) {
  carom__lanes8 edge[3], inward[3], across[3], way[3], by[3], zero = lanes8_splat(0);
  lanes8_sub3(a->p[(side + 1) % 3], a->p[side], edge);
  lanes8_sub3(a->p[(side + 2) % 3], a->p[side], across);
  lanes8_cross(a->front, edge, inward);
  carom__lanes8 turned = lanes8_gt(zero, lanes8_dot(inward, across));
  lanes8_sub3(a->low, a->p[side], way);
  for (int k = 0; k < 3; k++) {
    inward[k] = lanes8_select(turned, lanes8_neg(inward[k]), inward[k]);
    by[k] = lanes8_mul(lanes8_mul(inward[k], a->low[k]), lanes8_splat(-2));
    carom__lanes8 grows = lanes8_gt(lanes8_abs(by[k]), lanes8_splat(CAROM__TRIANGLE8_FACE));
    a->per_step[side][k] = lanes8_div(lanes8_splat(1), lanes8_select(grows, by[k], lanes8_splat(1)));
  }
  box_over8_spread(lanes8_dot(inward, way), by, a->in[side]);
}

CAROM__LANES8 static inline void box_over8_measure(box_over8 *a) {
  carom__lanes8 way[3], zero = lanes8_splat(0);
  lanes8_sub3(a->low, a->p[0], way);
  for (int k = 0; k < 3; k++) a->rises[k] = lanes8_mul(lanes8_mul(a->front[k], a->low[k]), lanes8_splat(-2));
  box_over8_spread(lanes8_dot(a->front, way), a->rises, a->heights);
  for (int side = 0; side < 3; side++) box_over8_side(a, side);
  for (int c = 0; c < CAROM__BOX_OVER8_CORNERS; c++)
    a->outside[c] = lanes8_gt(zero, lanes8_min(lanes8_min(a->in[0][c], a->in[1][c]), a->in[2][c]));
}

/* Adds a point of some lanes where it is not above the plane. on_most: a mask. */
CAROM__LANES8 static inline box_over8_point *box_over8_add(box_over8 *a, carom__lanes8 mask,
                                                           carom__lanes8 height, carom__lanes8 on_most) {
  carom__lanes8 zero = lanes8_splat(0);
  carom__lanes8 valid = lanes8_and(mask, lanes8_ge(zero, height));
  box_over8_point *point = &a->points[a->count];
  point->lanes = lanes8_bits(valid);
  if (point->lanes == 0) return NULL;
  on_most = lanes8_and(valid, on_most);
  point->height = height;
  point->on_most = lanes8_bits(on_most);
  a->least = lanes8_select(on_most, lanes8_min(a->least, height), a->least);
  a->count++;
  return point;
}

/* The masks of the faces among some axes, a bit for each. */
CAROM__LANES8 static inline carom__lanes8 box_over8_faces(const carom__lanes8 masks[3], uint32_t axes) {
  carom__lanes8 any = lanes8_gt(lanes8_splat(0), lanes8_splat(0));
  for (int k = 0; k < 3; k++)
    if (axes >> k & 1) any = lanes8_or(any, masks[k]);
  return any;
}

CAROM__LANES8 static inline carom__lanes8 box_over8_place(const box_over8 *a, uint32_t corner, int axis) {
  return corner >> axis & 1 ? lanes8_neg(a->low[axis]) : a->low[axis];
}

CAROM__LANES8 static inline void box_over8_corner(box_over8 *a, uint32_t c) {
  carom__lanes8 none = lanes8_gt(lanes8_splat(0), lanes8_splat(0));
  carom__lanes8 mask = lanes8_select(a->outside[c], none, box_over8_faces(a->seen, ~c));
  box_over8_point *point = box_over8_add(a, mask, a->heights[c], box_over8_faces(a->most, ~c));
  if (!point) return;
  for (int k = 0; k < 3; k++) point->at[k] = box_over8_place(a, c, k);
  point->corner = c, point->axis = -1;
}

/* The place of an edge along axis k from corner c where a side of the prism cuts it. */
CAROM__LANES8 static inline void box_over8_cut(box_over8 *a, uint32_t c, int k, carom__lanes8 mask,
                                               carom__lanes8 part, carom__lanes8 side) {
  carom__lanes8 height = lanes8_add(a->heights[c], lanes8_mul(part, a->rises[k]));
  box_over8_point *point = box_over8_add(a, mask, height, box_over8_faces(a->most, ~(c | 1u << k)));
  if (!point) return;
  for (int i = 0; i < 3; i++) point->at[i] = box_over8_place(a, c, i);
  carom__lanes8 twice = lanes8_add(part, part);
  point->at[k] = lanes8_mul(a->low[k], lanes8_sub(lanes8_splat(1), twice));
  point->side = side;
  point->corner = c, point->axis = k;
}

/* The ends of what the prism leaves of an edge that it cuts, but for those of the edge itself. */
CAROM__LANES8 static inline void box_over8_edge(box_over8 *a, uint32_t c, int k) {
  uint32_t end = c | 1u << k;
  carom__lanes8 cut = lanes8_or(a->outside[c], a->outside[end]);
  if (lanes8_bits(cut) == 0) return;
  carom__lanes8 zero = lanes8_splat(0), one = lanes8_splat(1), gone = lanes8_gt(zero, zero), none = gone;
  carom__lanes8 from = zero, to = one, side_from = zero, side_to = zero;
  for (int side = 0; side < 3; side++) {
    carom__lanes8 name = lanes8_splat((float)side);
    carom__lanes8 begins_out = lanes8_gt(zero, a->in[side][c]), ends_out = lanes8_gt(zero, a->in[side][end]);
    gone = lanes8_or(gone, lanes8_and(begins_out, ends_out));
    /* zero where it does not count, so that nothing overflows */
    carom__lanes8 before = lanes8_select(lanes8_or(begins_out, ends_out), a->in[side][c], zero);
    carom__lanes8 at = lanes8_neg(lanes8_mul(lanes8_select(gone, zero, before), a->per_step[side][k]));
    carom__lanes8 later = lanes8_and(begins_out, lanes8_gt(at, from));
    carom__lanes8 sooner = lanes8_and(ends_out, lanes8_gt(to, at));
    from = lanes8_select(later, at, from), side_from = lanes8_select(later, name, side_from);
    to = lanes8_select(sooner, at, to), side_to = lanes8_select(sooner, name, side_to);
  }
  carom__lanes8 left = lanes8_and(lanes8_ge(to, from), box_over8_faces(a->seen, ~end));
  left = lanes8_select(gone, none, left);
  if (lanes8_bits(lanes8_and(left, cut)) == 0) return;
  box_over8_cut(a, c, k, lanes8_and(left, a->outside[c]), from, side_from);
  box_over8_cut(a, c, k, lanes8_and(left, a->outside[end]), to, side_to);
}

/* Where the line through a corner of the triangle along the front enters the box. */
CAROM__LANES8 static inline void box_over8_line(box_over8 *a, uint32_t corner, const carom__lanes8 over[3]) {
  const carom__lanes8 *p = a->p[corner];
  carom__lanes8 zero = lanes8_splat(0), enters = lanes8_splat(-FLT_MAX), at[3];
  carom__lanes8 within = box_over8_faces(a->seen, 7), none = lanes8_gt(zero, zero), on_most = none, faces[3];
  for (int k = 0; k < 3; k++) {
    carom__lanes8 part = lanes8_mul(lanes8_sub(a->low[k], p[k]), over[k]);
    carom__lanes8 later = lanes8_and(a->seen[k], lanes8_gt(part, enters));
    enters = lanes8_select(later, part, enters);
    for (int i = 0; i < k; i++) faces[i] = lanes8_select(later, none, faces[i]);
    faces[k] = later;
  }
  enters = lanes8_select(within, enters, zero);
  lanes8_mad3(p, a->front, enters, at);
  for (int k = 0; k < 3; k++) {
    within = lanes8_and(within, lanes8_or(faces[k], lanes8_ge(a->half[k], lanes8_abs(at[k]))));
    on_most = lanes8_or(on_most, lanes8_and(faces[k], a->most[k]));
  }
  box_over8_point *point = box_over8_add(a, within, enters, on_most);
  if (!point) return;
  for (int k = 0; k < 3; k++) point->at[k] = at[k];
  point->corner = corner, point->axis = -2;
}

CAROM__LANES8 static inline void box_over8_find(box_over8 *a) {
  static const uint8_t corners[3][3] = {{0, 2, 4}, {0, 1, 4}, {0, 1, 2}};
  carom__lanes8 over[3];
  for (uint32_t c = 0; c < CAROM__BOX_OVER8_CORNERS; c++) box_over8_corner(a, c);
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < 3; i++) box_over8_edge(a, corners[k][i], k);
  for (int k = 0; k < 3; k++)
    over[k] = lanes8_div(lanes8_splat(1), lanes8_select(a->seen[k], a->front[k], lanes8_splat(1)));
  for (uint32_t i = 0; i < 3; i++) box_over8_line(a, i, over);
}

/* --- The points of each triangle --- */

/* The lanes where more than the face counts that looks most down. */
CAROM__LANES8 static inline unsigned box_over8_all(const box_over8 *a) {
  unsigned found = 0;
  for (uint32_t i = 0; i < a->count; i++) found |= a->points[i].on_most;
  carom__lanes8 lowest = lanes8_mul(a->heights[0], lanes8_splat(CAROM__BOX_OVER8_LOWEST));
  return lanes8_bits(lanes8_gt(a->least, lowest)) | (~found & 0xff);
}

CAROM__LANES8 static inline uint32_t box_over8_name(const box_over8 *a, const box_over8_point *point,
                                                    int lane, float side) {
  if (point->axis == -2) return CAROM__NAMES_OF_LINES + point->corner;
  uint32_t corner = point->corner ^ a->positive[lane];
  if (point->axis == -1) return corner;
  uint32_t edge = (corner & ~(1u << point->axis)) * 3 + (uint32_t)point->axis;
  return CAROM__NAMES_OF_EDGES + edge * 3 + (uint32_t)side;
}

/* Adds a point to those of the lanes, midway between the surfaces. */
CAROM__LANES8 static inline void box_over8_tell(const box_over8 *a, const box_over8_point *point,
                                                unsigned lanes, carom__box_points out[8]) {
  float at[3][8], heights[8], sides[8];
  carom__lanes8 half = lanes8_mul(point->height, lanes8_splat(-0.5f));
  for (int k = 0; k < 3; k++) lanes8_store(at[k], lanes8_add(point->at[k], lanes8_mul(half, a->front[k])));
  lanes8_store(heights, point->height);
  if (point->axis >= 0) lanes8_store(sides, point->side);
  for (; lanes; lanes &= lanes - 1) {
    int lane = bits_lowest(lanes);
    uint32_t name = box_over8_name(a, point, lane, point->axis >= 0 ? sides[lane] : 0);
    box_points_add(&out[lane], vec3(at[0][lane], at[1][lane], at[2][lane]), heights[lane], name);
  }
}

/* its: of one box, all eight of them. out: their counts are zero. */
CAROM__LANES8 static void over8(const carom__box_triangle its[8], carom__box_points out[8]) {
  box_over8 a;
  box_over8_begin(&a, its);
  box_over8_measure(&a);
  box_over8_find(&a);
  unsigned all = box_over8_all(&a);
  for (uint32_t i = 0; i < a.count; i++) {
    unsigned lanes = a.points[i].lanes & (all | a.points[i].on_most);
    if (lanes) box_over8_tell(&a, &a.points[i], lanes, out);
  }
}

#endif
