/* frustum_triangle.h: how deep a frustum, a cylinder or a cone and a triangle overlap, in closed form. */
#ifndef CAROM_NARROWPHASE_FRUSTUM_TRIANGLE_H
#define CAROM_NARROWPHASE_FRUSTUM_TRIANGLE_H

#include "epa_points.h"

/* How deep a point is within a frustum, in its frame; negative outside. */
static inline double frustum_depth_within(const carom_frustum *f, carom__dvec3 p) {
  double high = (double)f->half_height, low = (double)f->bottom, wider = (double)f->top - low;
  double off = square_root(p.x * p.x + p.z * p.z), cap = high - fabs(p.y);
  if (wider == 0) return lesser_double(low - off, cap);
  double over = (low - off) * 2 * high + wider * (p.y + high);
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
