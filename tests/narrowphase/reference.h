/* reference.h: vectors in long double, for the slow and obviously right references of the narrow-phase
 * tests. */
#ifndef CAROM_TEST_REFERENCE_H
#define CAROM_TEST_REFERENCE_H

#include <math.h>

#include "carom/types.h"
#include "pose.h"

typedef struct exact_vec {
  long double c[3];
} exact_vec;

typedef struct exact_pose {
  exact_vec origin, column[3]; /* p there = origin + sum of column[j] * p.c[j] */
} exact_pose;

static inline exact_vec exact(long double x, long double y, long double z) { return (exact_vec){{x, y, z}}; }
static inline exact_vec exact_from(carom_vec3 v) {
  return exact((long double)v.x, (long double)v.y, (long double)v.z);
}
static inline exact_vec exact_mad(exact_vec a, exact_vec b, long double s) {
  return exact(a.c[0] + b.c[0] * s, a.c[1] + b.c[1] * s, a.c[2] + b.c[2] * s);
}
static inline exact_vec exact_sub(exact_vec a, exact_vec b) { return exact_mad(a, b, -1); }
static inline long double exact_dot(exact_vec a, exact_vec b) {
  return a.c[0] * b.c[0] + a.c[1] * b.c[1] + a.c[2] * b.c[2];
}
static inline long double exact_length(exact_vec a) { return sqrtl(exact_dot(a, a)); }
static inline exact_vec exact_cross(exact_vec a, exact_vec b) {
  return exact(a.c[1] * b.c[2] - a.c[2] * b.c[1], a.c[2] * b.c[0] - a.c[0] * b.c[2],
               a.c[0] * b.c[1] - a.c[1] * b.c[0]);
}
static inline long double exact_clamp(long double x, long double low, long double high) {
  return x < low ? low : x > high ? high : x;
}

/* The rotation by a quaternion of any length but zero. */
static inline exact_pose exact_pose_of(carom_vec3 origin, carom_quat q) {
  long double x = (long double)q.x, y = (long double)q.y, z = (long double)q.z, w = (long double)q.w;
  long double s = 2 / (x * x + y * y + z * z + w * w);
  return (exact_pose){exact_from(origin),
                      {exact(1 - s * (y * y + z * z), s * (x * y + z * w), s * (x * z - y * w)),
                       exact(s * (x * y - z * w), 1 - s * (x * x + z * z), s * (y * z + x * w)),
                       exact(s * (x * z + y * w), s * (y * z - x * w), 1 - s * (x * x + y * y))}};
}
/* The pose that the float matrix stands for. */
static inline exact_pose exact_pose_from(const carom__relative *r) {
  return (exact_pose){exact_from(r->origin),
                      {exact_from(r->axes.x), exact_from(r->axes.y), exact_from(r->axes.z)}};
}
static inline exact_vec exact_turn(const exact_pose *pose, exact_vec v) {
  exact_vec sum = exact(0, 0, 0);
  for (int j = 0; j < 3; j++) sum = exact_mad(sum, pose->column[j], v.c[j]);
  return sum;
}
static inline exact_vec exact_place(const exact_pose *pose, exact_vec p) {
  return exact_mad(exact_turn(pose, p), pose->origin, 1);
}
static inline exact_vec exact_unplace(const exact_pose *pose, exact_vec p) {
  exact_vec d = exact_sub(p, pose->origin);
  return exact(exact_dot(pose->column[0], d), exact_dot(pose->column[1], d), exact_dot(pose->column[2], d));
}

static inline exact_vec exact_segment_nearest(exact_vec a, exact_vec b, exact_vec p) {
  exact_vec ab = exact_sub(b, a);
  long double length2 = exact_dot(ab, ab);
  long double t = length2 > 0 ? exact_clamp(exact_dot(exact_sub(p, a), ab) / length2, 0, 1) : 0;
  return exact_mad(a, ab, t);
}

/* The signed distance of a point from a box around the origin: negative inside. */
static inline long double exact_box_distance(exact_vec half, exact_vec p) {
  exact_vec out = exact(0, 0, 0);
  long double inside = -HUGE_VALL;
  for (int i = 0; i < 3; i++) {
    long double d = fabsl(p.c[i]) - half.c[i];
    out.c[i] = d > 0 ? d : 0;
    inside = fmaxl(inside, d);
  }
  return inside < 0 ? inside : exact_length(out);
}

#endif
