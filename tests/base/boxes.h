/* boxes.h: what the tests of the OBB toolbox share: boxes of all kinds, and their geometry in long double. */
#ifndef CAROM_TEST_BOXES_H
#define CAROM_TEST_BOXES_H

#include "obb.h"
#include "testing.h"

/* What went wrong in a loop of checks, and when first: a round depends on the rounds before it alone. */
typedef struct faults {
  int count, first;
} faults;

static inline void note(faults *f, bool wrong, int round) {
  if (wrong && f->count++ == 0) f->first = round;
}
static inline void expect_none(const faults *f) {
  ck_assert_msg(f->count == 0, "%d faults, the first in round %d", f->count, f->first);
}

typedef struct ld3 {
  long double v[3];
} ld3;

static inline ld3 ld3_of(carom_vec3 a) {
  return (ld3){{(long double)a.x, (long double)a.y, (long double)a.z}};
}
static inline ld3 ld3_sub(ld3 a, ld3 b) { return (ld3){{a.v[0] - b.v[0], a.v[1] - b.v[1], a.v[2] - b.v[2]}}; }
static inline ld3 ld3_mad(ld3 a, ld3 b, long double s) {
  return (ld3){{a.v[0] + b.v[0] * s, a.v[1] + b.v[1] * s, a.v[2] + b.v[2] * s}};
}
static inline long double ld3_dot(ld3 a, ld3 b) {
  return a.v[0] * b.v[0] + a.v[1] * b.v[1] + a.v[2] * b.v[2];
}
static inline ld3 ld3_cross(ld3 a, ld3 b) {
  return (ld3){{a.v[1] * b.v[2] - a.v[2] * b.v[1], a.v[2] * b.v[0] - a.v[0] * b.v[2],
                a.v[0] * b.v[1] - a.v[1] * b.v[0]}};
}
static inline long double ld3_length(ld3 a) { return sqrtl(ld3_dot(a, a)); }

static inline ld3 box_axis(const carom_obb *box, int i) { return ld3_of(mat3_column(&box->axes, i)); }
static inline long double box_half(const carom_obb *box, int i) {
  return (long double)vec3_get(box->half, i);
}

/* Vertex i: bit k of i is the sign along axis k. */
static inline ld3 box_vertex(const carom_obb *box, int i) {
  ld3 p = ld3_of(box->center);
  for (int k = 0; k < 3; k++) p = ld3_mad(p, box_axis(box, k), (i >> k & 1 ? 1 : -1) * box_half(box, k));
  return p;
}

/* The coordinates of p along the box's axes, by Cramer's rule. */
static inline ld3 box_coordinates(const carom_obb *box, ld3 p) {
  ld3 d = ld3_sub(p, ld3_of(box->center)), x = box_axis(box, 0), y = box_axis(box, 1), z = box_axis(box, 2);
  long double det = ld3_dot(x, ld3_cross(y, z));
  return (ld3){{ld3_dot(d, ld3_cross(y, z)) / det, ld3_dot(x, ld3_cross(d, z)) / det,
                ld3_dot(x, ld3_cross(y, d)) / det}};
}

/* By how much p is outside along the axis that says most, negative inside. */
static inline long double box_excess(const carom_obb *box, ld3 p) {
  ld3 at = box_coordinates(box, p);
  long double most = -1e30L;
  for (int k = 0; k < 3; k++) most = fmaxl(most, fabsl(at.v[k]) - box_half(box, k));
  return most;
}

static inline long double box_area(const carom_obb *box) {
  long double x = box_half(box, 0), y = box_half(box, 1), z = box_half(box, 2);
  return 8 * (x * y + y * z + z * x);
}

/* A box of any size and place; some along the coordinate axes, some mirrored, some flat. */
static inline carom_obb any_box(uint64_t *r) {
  float size = test_below(r, 2) ? 1 : test_log_uniform(r, 1e-4f, 1e4f);
  float far = test_below(r, 4) ? 2 : test_log_uniform(r, 1, 1e4f);
  carom_obb box;
  box.center = vec3_scale(test_vec3(r, -1, 1), far * size);
  box.axes = quat_to_mat3(test_quat(r));
  box.half = vec3_scale(test_vec3(r, 0.05f, 1), size);
  if (test_below(r, 8) == 0) box.axes = mat3_identity();
  if (test_below(r, 8) == 0) box.axes.z = vec3_neg(box.axes.z);
  if (test_below(r, 8) == 0) vec3_set(&box.half, (int)test_below(r, 3), 0);
  return box;
}

/* A point in or around a box. */
static inline carom_vec3 any_point_near(uint64_t *r, const carom_obb *box) {
  carom_vec3 at = vec3_mul(box->half, test_vec3(r, -1.6f, 1.6f));
  return vec3_add(box->center, mat3_mul_vec3(&box->axes, at));
}

#endif
