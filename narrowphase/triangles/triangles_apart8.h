/* triangles_apart8.h: do planes separate pairs of triangles? Eight pairs at a time, in lanes.
 *
 * What rounding may do scales with the edges and with the way between the triangles. Pairs that rounding may
 * decide are not apart: a test in double tells of them. */
#ifndef CAROM_NARROWPHASE_TRIANGLES_APART8_H
#define CAROM_NARROWPHASE_TRIANGLES_APART8_H

#include "triangle8.h"

/* In parts of the products that a height is the sum of. */
#define APART8_ROUNDING (32 * 0x1p-24f)

/* The planes of eight triangles. */
typedef struct face8 {
  carom__lanes8 origin[3], normal[3];
  carom__lanes8 gap, rounding; /* the limit of heights, and what each unit of a way adds to it */
} face8;

CAROM__LANES8 static inline void face8_of(carom__lanes8 p[3][3], carom__lanes8 margin, face8 *out) {
  carom__lanes8 e[3], f[3];
  lanes8_sub3(p[1], p[0], e);
  lanes8_sub3(p[2], p[0], f);
  lanes8_cross(e, f, out->normal);
  for (int k = 0; k < 3; k++) out->origin[k] = p[0][k];
  out->gap = lanes8_mul(margin, lanes8_sqrt(lanes8_dot(out->normal, out->normal)));
  out->rounding =
      lanes8_mul(lanes8_sqrt(lanes8_mul(lanes8_dot(e, e), lanes8_dot(f, f))), lanes8_splat(APART8_ROUNDING));
}

/* Are the corners q all on one side of a plane, and farther than the margin? */
CAROM__LANES8 static inline carom__lanes8 face8_apart(const face8 *face, carom__lanes8 q[3][3]) {
  carom__lanes8 heights[3], far = lanes8_splat(0);
  for (int i = 0; i < 3; i++) {
    carom__lanes8 way[3];
    lanes8_sub3(q[i], face->origin, way);
    heights[i] = lanes8_dot(way, face->normal);
    far = lanes8_max(far, lanes8_add(lanes8_add(lanes8_abs(way[0]), lanes8_abs(way[1])), lanes8_abs(way[2])));
  }
  carom__lanes8 limit = lanes8_add(face->gap, lanes8_mul(face->rounding, far));
  carom__lanes8 least = lanes8_min(lanes8_min(heights[0], heights[1]), heights[2]);
  carom__lanes8 most = lanes8_max(lanes8_max(heights[0], heights[1]), heights[2]);
  return lanes8_or(lanes8_gt(least, limit), lanes8_gt(lanes8_neg(limit), most));
}

/* Two triangles, as the products of their edges separate them. Corners are seen from corner 0 of p. */
typedef struct edges_apart8 {
  carom__lanes8 p[3][3], q[3][3], of_p[3][3], of_q[3][3];
  carom__lanes8 far; /* of all corners */
} edges_apart8;

CAROM__LANES8 static inline void edges_apart8_begin(carom__lanes8 p[3][3], carom__lanes8 q[3][3],
                                                    edges_apart8 *out) {
  out->far = lanes8_splat(0);
  for (int i = 0; i < 3; i++) {
    lanes8_sub3(p[i], p[0], out->p[i]);
    lanes8_sub3(q[i], p[0], out->q[i]);
    lanes8_sub3(p[(i + 1) % 3], p[i], out->of_p[i]);
    lanes8_sub3(q[(i + 1) % 3], q[i], out->of_q[i]);
    carom__lanes8 of_p = lanes8_dot(out->p[i], out->p[i]), of_q = lanes8_dot(out->q[i], out->q[i]);
    out->far = lanes8_max(out->far, lanes8_max(of_p, of_q));
  }
  out->far = lanes8_sqrt(out->far);
}

/* Is there a gap that is greater than the margin along the product of an edge of each? */
CAROM__LANES8 static inline carom__lanes8 apart_of_edges8(const edges_apart8 *a, int i, int k,
                                                          carom__lanes8 margin) {
  const carom__lanes8 *e = a->of_p[i], *f = a->of_q[k];
  carom__lanes8 n[3];
  lanes8_cross(e, f, n);
  carom__lanes8 p = lanes8_dot(a->p[i], n), p_last = lanes8_dot(a->p[(i + 2) % 3], n);
  carom__lanes8 q = lanes8_dot(a->q[k], n), q_last = lanes8_dot(a->q[(k + 2) % 3], n);
  carom__lanes8 above = lanes8_sub(lanes8_min(p, p_last), lanes8_max(q, q_last));
  carom__lanes8 below = lanes8_sub(lanes8_min(q, q_last), lanes8_max(p, p_last));
  carom__lanes8 rounding = lanes8_sqrt(lanes8_mul(lanes8_dot(e, e), lanes8_dot(f, f)));
  rounding = lanes8_mul(lanes8_mul(rounding, a->far), lanes8_splat(APART8_ROUNDING));
  carom__lanes8 limit = lanes8_add(lanes8_mul(margin, lanes8_sqrt(lanes8_dot(n, n))), rounding);
  return lanes8_gt(lanes8_max(above, below), limit);
}

/* Those of the lanes that no product of edges separates. */
CAROM__LANES8 static inline unsigned edges8_not_apart(carom__lanes8 p[3][3], carom__lanes8 q[3][3],
                                                      carom__lanes8 margin, unsigned lanes) {
  edges_apart8 a;
  edges_apart8_begin(p, q, &a);
  for (int i = 0; i < 9 && lanes; i++) lanes &= ~lanes8_bits(apart_of_edges8(&a, i / 3, i % 3, margin));
  return lanes;
}

#endif
