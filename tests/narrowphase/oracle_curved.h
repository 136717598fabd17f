/* oracle_curved.h: the signed separation of any two convex solids: the greatest gap along all directions, by
 * branch and bound over the sphere of directions.
 *
 * Let h be the support function of D = A - B, so that the gap along n is -h(n). A cell is a spherical
 * triangle with the farthest points of D along its corners. Of any point q of D it is known that h(n) >= q n;
 * where q n is at least m >= 0 at the corners of a cell, it is so in all of it, because n is a sum of the
 * corners, divided by something that is at most the sum of the weights; where m < 0 that divisor counts. So
 * the best convex mix of a cell's three points bounds h from below, and any direction bounds its minimum from
 * above. Cells that cannot hold anything better are dropped, the others are cut in four. Neither support
 * functions nor searches of the library are used. */
#ifndef CAROM_TEST_ORACLE_CURVED_H
#define CAROM_TEST_ORACLE_CURVED_H

#include "oracle_placed.h"

enum { CURVED_CELLS = 1 << 16, CURVED_LEVELS = 40 };

typedef struct curved_corner {
  carom__dvec3 n; /* unit */
  carom__dvec3 p; /* the farthest point of D along it */
} curved_corner;

typedef struct curved_cell {
  curved_corner corners[3];
  carom__dvec3
      beyond; /* the farthest point of D across the triangle of the three points, as EPA would take */
} curved_cell;

typedef struct oracle_curved {
  const oracle_placed *a, *b;
  double best;         /* the greatest gap that was found along a direction */
  carom__dvec3 normal; /* that direction */
  double most;         /* no gap is greater */
  int crowd;           /* the most cells that a level was left with: how many directions are about as good */
} oracle_curved;

/* The farthest point of D along n, which is a new direction to be tried. */
static inline curved_corner curved_try(oracle_curved *c, carom__dvec3 n) {
  curved_corner corner = {n, dvec3_sub(placed_farthest(c->a, n), placed_farthest(c->b, dvec3_scale(n, -1)))};
  double gap = -dvec3_dot(n, corner.p);
  if (gap > c->best) {
    c->best = gap;
    c->normal = n;
  }
  return corner;
}

/* Any length; when that is about none, the corner is what comes out. */
static inline curved_corner curved_try_any(oracle_curved *c, carom__dvec3 n, double scale,
                                           curved_corner corner) {
  double length = dvec3_length(n);
  return length > 1e-30 * scale ? curved_try(c, dvec3_scale(n, 1 / length)) : corner;
}

/* The products of a cell's points (rows) with its corners. */
typedef struct curved_game {
  double m[3][3];
} curved_game;

static inline void curved_products(const curved_cell *cell, carom__dvec3 p, double row[3]) {
  for (int j = 0; j < 3; j++) row[j] = dvec3_dot(p, cell->corners[j].n);
}

/* The least product of a mix of the points with the corners. */
static inline double curved_value(const curved_game *g, const double w[3]) {
  double least = HUGE_VAL;
  for (int j = 0; j < 3; j++) least = fmin(least, w[0] * g->m[0][j] + w[1] * g->m[1][j] + w[2] * g->m[2][j]);
  return least;
}

/* The mix of two points that gives the same at two corners. */
static inline double curved_even_two(const curved_game *g, int i, int k, int j, int l) {
  double first = g->m[i][j] - g->m[i][l], second = g->m[k][j] - g->m[k][l];
  double t = first == second ? 0.5 : fmin(fmax(first / (first - second), 0), 1);
  double w[3] = {0, 0, 0};
  w[i] = 1 - t, w[k] = t;
  return curved_value(g, w);
}

/* The mix of three points that gives the same at all corners, by Cramer's rule. */
static inline double curved_even_three(const curved_game *g) {
  double w[3], sum = 0;
  for (int i = 0; i < 3; i++) {
    const double *p = g->m[(i + 1) % 3], *q = g->m[(i + 2) % 3];
    w[i] = (p[0] - p[1]) * (q[1] - q[2]) - (p[1] - p[2]) * (q[0] - q[1]);
    sum += w[i];
  }
  if (sum == 0) return -HUGE_VAL;
  for (int i = 0; i < 3; i++)
    if ((w[i] /= sum) < 0) return -HUGE_VAL;
  return curved_value(g, w);
}

/* The best mix of three points. */
static inline double curved_solve(const curved_game *g) {
  double most = curved_even_three(g);
  for (int i = 0; i < 3; i++) {
    double pure[3] = {i == 0, i == 1, i == 2};
    most = fmax(most, curved_value(g, pure));
    for (int j = 0; j < 3; j++) most = fmax(most, curved_even_two(g, i, (i + 1) % 3, j, (j + 1) % 3));
  }
  return most;
}

/* The best mix of the four points of a cell, of which three are enough. */
static inline double curved_mix(const curved_cell *cell) {
  curved_game g, h;
  double row[3];
  curved_products(cell, cell->beyond, row);
  for (int i = 0; i < 3; i++) curved_products(cell, cell->corners[i].p, g.m[i]);
  double most = curved_solve(&g);
  for (int i = 0; i < 3; i++) {
    h = g;
    memcpy(h.m[i], row, sizeof row);
    most = fmax(most, curved_solve(&h));
  }
  return most;
}

