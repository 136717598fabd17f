/* frustum_core.h: the farthest point of a frustum, a cylinder or a cone, around y. */
#ifndef CAROM_NARROWPHASE_FRUSTUM_CORE_H
#define CAROM_NARROWPHASE_FRUSTUM_CORE_H

#include "carom/shape.h"

#include "dvec.h"
#include "vec.h"

/* The names of the circles, which are what the support's index says. */
enum { FRUSTUM_BOTTOM, FRUSTUM_TOP };

/* How long the part of a direction across the axis is. */
static inline double frustum_across(carom_vec3 direction) {
  double x = (double)direction.x, z = (double)direction.z;
  return square_root(x * x + z * z);
}

/* The point of one end's circle that is farthest along a direction; any one is when it runs along the axis.
 * In double, because very short directions still have an angle. */
static inline carom_vec3 frustum_end_point(const carom_frustum *f, bool top, carom_vec3 direction,
                                           double across) {
  const float radii[2] = {f->bottom, f->top}, ends[2] = {-f->half_height, f->half_height};
  float radius = radii[top], y = ends[top];
  if (across == 0) return vec3(radius, y, 0);
  double s = (double)radius / across;
  return vec3((float)(s * (double)direction.x), y, (float)(s * (double)direction.z));
}

/* Is the top farther along a direction than the bottom? */
static inline bool frustum_is_topmost(const carom_frustum *f, carom_vec3 direction, double across) {
  return 2 * (double)f->half_height * (double)direction.y > ((double)f->bottom - (double)f->top) * across;
}

/* The farthest point, and on which circle it lies. Not inline, as it would slow down searches for others. */
carom_vec3 carom__frustum_farthest(const carom_frustum *f, carom_vec3 direction, uint32_t *index);

#endif
