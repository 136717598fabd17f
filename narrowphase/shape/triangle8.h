/* triangle8.h: eight triangles and a point or a box in lanes. */
#ifndef CAROM_NARROWPHASE_TRIANGLE8_H
#define CAROM_NARROWPHASE_TRIANGLE8_H

#include <float.h>

#include "carom/obb.h"
#include "lanes8.h"
#include "vec.h"

/* Triangles whose doubled area is less than the root of this have no face. */
#define CAROM__TRIANGLE8_FACE 1e-30f
/* Keeps quotients finite. */
#define CAROM__TRIANGLE8_LEAST 1e-37f

/* The corners of eight triangles: [corner][axis]. */
typedef struct triangle8 {
  carom__lanes8 p[3][3];
} triangle8;

/* The nearest points of eight triangles. */
typedef struct triangle8_near {
  carom__lanes8 way[3]; /* from the point to the nearest point */
  carom__lanes8 square; /* of its length */
  carom__lanes8 above;  /* a mask: the nearest point is on the face */
  carom__lanes8 reach;  /* the square of the distance of the farthest corner, with which rounding scales */
} triangle8_near;

CAROM__LANES8 static inline carom__lanes8 lanes8_clamp01(carom__lanes8 a) {
  return lanes8_min(lanes8_max(a, lanes8_splat(0)), lanes8_splat(1));
}

CAROM__LANES8 static inline void triangle8_take(carom__lanes8 mask, const carom__lanes8 way[3],
                                                carom__lanes8 square, triangle8_near *best) {
  for (int i = 0; i < 3; i++) best->way[i] = lanes8_select(mask, way[i], best->way[i]);
  best->square = lanes8_select(mask, square, best->square);
}

/* w leads from the beginning of the edge to the point. */
CAROM__LANES8 static inline void triangle8_try_edge(const carom__lanes8 edge[3], const carom__lanes8 w[3],
                                                    triangle8_near *best) {
  carom__lanes8 least = lanes8_splat(CAROM__TRIANGLE8_LEAST), way[3];
  carom__lanes8 at =
      lanes8_clamp01(lanes8_div(lanes8_dot(w, edge), lanes8_max(lanes8_dot(edge, edge), least)));
  for (int i = 0; i < 3; i++) way[i] = lanes8_sub(lanes8_mul(at, edge[i]), w[i]);
  carom__lanes8 square = lanes8_dot(way, way);
  triangle8_take(lanes8_gt(best->square, square), way, square, best);
}

/* Within the edges, as seen along the normal n? */
CAROM__LANES8 static inline carom__lanes8 triangle8_above(carom__lanes8 e[3][3], carom__lanes8 w[3][3],
                                                          const carom__lanes8 n[3]) {
  carom__lanes8 above = lanes8_gt(lanes8_dot(n, n), lanes8_splat(CAROM__TRIANGLE8_FACE)), x[3];
  for (int k = 0; k < 3; k++) {
    lanes8_cross(e[k], w[k], x);
    above = lanes8_and(above, lanes8_ge(lanes8_dot(x, n), lanes8_splat(0)));
  }
  return above;
}

CAROM__LANES8 static inline void triangle8_edges(const triangle8 *t, carom__lanes8 e[3][3]) {
  for (int k = 0; k < 3; k++) lanes8_sub3(t->p[(k + 1) % 3], t->p[k], e[k]);
}

/* The nearest points of the edges e; w leads from the corners to the point. (Ericson, 2005, 5.1.5, without
 * branches.) */
CAROM__LANES8 static inline void triangle8_nearest_of_edges(carom__lanes8 e[3][3], carom__lanes8 w[3][3],
                                                            triangle8_near *out) {
  carom__lanes8 zero = lanes8_splat(0);
  *out = (triangle8_near){{zero, zero, zero}, lanes8_splat(FLT_MAX), zero, zero};
  for (int k = 0; k < 3; k++) {
    triangle8_try_edge(e[k], w[k], out);
    out->reach = lanes8_max(out->reach, lanes8_dot(w[k], w[k]));
  }
}

