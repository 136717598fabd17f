/* segment8.h: eight triangles and a segment in lanes. */
#ifndef CAROM_NARROWPHASE_SEGMENT8_H
#define CAROM_NARROWPHASE_SEGMENT8_H

#include "triangle8.h"
#include "vec.h"

typedef struct segment8 {
  carom__lanes8 a[3], b[3], way[3], square;
  bool is_point;
} segment8;

typedef struct segment8_near {
  triangle8_near best; /* ways lead from the segment */
  carom__lanes8 at;    /* where on the segment */
} segment8_near;

CAROM__LANES8 static inline segment8 segment8_of(carom_vec3 a, carom_vec3 b) {
  segment8 s = {.is_point = a.x == b.x && a.y == b.y && a.z == b.z};
  for (int k = 0; k < 3; k++) {
    s.a[k] = lanes8_splat(vec3_get(a, k));
    s.b[k] = lanes8_splat(vec3_get(b, k));
    s.way[k] = lanes8_sub(s.b[k], s.a[k]);
  }
  s.square = lanes8_max(lanes8_dot(s.way, s.way), lanes8_splat(CAROM__TRIANGLE8_LEAST));
  return s;
}

/* Where a part of a whole is, 0 before it and 1 beyond. Nothing overflows, however short the whole is. */
CAROM__LANES8 static inline carom__lanes8 segment8_place(carom__lanes8 part, carom__lanes8 whole) {
  carom__lanes8 within = lanes8_max(lanes8_min(part, whole), lanes8_splat(0));
  return lanes8_div(within, whole);
}

/* The nearest points of the segment and an edge; r leads from the edge's beginning to the segment's.
 * (Ericson, 2005, 5.1.9.) */
CAROM__LANES8 static inline void segment8_try_edge(const segment8 *s, const carom__lanes8 edge[3],
                                                   const carom__lanes8 r[3], segment8_near *out) {
  carom__lanes8 least = lanes8_splat(CAROM__TRIANGLE8_LEAST), way[3];
  carom__lanes8 e = lanes8_max(lanes8_dot(edge, edge), least), f = lanes8_dot(edge, r);
  carom__lanes8 c = lanes8_dot(s->way, r), b = lanes8_dot(s->way, edge);
  carom__lanes8 denominator = lanes8_sub(lanes8_mul(s->square, e), lanes8_mul(b, b));
  carom__lanes8 numerator = lanes8_sub(lanes8_mul(b, f), lanes8_mul(c, e));
  carom__lanes8 at = segment8_place(numerator, lanes8_max(denominator, least));
  carom__lanes8 on = segment8_place(lanes8_add(lanes8_mul(b, at), f), e);
  at = segment8_place(lanes8_sub(lanes8_mul(b, on), c), s->square);
  for (int i = 0; i < 3; i++)
    way[i] = lanes8_sub(lanes8_sub(lanes8_mul(on, edge[i]), r[i]), lanes8_mul(at, s->way[i]));
  carom__lanes8 square = lanes8_dot(way, way), nearer = lanes8_gt(out->best.square, square);
  triangle8_take(nearer, way, square, &out->best);
  out->at = lanes8_select(nearer, at, out->at);
  /* an edge is no face */
  out->best.above = lanes8_select(nearer, lanes8_splat(0), out->best.above);
}

/* Where the segment passes through the triangle, the distance is zero. */
CAROM__LANES8 static inline void segment8_try_crossing(const segment8 *s, const triangle8 *t,
                                                       carom__lanes8 e[3][3], segment8_near *out) {
  carom__lanes8 n[3], from[3], zero = lanes8_splat(0), w[3][3], x[3];
  lanes8_cross(e[0], e[1], n);
  lanes8_sub3(s->a, t->p[0], from);
  carom__lanes8 height = lanes8_dot(from, n), drop = lanes8_neg(lanes8_dot(s->way, n));
  /* what is far above or below would overflow */
  carom__lanes8 one = lanes8_splat(1), two = lanes8_splat(2);
  carom__lanes8 far = lanes8_ge(lanes8_abs(height), lanes8_mul(two, lanes8_abs(drop)));
  carom__lanes8 at = lanes8_div(lanes8_select(far, two, height), lanes8_select(far, one, drop));
  carom__lanes8 passes = lanes8_and(lanes8_ge(at, zero), lanes8_ge(one, at));
  passes = lanes8_and(passes, lanes8_gt(lanes8_abs(drop), zero));
  lanes8_mad3(s->a, s->way, at, x);
  for (int k = 0; k < 3; k++) lanes8_sub3(x, t->p[k], w[k]);
  passes = lanes8_and(passes, triangle8_above(e, w, n));
  const carom__lanes8 nothing[3] = {zero, zero, zero};
  triangle8_take(passes, nothing, zero, &out->best);
  out->at = lanes8_select(passes, at, out->at);
}

CAROM__LANES8 static inline void segment8_nearest(const segment8 *s, const triangle8 *t, segment8_near *out) {
  triangle8_near end;
  carom__lanes8 e[3][3], r[3];
  triangle8_nearest(t, s->a, &out->best);
  out->at = lanes8_splat(0);
  if (s->is_point) return;
  triangle8_nearest(t, s->b, &end);
  carom__lanes8 nearer = lanes8_gt(out->best.square, end.square);
  triangle8_take(nearer, end.way, end.square, &out->best);
  out->best.above = lanes8_select(nearer, end.above, out->best.above);
  out->at = lanes8_select(nearer, lanes8_splat(1), out->at);
  triangle8_edges(t, e);
  for (int k = 0; k < 3; k++) {
    lanes8_sub3(s->a, t->p[k], r);
    segment8_try_edge(s, e[k], r, out);
  }
  segment8_try_crossing(s, t, e, out);
}

#endif
