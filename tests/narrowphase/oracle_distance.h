/* oracle_distance.h: the distance of two placed solids with a proof: the nearest points found are a bound
 * from above, the gap along their direction is one from below (weak duality), and both are computed in full.
 *
 * The search is that of Gilbert (1966) with corrals as Wolfe's (1976): the nearest point of up to four points
 * of A - B, found by looking at all of their subsets. How it got there does not matter to the proof. */
#ifndef CAROM_TEST_ORACLE_DISTANCE_H
#define CAROM_TEST_ORACLE_DISTANCE_H

#include "oracle_placed.h"

/* Up to four points of A - B, and their point nearest to the origin. */
typedef struct oracle_corral {
  int count;
  int a[4], b[4]; /* the vertices that each is the difference of */
  rvec3 points[4];
  oracle_real weights[4];
  rvec3 nearest;
} oracle_corral;

/* Solves m x = r for up to three unknowns by elimination; false when m is singular. */
static inline bool solve_small(int n, oracle_real m[3][4], oracle_real x[3]) {
  for (int k = 0; k < n; k++) {
    int pivot = k;
    for (int i = k + 1; i < n; i++)
      if (m[i][k] * m[i][k] > m[pivot][k] * m[pivot][k]) pivot = i;
    for (int j = 0; j <= n; j++) {
      oracle_real t = m[k][j];
      m[k][j] = m[pivot][j];
      m[pivot][j] = t;
    }
    if (m[k][k] == 0) return false;
    for (int i = k + 1; i < n; i++) {
      oracle_real f = m[i][k] / m[k][k];
      for (int j = k; j <= n; j++) m[i][j] -= f * m[k][j];
    }
  }
  for (int k = n - 1; k >= 0; k--) {
    x[k] = m[k][n];
    for (int j = k + 1; j < n; j++) x[k] -= m[k][j] * x[j];
    x[k] /= m[k][k];
  }
  return true;
}

/* The point nearest to the origin of what a subset of the corral spans; false when it lies outside of the
 * subset, or the subset is degenerate. */
static inline bool corral_project(const oracle_corral *c, const int *which, int count, oracle_corral *out) {
  rvec3 base = c->points[which[0]], sides[3];
  oracle_real m[3][4], x[3], first = 1;
  for (int i = 1; i < count; i++) sides[i - 1] = rvec_sub(c->points[which[i]], base);
  for (int i = 0; i < count - 1; i++) {
    for (int j = 0; j < count - 1; j++) m[i][j] = rvec_dot(sides[i], sides[j]);
    m[i][count - 1] = -rvec_dot(sides[i], base);
  }
  if (!solve_small(count - 1, m, x)) return false;
  for (int i = 0; i < count - 1; i++) {
    if (x[i] < 0) return false;
    first -= x[i];
  }
  if (first < 0) return false;
  *out = (oracle_corral){.count = count, .nearest = base};
  for (int i = 0; i < count; i++) {
    out->a[i] = c->a[which[i]], out->b[i] = c->b[which[i]], out->points[i] = c->points[which[i]];
    out->weights[i] = i == 0 ? first : x[i - 1];
    if (i > 0) out->nearest = rvec_mad(out->nearest, sides[i - 1], x[i - 1]);
  }
  return true;
}

/* Keeps of the corral what carries its nearest point. */
static inline void corral_reduce(oracle_corral *c) {
  oracle_corral best = *c, candidate;
  oracle_real least = -1;
  for (int mask = 1; mask < 1 << c->count; mask++) {
    int which[4] = {0}, count = 0;
    for (int i = 0; i < c->count; i++)
      if (mask >> i & 1) which[count++] = i;
    if (!corral_project(c, which, count, &candidate)) continue;
    oracle_real square = count == 4 ? 0 : rvec_dot(candidate.nearest, candidate.nearest);
    if (least >= 0 && square >= least) continue;
    best = candidate;
    least = square;
  }
  *c = best;
}

static inline bool corral_has(const oracle_corral *c, int a, int b) {
  for (int i = 0; i < c->count; i++)
    if (c->a[i] == a && c->b[i] == b) return true;
  return false;
}

static inline void corral_add(oracle_corral *c, const oracle_placed *a, int index_a, const oracle_placed *b,
                              int index_b) {
  c->a[c->count] = index_a, c->b[c->count] = index_b;
  c->points[c->count++] = rvec_sub(a->vertices[index_a], b->vertices[index_b]);
}

typedef struct oracle_distance {
  double least,
      most; /* the distance lies between; most 0: they overlap, or touch up to 1e-17 of their size */
  carom__dvec3 normal;           /* from A to B */
  carom__dvec3 point_a, point_b; /* the nearest points */
} oracle_distance;

static inline rvec3 corral_mix(const oracle_corral *c, const oracle_placed *p, const int *which) {
  rvec3 sum = rvec(0, 0, 0);
  for (int i = 0; i < c->count; i++) sum = rvec_mad(sum, p->vertices[which[i]], c->weights[i]);
  return sum;
}

static inline oracle_distance corral_distance(const oracle_corral *c, const oracle_placed *a,
                                              const oracle_placed *b) {
  oracle_distance d;
  oracle_real length = rvec_length(c->nearest);
  d.most = (double)length;
  d.least = (double)placed_exact_gap(a, b, rvec_scale(c->nearest, -1));
  d.normal = rvec_narrow(rvec_scale(c->nearest, -1 / length));
  d.point_a = rvec_narrow(corral_mix(c, a, c->a));
  d.point_b = rvec_narrow(corral_mix(c, b, c->b));
  return d;
}

/* Distances below 1e-17 of `size`, which bounds the coordinates, count as none. */
static inline oracle_distance oracle_find_distance(const oracle_placed *a, const oracle_placed *b,
                                                   double size) {
  oracle_corral c = {.count = 0};
  double reach;
  corral_add(&c, a, 0, b, 0);
  for (int round = 0; round < 1000; round++) {
    corral_reduce(&c);
    double length = (double)rvec_length(c.nearest);
    if (c.count == 4 || length <= 1e-17 * size) return (oracle_distance){.most = 0};
    carom__dvec3 toward = rvec_narrow(rvec_scale(c.nearest, -1 / rvec_length(c.nearest)));
    int far_a = placed_support(a, toward, &reach);
    int far_b = placed_support(b, dvec3_scale(toward, -1), &reach);
    if (corral_has(&c, far_a, far_b)) break;
    double lower = -(double)rvec_dot(rvec_widen(toward), rvec_sub(a->vertices[far_a], b->vertices[far_b]));
    if (length - lower <= 1e-16 * size) break;
    corral_add(&c, a, far_a, b, far_b);
  }
  return corral_distance(&c, a, b);
}

#endif
