/* rectangle.c: the best rectangle around points in the plane.
 *
 * A rectangle of least area has a side along an edge of the convex hull (Freeman and Shapira, 1975). The same
 * holds for the surface of a box over it: with height h and sides w and d, half the surface is
 * (w + h)(d + h) - h h; while the same four vertices support the sides, w and d are concave functions of the
 * angle, the product of two such is log-concave, and so the least value is at an end of the interval, where
 * an edge lies along a side. */
#include "rectangle.h"

static bool before(carom__dvec2 a, carom__dvec2 b) { return a.x != b.x ? a.x < b.x : a.y < b.y; }

static void sort(carom__dvec2 *points, int count) {
  for (int i = 1; i < count; i++) {
    carom__dvec2 p = points[i];
    int k = i;
    for (; k > 0 && before(p, points[k - 1]); k--) points[k] = points[k - 1];
    points[k] = p;
  }
}

/* Twice the signed area of the triangle: positive when a, b, c turn left. */
static double turn(carom__dvec2 a, carom__dvec2 b, carom__dvec2 c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/* Appends p to a chain that began at chain[base], dropping what p makes reflex; returns the new count. */
static int chain_push(carom__dvec2 *chain, int base, int count, carom__dvec2 p) {
  while (count >= base + 2 && turn(chain[count - 2], chain[count - 1], p) <= 0) count--;
  chain[count] = p;
  return count + 1;
}

/* The convex hull, counter-clockwise (monotone chain: Andrew, 1979); the first point is repeated as the
 * last. */
static int convex_hull(carom__dvec2 *points, int count, carom__dvec2 *hull) {
  int n = 0;
  sort(points, count);
  for (int i = 0; i < count; i++) n = chain_push(hull, 0, n, points[i]);
  int upper = n - 1;
  for (int i = count - 2; i >= 0; i--) n = chain_push(hull, upper, n, points[i]);
  return n;
}

/* Half the surface of the box with a side along the unit vector u. */
static double half_surface(const carom__dvec2 *hull, int count, carom__dvec2 u, double height) {
  double low_u = DBL_MAX, high_u = -DBL_MAX, low_v = DBL_MAX, high_v = -DBL_MAX;
  for (int i = 0; i < count; i++) {
    double a = dvec2_dot(u, hull[i]), b = dvec2_cross(u, hull[i]);
    low_u = a < low_u ? a : low_u;
    high_u = a > high_u ? a : high_u;
    low_v = b < low_v ? b : low_v;
    high_v = b > high_v ? b : high_v;
  }
  double w = high_u - low_u, d = high_v - low_v;
  return w * d + height * (w + d);
}

carom__dvec2 carom__best_rectangle(carom__dvec2 *points, int count, double height) {
  carom__dvec2 hull[2 * CAROM__RECTANGLE_POINTS], best = {1, 0};
  int corners = convex_hull(points, count, hull);
  double least = DBL_MAX;
  for (int i = 0; i + 1 < corners; i++) {
    double x = hull[i + 1].x - hull[i].x, y = hull[i + 1].y - hull[i].y, length = square_root(x * x + y * y);
    if (length == 0) continue;
    carom__dvec2 u = {x / length, y / length};
    double surface = half_surface(hull, corners, u, height);
    if (surface < least) {
      least = surface;
      best = u;
    }
  }
  return best;
}