/* A lower bound of h in the cell. */
static inline double curved_bound(const curved_cell *cell) {
  double most = curved_mix(cell), cosine = 1;
  if (most >= 0) return most;
  carom__dvec3 sum = dvec3_add(cell->corners[0].n, dvec3_add(cell->corners[1].n, cell->corners[2].n));
  double length = dvec3_length(sum);
  for (int j = 0; j < 3; j++) cosine = fmin(cosine, dvec3_dot(sum, cell->corners[j].n) / length);
  return most / cosine;
}

/* Directions that a cell hints at: square to its three points, as EPA has it, and nearest to its middle among
 * those square to two. */
static inline void curved_try_cell(oracle_curved *c, curved_cell *cell) {
  const curved_corner *k = cell->corners;
  carom__dvec3 middle = dvec3_add(k[0].n, dvec3_add(k[1].n, k[2].n));
  carom__dvec3 side = dvec3_sub(k[1].p, k[0].p), other = dvec3_sub(k[2].p, k[0].p);
  carom__dvec3 normal = dvec3_cross(side, other);
  double scale = dvec3_length(side) * dvec3_length(other);
  if (dvec3_dot(normal, middle) < 0) normal = dvec3_scale(normal, -1);
  cell->beyond = curved_try_any(c, normal, scale, k[0]).p;
  for (int i = 0; i < 3; i++) {
    side = dvec3_sub(k[(i + 1) % 3].p, k[i].p);
    double square = dvec3_dot(side, side);
    if (square > 0) curved_try_any(c, dvec3_mad(middle, side, -dvec3_dot(middle, side) / square), 1, k[i]);
    curved_try_any(c, dvec3_scale(k[i].p, -1), 1, k[i]); /* as if D were that point */
  }
}

static inline curved_cell curved_cell_of(curved_corner a, curved_corner b, curved_corner c) {
  return (curved_cell){{a, b, c}, a.p};
}

static inline curved_corner curved_between(oracle_curved *c, const curved_corner *a, const curved_corner *b) {
  return curved_try(c, dvec3_unit(dvec3_add(a->n, b->n)));
}

/* Cuts a cell in four. */
static inline void curved_split(oracle_curved *c, const curved_cell *cell, curved_cell out[4]) {
  const curved_corner *k = cell->corners;
  curved_corner middles[3];
  for (int i = 0; i < 3; i++) middles[i] = curved_between(c, &k[i], &k[(i + 1) % 3]);
  for (int i = 0; i < 3; i++) out[i] = curved_cell_of(k[i], middles[i], middles[(i + 2) % 3]);
  out[3] = curved_cell_of(middles[0], middles[1], middles[2]);
}

/* Turned, so that shapes along the axes do not have all that matters on the borders of cells. */
static inline int curved_start(oracle_curved *c, curved_cell *cells) {
  const carom__dvec3 x = {2.0 / 3, 2.0 / 3, 1.0 / 3}, y = {-2.0 / 3, 1.0 / 3, 2.0 / 3},
                     z = {1.0 / 3, -2.0 / 3, 2.0 / 3};
  for (int i = 0; i < 8; i++)
    cells[i] = curved_cell_of(curved_try(c, dvec3_scale(x, i & 1 ? 1 : -1)),
                              curved_try(c, dvec3_scale(y, i & 2 ? 1 : -1)),
                              curved_try(c, dvec3_scale(z, i & 4 ? 1 : -1)));
  return 8;
}

/* Drops the cells that cannot hold a gap greater by `doubt` than the best; returns how many are left, and
 * sets the greatest gap that they may hold. */
static inline int curved_drop(oracle_curved *c, curved_cell *cells, int count, double doubt) {
  int left = 0;
  c->most = c->best + doubt;
  for (int i = 0; i < count; i++) {
    double most = -curved_bound(&cells[i]);
    if (most <= c->best + doubt) continue;
    c->most = fmax(c->most, most);
    cells[left++] = cells[i];
  }
  return left;
}

/* Finds the greatest gap up to a doubt. */
static inline oracle_curved oracle_find_separation(const oracle_placed *a, const oracle_placed *b,
                                                   double doubt) {
  static curved_cell cells[2][CURVED_CELLS];
  oracle_curved c = {.a = a, .b = b, .best = -HUGE_VAL};
  int count = curved_start(&c, cells[0]);
  for (int level = 0; level < CURVED_LEVELS; level++) {
    curved_cell *now = cells[level & 1], *next = cells[!(level & 1)];
    count = curved_drop(&c, now, count, doubt);
    for (int i = 0; i < count; i++) curved_try_cell(&c, &now[i]);
    count = curved_drop(&c, now, count, doubt);
    c.crowd = count > c.crowd ? count : c.crowd;
    if (count == 0 || count > CURVED_CELLS / 4) break;
    for (int i = 0; i < count; i++) curved_split(&c, &now[i], &next[4 * i]);
    count *= 4;
  }
  return c;
}

#endif
