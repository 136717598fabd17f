/* placed.h: directions in double, and float vectors transformed by a pose in double. With float poses and
 * vertices the products are exact, so that only the choice of support points is rounded to float. */
#ifndef CAROM_NARROWPHASE_PLACED_H
#define CAROM_NARROWPHASE_PLACED_H

#include "dvec.h"
#include "pose.h"

static inline carom__dvec3 dvec3_neg(carom__dvec3 a) { return dvec3(-a.x, -a.y, -a.z); }
/* a / |a|; the fallback when a is zero. */
static inline carom__dvec3 dvec3_normalize_or(carom__dvec3 a, carom__dvec3 fallback) {
  double length = dvec3_length(a);
  return length > 0 ? dvec3_scale(a, 1 / length) : fallback;
}
/* A unit vector at a right angle to the unit vector n. */
static inline carom__dvec3 dvec3_perpendicular(carom__dvec3 n) {
  carom__dvec3 p = fabs(n.x) < 0.57735 ? dvec3(0, n.z, -n.y) : dvec3(n.y, -n.x, 0);
  return dvec3_scale(p, 1 / dvec3_length(p));
}
static inline carom__dvec3 dvec3_turn(const carom_mat3 *m, carom_vec3 v) {
  carom__dvec3 x = dvec3_scale(dvec3_widen(m->x), (double)v.x),
               y = dvec3_scale(dvec3_widen(m->y), (double)v.y);
  return dvec3_add(dvec3_add(x, y), dvec3_scale(dvec3_widen(m->z), (double)v.z));
}
/* m v and transpose(m) v. */
static inline carom__dvec3 dvec3_rotate(const carom_mat3 *m, carom__dvec3 v) {
  carom__dvec3 x = dvec3_scale(dvec3_widen(m->x), v.x), y = dvec3_scale(dvec3_widen(m->y), v.y);
  return dvec3_add(dvec3_add(x, y), dvec3_scale(dvec3_widen(m->z), v.z));
}
static inline carom__dvec3 dvec3_unrotate(const carom_mat3 *m, carom__dvec3 v) {
  return dvec3(dvec3_dot(dvec3_widen(m->x), v), dvec3_dot(dvec3_widen(m->y), v),
               dvec3_dot(dvec3_widen(m->z), v));
}
static inline carom__dvec3 dvec3_place(const carom__relative *pose, carom_vec3 p) {
  return dvec3_add(dvec3_turn(&pose->axes, p), dvec3_widen(pose->origin));
}

#endif
