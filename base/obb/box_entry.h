/* box_entry.h: where a segment enters a box that lies around the origin and along the axes, by slabs (Kay and
 * Kajiya, 1986). */
#ifndef CAROM_BASE_BOX_ENTRY_H
#define CAROM_BASE_BOX_ENTRY_H

#include "obb_inverse.h"

/* Where a ray enters, and the axis along which the normal lies, with its sign. Without a hit the rest is
 * undefined, and inside all but the fraction, which is 0. */
typedef struct carom__box_entry {
  bool hit, inside;
  int axis;
  double fraction, sign;
} carom__box_entry;

/* The part of the segment's line within a slab. */
typedef struct ray_span {
  double enter, leave;
} ray_span;

/* The slab is |x| <= half along one axis. */
static inline ray_span span_in(double origin, double direction, double half) {
  double along = copysign(1, direction) * origin, speed = fabs(direction);
  return (ray_span){(-half - along) / speed, (half - along) / speed};
}

/* Where nothing moves along the axis, the whole line is in the slab or none of it. */
static inline ray_span span_at(double origin, double direction, double half) {
  if (direction == 0) return (ray_span){-HUGE_VAL, fabs(origin) <= half ? HUGE_VAL : -HUGE_VAL};
  return span_in(origin, direction, half);
}

/* Where the ray passes decides nothing but whether it hits: which way it goes, which slab it leaves first and
 * through which face it enters no processor can guess, and all three slabs take less time than a wrong guess.
 * Of faces that are entered at once the first counts. */
static inline void box_enter(carom_vec3 half, carom__dvec3 o, carom__dvec3 d, carom__box_entry *out) {
  const carom__dvec3 h = dvec3_widen(half);
  const double directions[3] = {d.x, d.y, d.z};
  ray_span x, y, z;
  if ((d.x == 0) | (d.y == 0) | (d.z == 0))
    x = span_at(o.x, d.x, h.x), y = span_at(o.y, d.y, h.y), z = span_at(o.z, d.z, h.z);
  else
    x = span_in(o.x, d.x, h.x), y = span_in(o.y, d.y, h.y), z = span_in(o.z, d.z, h.z);
  double enter = greater_double(x.enter, greater_double(y.enter, z.enter));
  double leave = lesser_double(x.leave, lesser_double(y.leave, lesser_double(z.leave, 1)));
  int beside_x = x.enter != enter, beside_y = y.enter != enter;
  out->inside = half_holds(half, o);
  out->hit = out->inside | ((enter > 0) & (enter <= leave));
  out->fraction = double_where(!out->inside, enter);
  out->axis = beside_x + (beside_x & beside_y);
  out->sign = copysign(1, -directions[out->axis]);
}

#endif
