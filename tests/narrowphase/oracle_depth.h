/* oracle_depth.h: how deep two placed solids overlap: the least overlap along all normals of A - B, which are
 * the normals of A, those of B, and the products of all edges of both whose normals meet on the sphere (the
 * Gauss map: Gregorius, 2013).
 *
 * Each direction is weighed by all vertices, so that one too many does no harm. Double precision sorts out
 * what cannot be the best, and full precision decides among the rest. */
#ifndef CAROM_TEST_ORACLE_DEPTH_H
#define CAROM_TEST_ORACLE_DEPTH_H

#include "oracle_placed.h"

typedef struct oracle_depth {
  const oracle_placed *a, *b;
  double size;      /* bounds the coordinates */
  oracle_real best; /* the greatest gap along a direction, exactly: minus the depth */
  rvec3 normal;     /* of any length */
  bool any;
} oracle_depth;

/* Weighs a direction in full. */
static inline void depth_try(oracle_depth *d, rvec3 n) {
  oracle_real gap = placed_exact_gap(d->a, d->b, n);
  if (d->any && gap <= d->best) return;
  d->best = gap;
  d->normal = n;
  d->any = true;
}

/* Could a direction that is known up to an error be the best? */
static inline bool depth_may_win(const oracle_depth *d, carom__dvec3 n, double error) {
  return !d->any || placed_gap(d->a, d->b, n) + (error + 1e-15) * d->size > (double)d->best;
}

static inline void depth_try_normals(oracle_depth *d, const oracle_placed *p, double sign) {
  for (int i = 0; i < p->solid->normal_count; i++) {
    carom__dvec3 n = dvec3_scale(p->normals[i], sign);
    if (depth_may_win(d, n, 0)) depth_try(d, rvec_widen(n));
  }
}

/* May the normals along an edge be square to a direction? They turn from one face's to the other's. */
static inline bool edge_meets(const oracle_placed *p, int edge, carom__dvec3 direction) {
  const int *faces = p->solid->edges[edge].normals;
  if (faces[0] < 0) return true;
  double first = dvec3_dot(p->normals[faces[0]], direction),
         second = dvec3_dot(p->normals[faces[1]], direction);
  return !((first > 1e-9 && second > 1e-9) || (first < -1e-9 && second < -1e-9));
}

static inline rvec3 placed_edge(const oracle_placed *p, int edge) {
  const oracle_edge *e = &p->solid->edges[edge];
  return rvec_sub(p->vertices[e->to], p->vertices[e->from]);
}

/* The product of two edges, in full; false when they are parallel but for rounding, where it may point
 * anywhere, and square to neither. */
static inline bool edges_cross(const oracle_depth *d, int edge_a, int edge_b, rvec3 *out) {
  rvec3 a = placed_edge(d->a, edge_a), b = placed_edge(d->b, edge_b);
  *out = rvec_cross(a, b);
  oracle_real rounding = rvec_dot(a, a) * rvec_dot(b, b) * ORACLE_ROUNDING * ORACLE_ROUNDING;
  return rvec_dot(*out, *out) > rounding;
}

static inline void depth_try_edges(oracle_depth *d, int edge_a, int edge_b) {
  carom__dvec3 n = dvec3_cross(d->a->edges[edge_a], d->b->edges[edge_b]);
  double sine = dvec3_length(n);
  bool known = sine > 1e-12;
  if (known) n = dvec3_scale(n, 1 / sine);
  bool forth = !known || depth_may_win(d, n, 4e-16 / sine);
  bool back = !known || depth_may_win(d, dvec3_scale(n, -1), 4e-16 / sine);
  if (!forth && !back) return;
  rvec3 exact;
  if (!edges_cross(d, edge_a, edge_b, &exact)) return;
  if (forth) depth_try(d, exact);
  if (back) depth_try(d, rvec_scale(exact, -1));
}

/* Minus the depth of two solids that overlap; 0 when A - B has no inside. */
static inline oracle_depth oracle_find_depth(const oracle_placed *a, const oracle_placed *b, double size) {
  oracle_depth d = {.a = a, .b = b, .size = size, .best = 0, .normal = rvec(0, 0, 1)};
  depth_try_normals(&d, a, 1);
  depth_try_normals(&d, b, -1);
  for (int i = 0; i < a->solid->edge_count; i++)
    for (int j = 0; j < b->solid->edge_count; j++)
      if (edge_meets(a, i, b->edges[j]) && edge_meets(b, j, a->edges[i])) depth_try_edges(&d, i, j);
  return d;
}

#endif
