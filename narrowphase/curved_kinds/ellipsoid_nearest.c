/* ellipsoid_nearest.c: finds the closest point of an ellipsoid.
 *
 * The way from the closest point to the given one runs along the normal there, which leaves one unknown: how
 * far along, as a multiple t of the gradient. Scaled by the least radius, with the squares of the radii r_i
 * >= 1, the closest point is r_i y_i / (t + r_i - 1) on the axes, and t > 0 is the root of a decreasing
 * function (Eberly, Distance from a Point to an Ellipse, an Ellipsoid, or a Hyperellipsoid, 2013). Newton's
 * method takes the inverse of its root, which is concave and hardly bends (Hebden, 1973; Moré, 1978): it
 * climbs to the root from below and never passes it. */
#include "ellipsoid.h"

/* It takes less than ten steps, and ends when rounding lets it climb no further. */
enum { STEPS = 64 };

/* A point on the plane of an axis is moved off it by this part of the radius, so that there is one closest
 * point also where there are two. */
#define OFF_PLANE 0x1p-60

typedef struct root_search {
  double r[3]; /* squares of the radii, in parts of the least one's */
  double z[3]; /* the point, in the positive octant, in parts of the radii along the axes */
} root_search;

/* The point at t in parts of the radii: outside of the unit ball below the root, inside above it. */
static void place(const root_search *s, double t, double out[3]) {
  for (int i = 0; i < 3; i++) out[i] = s->r[i] * s->z[i] / (t + (s->r[i] - 1));
}

/* From t, where the point's length is known: the root of the inverse's tangent. */
static double climb(const root_search *s, double t) {
  double p[3], square = 0, falls = 0;
  place(s, t, p);
  for (int i = 0; i < 3; i++) {
    square += p[i] * p[i];
    falls += p[i] * p[i] / (t + (s->r[i] - 1));
  }
  return t + (square_root(square) - 1) * (square / falls);
}

/* Along the least radius, the point is on the unit ball or beyond it. */
static double find_root(const root_search *s) {
  double t = 0;
  for (int i = 0; i < 3; i++)
    if (s->r[i] == 1) t = greater_double(t, s->z[i]);
  for (int i = 0; i < STEPS; i++) {
    double next = climb(s, t);
    if (!(next > t)) break;
    t = next;
  }
  return t;
}

void carom__ellipsoid_nearest(const carom_shape *shape, carom__dvec3 point, carom__solid_nearest *out) {
  carom_vec3 radii = shape->geometry.ellipsoid.radii;
  double e[3] = {(double)radii.x, (double)radii.y, (double)radii.z}, y[3], p[3], n[3];
  double least = lesser_double(e[0], lesser_double(e[1], e[2]));
  root_search s;
  dvec3_store(y, point);
  for (int i = 0; i < 3; i++) {
    double ratio = e[i] / least;
    s.r[i] = ratio * ratio;
    s.z[i] = greater_double(fabs(y[i]) / e[i], OFF_PLANE);
  }
  place(&s, find_root(&s), p);
  for (int i = 0; i < 3; i++) n[i] = (y[i] < 0 ? -p[i] : p[i]) / e[i];
  carom__dvec3 outward = dvec3_normalize_or(dvec3_load(n), dvec3(1, 0, 0));
  carom__dvec3 nearest = dvec3_mul(dvec3_load(n), dvec3(e[0] * e[0], e[1] * e[1], e[2] * e[2]));
  *out =
      (carom__solid_nearest){.outward = outward, .distance = dvec3_dot(dvec3_sub(point, nearest), outward)};
}
