/* grid_rings.h: random polygons with corners on a small grid, where points on lines and lines through
 * points abound, and slow tests of them in integers. */
#ifndef CAROM_TEST_GRID_RINGS_H
#define CAROM_TEST_GRID_RINGS_H

#include "carom/rings.h"
#include "testing.h"

enum { GRID_POINTS = 400, GRID_RINGS = 8 };

typedef struct grid_point {
  int64_t x, y;
} grid_point;

typedef struct grid_polygon {
  grid_point points[GRID_POINTS]; /* ring after ring */
  size_t counts[GRID_RINGS];
  size_t ring_count;
} grid_polygon;

static inline size_t grid_total(const grid_polygon *p) {
  size_t total = 0;
  for (size_t i = 0; i < p->ring_count; i++) total += p->counts[i];
  return total;
}

/* Of point i: where its ring starts and ends, and the next point. */
static inline size_t grid_next(const grid_polygon *p, size_t i) {
  size_t start = 0, ring = 0;
  while (i >= start + p->counts[ring]) start += p->counts[ring++];
  return i + 1 < start + p->counts[ring] ? i + 1 : start;
}

static inline int64_t grid_cross(grid_point a, grid_point b, grid_point c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static inline int grid_turn(grid_point a, grid_point b, grid_point c) {
  int64_t cross = grid_cross(a, b, c);
  return (cross > 0) - (cross < 0);
}

static inline bool grid_same(grid_point a, grid_point b) { return a.x == b.x && a.y == b.y; }

/* Is a point on a segment, ends included? */
static inline bool grid_on(grid_point a, grid_point b, grid_point p) {
  int64_t dot = (p.x - a.x) * (p.x - b.x) + (p.y - a.y) * (p.y - b.y);
  return grid_turn(a, b, p) == 0 && dot <= 0;
}

/* Have two segments a point in common? */
static inline bool grid_meet(grid_point a, grid_point b, grid_point c, grid_point d) {
  if (grid_on(a, b, c) || grid_on(a, b, d) || grid_on(c, d, a) || grid_on(c, d, b)) return true;
  return grid_turn(a, b, c) * grid_turn(a, b, d) < 0 && grid_turn(c, d, a) * grid_turn(c, d, b) < 0;
}

/* Is the side from point i at fault with the one from point j? */
static inline bool grid_sides_fail(const grid_polygon *p, size_t i, size_t j) {
  size_t after_i = grid_next(p, i), after_j = grid_next(p, j);
  grid_point a = p->points[i], b = p->points[after_i], c = p->points[j], d = p->points[after_j];
  if (i == j) return false;
  if (after_i == j) return grid_on(a, b, d) || grid_on(c, d, a);
  if (after_j == i) return grid_on(c, d, b) || grid_on(a, b, c);
  return grid_meet(a, b, c, d);
}

static inline bool grid_side_fails(const grid_polygon *p, size_t i) {
  bool fails = grid_same(p->points[i], p->points[grid_next(p, i)]);
  for (size_t j = 0, total = grid_total(p); j < total && !fails; j++) fails = grid_sides_fail(p, i, j);
  return fails;
}

static inline bool grid_sides_are_good(const grid_polygon *p) {
  for (size_t i = 0, total = grid_total(p); i < total; i++)
    if (grid_side_fails(p, i)) return false;
  return true;
}

/* Is a point that is on no side inside a ring? By the angles it sees, counted in half turns. */
static inline bool grid_inside(const grid_polygon *p, size_t ring, grid_point q) {
  size_t start = 0;
  int winding = 0;
  for (size_t i = 0; i < ring; i++) start += p->counts[i];
  for (size_t i = start; i < start + p->counts[ring]; i++) {
    grid_point a = p->points[i], b = p->points[grid_next(p, i)];
    if (a.y <= q.y && b.y > q.y && grid_turn(a, b, q) > 0) winding++;
    if (a.y > q.y && b.y <= q.y && grid_turn(a, b, q) < 0) winding--;
  }
  return winding != 0;
}

static inline bool grid_holes_are_good(const grid_polygon *p) {
  size_t start = p->counts[0];
  for (size_t hole = 1; hole < p->ring_count; start += p->counts[hole++]) {
    if (!grid_inside(p, 0, p->points[start])) return false;
    for (size_t other = 1; other < p->ring_count; other++)
      if (other != hole && grid_inside(p, other, p->points[start])) return false;
  }
  return true;
}

static inline bool grid_is_good(const grid_polygon *p) {
  return grid_sides_are_good(p) && grid_holes_are_good(p);
}

/* --- Random ones --- */

static inline grid_point grid_random(uint64_t *random, uint32_t size) {
  int64_t x = test_below(random, size);
  return (grid_point){x, test_below(random, size)};
}

static inline void grid_insert(grid_polygon *p, size_t ring, size_t at, grid_point q) {
  for (size_t i = grid_total(p); i > at; i--) p->points[i] = p->points[i - 1];
  p->points[at] = q;
  p->counts[ring]++;
}

static inline void grid_remove(grid_polygon *p, size_t ring, size_t at) {
  for (size_t i = at + 1, total = grid_total(p); i < total; i++) p->points[i - 1] = p->points[i];
  p->counts[ring]--;
}

/* Adds a triangle as a ring, unless it does no good. */
static inline void grid_add_ring(grid_polygon *p, uint64_t *random, uint32_t size) {
  size_t at = grid_total(p);
  for (int i = 0; i < 3; i++) p->points[at + (size_t)i] = grid_random(random, size);
  p->counts[p->ring_count++] = 3;
  if (!grid_is_good(p)) p->ring_count--;
}

/* Puts a point into a ring, unless it does no good. */
static inline void grid_grow(grid_polygon *p, uint64_t *random, uint32_t size) {
  size_t ring = test_below(random, (uint32_t)p->ring_count), start = 0;
  for (size_t i = 0; i < ring; i++) start += p->counts[i];
  size_t at = start + 1 + test_below(random, (uint32_t)p->counts[ring]);
  grid_insert(p, ring, at, grid_random(random, size));
  if (!grid_is_good(p)) grid_remove(p, ring, at);
}

/* A good polygon of some rings, by so many attempts to add to it. */
static inline void grid_polygon_make(grid_polygon *p, uint64_t *random, uint32_t size, uint32_t attempts) {
  p->ring_count = 0;
  while (p->ring_count == 0) grid_add_ring(p, random, size);
  for (uint32_t i = 0; i < attempts && grid_total(p) + 3 < GRID_POINTS; i++) {
    if (p->ring_count < GRID_RINGS && test_below(random, 20) == 0)
      grid_add_ring(p, random, size);
    else
      grid_grow(p, random, size);
  }
}

/* As it is given to carom, scaled by a power of two; rings point into `points`. */
static inline void grid_to_rings(const grid_polygon *p, float unit, carom_vec2 *points, carom_ring *rings) {
  size_t start = 0;
  for (size_t i = 0, total = grid_total(p); i < total; i++)
    points[i] = (carom_vec2){(float)p->points[i].x * unit, (float)p->points[i].y * unit};
  for (size_t ring = 0; ring < p->ring_count; start += p->counts[ring++])
    rings[ring] = (carom_ring){points + start, p->counts[ring]};
}

#endif
