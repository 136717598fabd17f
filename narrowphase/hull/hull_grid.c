/* hull_grid.c: computes orientation exactly. A determinant of three 28-bit differences needs 86 bits. The
 * normal is split into a high and a low half, so that both sums of products fit 64 bits (after Shewchuk,
 * 1997, in integers). */
#include "hull_grid.h"

/* 2^28: the halves of a normal's component are then below 2^29 and 2^28. */
static const int64_t SPLIT = (int64_t)1 << CAROM__GRID_BITS;

carom__facet carom__facet_make(const carom__grid_point *points, uint32_t a, uint32_t b, uint32_t c) {
  carom__grid_point p = points[a], q = points[b], r = points[c];
  int64_t ux = q.x - p.x, uy = q.y - p.y, uz = q.z - p.z;
  int64_t vx = r.x - p.x, vy = r.y - p.y, vz = r.z - p.z;
  carom__facet facet = {.vertex = {a, b, c},
                        .neighbor = {CAROM__HULL_NONE, CAROM__HULL_NONE, CAROM__HULL_NONE},
                        .origin = p,
                        .normal = {uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx},
                        .seen_by = CAROM__HULL_NONE,
                        .conflicts = CAROM__HULL_NONE,
                        .farthest = CAROM__HULL_NONE};
  facet.length = dvec3_length(facet_normal(&facet));
  return facet;
}

double carom__facet_height(const carom__facet *facet, carom__grid_point point) {
  const int64_t d[3] = {point.x - facet->origin.x, point.y - facet->origin.y, point.z - facet->origin.z};
  int64_t high = 0, low = 0;
  for (int i = 0; i < 3; i++) {
    high += facet->normal[i] / SPLIT * d[i];
    low += facet->normal[i] % SPLIT * d[i];
  }
  /* With the carry moved up, |low| < SPLIT, so that the sign of the rounded sum is the sign of the exact
   * one. */
  high += low / SPLIT;
  low %= SPLIT;
  return ((double)high * (double)SPLIT + (double)low) / facet->length;
}

static double segment_distance2(carom__dvec3 a, carom__dvec3 b) {
  carom__dvec3 along = dvec3_sub(b, a);
  double t = -dvec3_dot(a, along), whole = dvec3_dot(along, along);
  t = t <= 0 ? 0 : t >= whole ? 1 : t / whole;
  carom__dvec3 nearest = dvec3_mad(a, along, t);
  return dvec3_dot(nearest, nearest);
}

double carom__facet_distance2(const carom__facet *facet, const carom__grid_point *points,
                              carom__grid_point point) {
  carom__dvec3 corner[3], normal = facet_normal(facet);
  for (int i = 0; i < 3; i++) corner[i] = grid_difference(points[facet->vertex[i]], point);
  double least = HUGE_VAL;
  bool inside = facet->length > 0; /* three in line have no inside */
  for (int i = 0; i < 3; i++) {
    carom__dvec3 a = corner[i], b = corner[(i + 1) % 3];
    if (dvec3_dot(dvec3_cross(a, b), normal) < 0) inside = false;
    least = fmin(least, segment_distance2(a, b));
  }
  if (!inside) return least;
  double height = carom__facet_height(facet, point);
  return height * height;
}
