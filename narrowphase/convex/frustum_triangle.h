/* frustum_triangle.h: how deep a frustum, a cylinder or a cone and a triangle overlap, in closed form. */
#ifndef CAROM_NARROWPHASE_FRUSTUM_TRIANGLE_H
#define CAROM_NARROWPHASE_FRUSTUM_TRIANGLE_H

#include "epa_points.h"

/* How far a point beyond the side of a frustum is from the side, which ends at the rims. The side may lean so
 * much that its line passes near to a point that is far beyond a rim. */
static inline double frustum_beyond_side(const carom_frustum *f, double off, double up) {
  double height = 2 * (double)f->half_height, wider = (double)f->top - (double)f->bottom;
  double aside = off - (double)f->bottom, square = height * height + wider * wider;
  double part = lesser_double(greater_double((aside * wider + up * height) / square, 0), 1);
  double x = aside - part * wider, y = up - part * height;
  return square_root(x * x + y * y);
}

/* How deep a point is within a frustum, in its frame; negative outside, where it is the distance. */
static inline double frustum_depth_within(const carom_frustum *f, carom__dvec3 p) {
  double high = (double)f->half_height, low = (double)f->bottom, wider = (double)f->top - low;
  double off = square_root(p.x * p.x + p.z * p.z), cap = high - fabs(p.y);
  double over = (low - off) * 2 * high + wider * (p.y + high);
  if (cap < 0 && off <= (double)(p.y > 0 ? f->top : f->bottom)) return cap;
  if (cap < 0 || over < 0) return -frustum_beyond_side(f, off, p.y + high);
  return lesser_double(over / square_root(4 * high * high + wider * wider), cap);
}

/* Finds the least depth of cores of which one is a frustum and the other a triangle, negative when they are
 * apart; without points when they are farther apart than anybody asks. False of all others, and where the
 * least is not certain, as for many that are apart. */
bool carom__frustum_triangle_depth(const carom__cores *cores, carom__epa_result *out);

/* Finds the depth along a direction, as carom__core_depth_along, or that they do not overlap along it; then
 * the depth is negative infinity. False of other cores, and where the triangle is seen from its edge. */
bool carom__frustum_triangle_along(const carom__cores *cores, carom__dvec3 direction,
                                   carom__depth_along *out);

#endif
