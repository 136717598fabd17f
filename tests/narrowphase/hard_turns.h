/* hard_turns.h: rotations in double, for putting bodies together as wanted before floats round them. */
#ifndef CAROM_TEST_HARD_TURNS_H
#define CAROM_TEST_HARD_TURNS_H

#include "dvec.h"
#include "testing.h"

typedef struct dquat {
  double x, y, z, w;
} dquat;

static inline dquat dquat_of(carom_quat q) {
  return (dquat){(double)q.x, (double)q.y, (double)q.z, (double)q.w};
}
static inline dquat dquat_unit(dquat q) {
  double s = 1 / sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
  return (dquat){q.x * s, q.y * s, q.z * s, q.w * s};
}
static inline carom_quat dquat_narrow(dquat q) {
  q = dquat_unit(q);
  return (carom_quat){(float)q.x, (float)q.y, (float)q.z, (float)q.w};
}
/* b first, then a. */
static inline dquat dquat_mul(dquat a, dquat b) {
  return (dquat){a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                 a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
                 a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}
static inline carom__dvec3 dquat_turn(dquat q, carom__dvec3 v) {
  q = dquat_unit(q);
  carom__dvec3 u = dvec3(q.x, q.y, q.z), t = dvec3_scale(dvec3_cross(u, v), 2);
  return dvec3_add(dvec3_mad(v, t, q.w), dvec3_cross(u, t));
}
static inline dquat dquat_about(carom__dvec3 axis, double angle) {
  double s = sin(angle / 2) / dvec3_length(axis);
  return (dquat){axis.x * s, axis.y * s, axis.z * s, cos(angle / 2)};
}

/* A unit vector at a right angle to v. */
static inline carom__dvec3 dvec3_across(carom__dvec3 v) {
  carom__dvec3 a = dvec3_abs(v);
  carom__dvec3 axis = a.x <= a.y && a.x <= a.z ? dvec3(1, 0, 0)
                      : a.y <= a.z             ? dvec3(0, 1, 0)
                                               : dvec3(0, 0, 1);
  carom__dvec3 c = dvec3_cross(v, axis);
  return dvec3_scale(c, 1 / dvec3_length(c));
}

/* The shortest turn from one unit vector to another. */
static inline dquat dquat_between(carom__dvec3 from, carom__dvec3 to) {
  double cosine = dvec3_dot(from, to);
  if (cosine < -0.999999)
    return dquat_mul(dquat_about(dvec3_across(to), 3.14159265358979323846),
                     dquat_between(from, dvec3_scale(to, -1)));
  carom__dvec3 c = dvec3_cross(from, to);
  return dquat_unit((dquat){c.x, c.y, c.z, 1 + cosine});
}

static inline dquat random_turn(uint64_t *random) { return dquat_of(test_quat(random)); }
static inline carom__dvec3 random_direction(uint64_t *random) {
  return dquat_turn(random_turn(random), dvec3(0, 0, 1));
}
/* By 1e-8 to 1e-1. */
static inline dquat random_tilt(uint64_t *random) {
  double angle = (double)test_log_uniform(random, 1e-8f, 1e-1f);
  return dquat_about(random_direction(random), angle);
}
/* One of the turns of a cube, exactly when written as a float matrix, not as a quaternion of floats unless it
 * is none or half a turn. */
static inline dquat random_quarter_turn(uint64_t *random) {
  static const dquat turns[6] = {{0, 0, 0, 1}, {0, 0, 0, 1},         {1, 0, 0, 0},
                                 {0, 0, 1, 0}, {0.5, 0.5, 0.5, 0.5}, {0, 0, 1, 1}};
  return dquat_unit(turns[test_below(random, 6)]);
}

#endif
