/* tapered_moments.c: the moments of a tapered capsule.
 *
 * The square of the radius is a polynomial of the height in each ball and along the side. What is integrated
 * has a degree of four, for which Gauss's formula with three points is exact. */
#include "moments.h"
#include "tapered.h"

/* Where a part of the solid begins and ends along the axis, from the wide end's centre. */
typedef struct zone {
  double from, to;
} zone;

/* The integrals along the axis of the area, times powers of the height, and of its square. */
typedef struct axis_sums {
  double area, first, second, square;
} axis_sums;

enum { WIDE, SIDE, SLIM, ZONES };

static double radius_squared(const carom__tapered *t, int part, double y) {
  double wide = t->more + t->radius, up = y - t->length;
  if (part == WIDE) return wide * wide - y * y;
  if (part == SLIM) return t->radius * t->radius - up * up;
  double side = (wide - t->sine * y) / t->cosine;
  return side * side;
}

static void add_zone(const carom__tapered *t, int part, zone z, axis_sums *sum) {
  static const double places[3] = {-0.774596669241483377, 0, 0.774596669241483377};
  static const double weights[3] = {5.0 / 9, 8.0 / 9, 5.0 / 9};
  double half = 0.5 * (z.to - z.from), middle = 0.5 * (z.from + z.to);
  for (int i = 0; i < 3; i++) {
    double y = middle + half * places[i], square = radius_squared(t, part, y),
           area = half * weights[i] * square;
    sum->area += area;
    sum->first += area * y;
    sum->second += area * y * y;
    sum->square += area * square;
  }
}

static axis_sums sums_of(const carom__tapered *t) {
  double wide = t->more + t->radius, low = t->sine * wide, high = t->length + t->sine * t->radius;
  axis_sums sums = {0};
  if (t->length == 0) {
    add_zone(t, WIDE, (zone){-wide, wide}, &sums);
    return sums;
  }
  const zone zones[ZONES] = {{-wide, low}, {low, high}, {high, t->length + t->radius}};
  for (int part = 0; part < ZONES; part++) add_zone(t, part, zones[part], &sums);
  return sums;
}

carom_status carom__tapered_moments(const carom_shape *shape, carom__moments *out) {
  const double pi = 3.14159265358979323846;
  carom__tapered t = tapered_of(shape);
  axis_sums sums = sums_of(&t);
  double across = 0.25 * pi * sums.square, along = pi * sums.second;
  *out = (carom__moments){
      .volume = pi * sums.area, .from = t.wide, .first = dvec3_scale(t.axis, pi * sums.first)};
  carom__moments_add_round(out, across);
  carom__moments_add_product(out, along - across, t.axis, t.axis);
  return CAROM_OK;
}
