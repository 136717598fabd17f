/* arcs.h: ellipses and halves of them in long double: which point is farthest, how far one is from a point,
 * and the direction along which two convex shapes of the plane are farthest apart, by looking at very many.
 */
#ifndef CAROM_TEST_ARCS_H
#define CAROM_TEST_ARCS_H

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

typedef struct exact2 {
  long double x, y;
} exact2;

static inline exact2 exact2_sub(exact2 a, exact2 b) { return (exact2){a.x - b.x, a.y - b.y}; }
static inline exact2 exact2_mad(exact2 a, exact2 b, long double s) {
  return (exact2){a.x + b.x * s, a.y + b.y * s};
}
static inline long double exact2_dot(exact2 a, exact2 b) { return a.x * b.x + a.y * b.y; }
static inline exact2 exact2_along(exact2 axis, exact2 v) {
  return (exact2){exact2_dot(axis, v), axis.x * v.y - axis.y * v.x};
}
static inline exact2 exact2_turn(exact2 axis, exact2 v) {
  return (exact2){axis.x * v.x - axis.y * v.y, axis.y * v.x + axis.x * v.y};
}

/* An ellipse, or its half above its own x axis; none where a radius is zero. */
typedef struct exact_arc {
  exact2 center, axis;
  long double x, y;
  bool half;
} exact_arc;

/* How far it reaches along a direction of any length but zero, times that length. */
static inline long double exact_arc_reach(const exact_arc *arc, exact2 direction) {
  exact2 d = exact2_along(arc->axis, direction);
  long double from = exact2_dot(arc->center, direction);
  if (arc->half && d.y < 0) return from + fabsl(d.x) * arc->x;
  return from + hypotl(arc->x * d.x, arc->y * d.y);
}

/* Of a point in the frame of a whole ellipse: halving finds the multiple of the gradient that leads from the
 * closest point to it. Negative inside. */
static inline long double exact_ellipse_distance(long double a, long double b, exact2 p) {
  long double least = fminl(a, b), most = fmaxl(a, b), low = 0;
  long double x = fmaxl(fabsl(p.x), 1e-25L * a), y = fmaxl(fabsl(p.y), 1e-25L * b);
  long double square = x * x / (a * a) + y * y / (b * b), high = (sqrtl(square) + 1) * most * most;
  exact2 nearest = {x, y};
  for (int k = 0; k < 300; k++) {
    long double t = (low + high) / 2, u = a * x / (t + (a - least) * (a + least)),
                v = b * y / (t + (b - least) * (b + least));
    nearest = (exact2){a * u, b * v};
    if (u * u + v * v > 1)
      low = t;
    else
      high = t;
  }
  long double distance = hypotl(x - nearest.x, y - nearest.y);
  return square > 1 ? distance : -distance;
}

static inline long double exact_arc_distance(const exact_arc *arc, exact2 point) {
  exact2 p = exact2_along(arc->axis, exact2_sub(point, arc->center));
  if (!arc->half) return exact_ellipse_distance(arc->x, arc->y, p);
  if (p.y < 0) return hypotl(fmaxl(fabsl(p.x) - arc->x, 0), p.y);
  return fmaxl(exact_ellipse_distance(arc->x, arc->y, p), -p.y);
}

/* --- The widest gap --- */

typedef long double exact_gap_fn(const void *pair, exact2 direction);

enum { ARC_DIRECTIONS = 4096, ARC_AROUND = 96, ARC_NEAR_AXES = 40 };

typedef struct exact_angles {
  long double angles[ARC_DIRECTIONS];
  int count;
} exact_angles;

static inline void add_angle(exact_angles *list, exact2 direction) {
  if (list->count < ARC_DIRECTIONS) list->angles[list->count++] = atan2l(direction.y, direction.x);
}

/* Evenly around; across places that are even on the ellipse; and ever nearer to its axes. */
static inline void add_arc_angles(exact_angles *list, const exact_arc *arc, long double side) {
  const long double turn = 6.28318530717958647692L;
  for (int i = 0; i < ARC_AROUND; i++) {
    long double t = turn * i / ARC_AROUND;
    exact2 even = {side * cosl(t), side * sinl(t)}, across = {even.x / arc->x, even.y / arc->y};
    add_angle(list, exact2_turn(arc->axis, across));
    add_angle(list, even);
  }
  for (int i = 0; i < ARC_NEAR_AXES; i++)
    for (int k = 0; k < 8; k++) {
      long double sine = powl(0.5L, 1 + i) * (k & 1 ? -1 : 1), one = k & 2 ? -1 : 1;
      exact2 d = k & 4 ? (exact2){one, sine} : (exact2){sine, one};
      add_angle(list, exact2_turn(arc->axis, d));
    }
}

static inline int compare_angles(const void *a, const void *b) {
  long double x = *(const long double *)a, y = *(const long double *)b;
  return (x > y) - (x < y);
}

/* Sorted, and none so near to another that rounding tells which of them is wider. */
static inline void sort_angles(exact_angles *list) {
  int count = 0;
  qsort(list->angles, (size_t)list->count, sizeof *list->angles, compare_angles);
  for (int i = 0; i < list->count; i++)
    if (count == 0 || list->angles[i] - list->angles[count - 1] > 1e-15L)
      list->angles[count++] = list->angles[i];
  list->count = count;
}

static inline long double gap_at_angle(exact_gap_fn *gap, const void *pair, long double angle) {
  return gap(pair, (exact2){cosl(angle), sinl(angle)});
}

/* Between two angles beside a widest one; the gap has one top there, if the angles are near enough. */
static inline long double widest_between(exact_gap_fn *gap, const void *pair, long double low,
                                         long double high) {
  long double widest = -HUGE_VALL;
  for (int i = 0; i < 110; i++) {
    long double at[2] = {(2 * low + high) / 3, (low + 2 * high) / 3}, g[2];
    for (int k = 0; k < 2; k++) g[k] = gap_at_angle(gap, pair, at[k]);
    widest = fmaxl(widest, fmaxl(g[0], g[1]));
    if (g[0] > g[1])
      high = at[1];
    else
      low = at[0];
  }
  return widest;
}

/* The greatest gap along any direction: the distance of what is apart, or minus the depth. */
static inline long double exact_widest_gap(exact_gap_fn *gap, const void *pair, exact_angles *list) {
  static long double gaps[ARC_DIRECTIONS];
  long double best = -HUGE_VALL;
  sort_angles(list);
  for (int i = 0; i < list->count; i++) {
    gaps[i] = gap_at_angle(gap, pair, list->angles[i]);
    best = fmaxl(best, gaps[i]);
  }
  for (int i = 0; i < list->count; i++) {
    int before = (i + list->count - 1) % list->count, after = (i + 1) % list->count;
    if (gaps[i] < gaps[before] || gaps[i] < gaps[after]) continue;
    const long double turn = 6.28318530717958647692L;
    long double low = list->angles[before] - (before > i ? turn : 0),
                high = list->angles[after] + (after < i ? turn : 0);
    best = fmaxl(best, widest_between(gap, pair, low, high));
  }
  return best;
}

#endif