/* Takes those of the faces where they are nearer. */
CAROM__LANES8 static inline void triangle8_try_face(carom__lanes8 e[3][3], carom__lanes8 w[3][3],
                                                    triangle8_near *out) {
  carom__lanes8 n[3], way[3], zero = lanes8_splat(0);
  lanes8_cross(e[0], e[1], n);
  carom__lanes8 above = triangle8_above(e, w, n);
  /* of no face where it does not count, so that nothing overflows */
  carom__lanes8 height = lanes8_select(above, lanes8_dot(w[0], n), zero);
  carom__lanes8 part = lanes8_div(height, lanes8_max(lanes8_dot(n, n), lanes8_splat(CAROM__TRIANGLE8_FACE)));
  carom__lanes8 square = lanes8_mul(height, part);
  for (int i = 0; i < 3; i++) way[i] = lanes8_neg(lanes8_mul(n[i], part));
  out->above = lanes8_and(above, lanes8_ge(out->square, square));
  triangle8_take(out->above, way, square, out);
}

CAROM__LANES8 static inline void triangle8_nearest(const triangle8 *t, const carom__lanes8 point[3],
                                                   triangle8_near *out) {
  carom__lanes8 e[3][3], w[3][3];
  triangle8_edges(t, e);
  for (int k = 0; k < 3; k++) lanes8_sub3(point, t->p[k], w[k]);
  triangle8_nearest_of_edges(e, w, out);
  triangle8_try_face(e, w, out);
}

CAROM__LANES8 static inline carom__lanes8 triangle8_least(const triangle8 *t, int axis) {
  return lanes8_min(lanes8_min(t->p[0][axis], t->p[1][axis]), t->p[2][axis]);
}
CAROM__LANES8 static inline carom__lanes8 triangle8_most(const triangle8 *t, int axis) {
  return lanes8_max(lanes8_max(t->p[0][axis], t->p[1][axis]), t->p[2][axis]);
}

/* --- Boxes --- */

/* Triangles in the frame of a box, and how far rounding may have moved a coordinate. Subtracting the centre
 * rounds by 2^-24 of the difference, and each of three products and two sums as much. */
typedef struct triangle8_turned {
  triangle8 t;
  carom__lanes8 half[3], reach, slack;
} triangle8_turned;

CAROM__LANES8 static inline triangle8_turned triangle8_turn(const triangle8 *t, const carom_obb *box) {
  const carom_vec3 *axes = &box->axes.x;
  const float center[3] = {box->center.x, box->center.y, box->center.z};
  const float half[3] = {box->half.x, box->half.y, box->half.z};
  triangle8_turned out = {.reach = lanes8_splat(0)};
  for (int k = 0; k < 3; k++) {
    carom__lanes8 from[3];
    for (int i = 0; i < 3; i++) from[i] = lanes8_sub(t->p[k][i], lanes8_splat(center[i]));
    for (int i = 0; i < 3; i++) {
      const carom__lanes8 axis[3] = {lanes8_splat(axes[i].x), lanes8_splat(axes[i].y),
                                     lanes8_splat(axes[i].z)};
      out.t.p[k][i] = lanes8_dot(axis, from);
      out.reach = lanes8_max(out.reach, lanes8_abs(from[i]));
    }
  }
  out.slack = lanes8_mul(out.reach, lanes8_splat(16 * 0x1p-24f));
  for (int i = 0; i < 3; i++) out.half[i] = lanes8_add(lanes8_splat(half[i]), out.slack);
  return out;
}

/* What reaches through a triangle by no more may as well not, by the rounding of the sizes. */
CAROM__LANES8 static inline carom__lanes8 triangle8_hardly(const triangle8_turned *s, const carom_obb *box) {
  float size = vec3_norm1(box->center) + vec3_norm1(box->half);
  return lanes8_mul(lanes8_add(s->reach, lanes8_splat(size)), lanes8_splat(32 * 0x1p-24f));
}

#endif
