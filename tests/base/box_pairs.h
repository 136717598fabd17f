/* box_pairs.h: pairs of boxes of all kinds, half of them within a few units in the last place of touching.
 * Each pair depends on its index alone. */
#ifndef CAROM_TEST_BOX_PAIRS_H
#define CAROM_TEST_BOX_PAIRS_H

#include "obb.h"
#include "testing.h"

#define UNIT 0x1p-24

typedef struct float_boxes {
  float axes_a[3][3], axes_b[3][3], half_a[3], half_b[3];
  double offset[3];
} float_boxes;

#define REAL double
#define REAL_SQRT sqrt
#define REAL_NAME(name) double_##name
#include "sat_reference.h"

static inline void copy_vec3(carom_vec3 v, float *out) {
  for (int i = 0; i < 3; i++) out[i] = vec3_get(v, i);
}

static inline void copy_axes(const carom_mat3 *m, float out[3][3]) {
  for (int i = 0; i < 3; i++) copy_vec3(mat3_column(m, i), out[i]);
}

/* Two boxes; they meet by their centres, or by an offset while their centres mean nothing. */
typedef struct pair {
  carom_obb a, b;
  bool by_offset;
  carom_vec3 offset;
} pair;

static inline float_boxes pair_floats(const pair *p) {
  float_boxes out;
  copy_axes(&p->a.axes, out.axes_a);
  copy_axes(&p->b.axes, out.axes_b);
  copy_vec3(p->a.half, out.half_a);
  copy_vec3(p->b.half, out.half_b);
  for (int i = 0; i < 3; i++)
    out.offset[i] = p->by_offset ? (double)vec3_get(p->offset, i)
                                 : (double)vec3_get(p->b.center, i) - (double)vec3_get(p->a.center, i);
  return out;
}

static inline double size_of(const float_boxes *boxes) {
  double size = 0;
  for (int i = 0; i < 3; i++)
    size += fabs(boxes->offset[i]) + (double)boxes->half_a[i] + (double)boxes->half_b[i];
  return size;
}

/* The families of pairs. */

typedef void make_fn(uint64_t *r, pair *out);

static inline void place(pair *p, carom_vec3 at, carom_vec3 offset) {
  p->a.center = at;
  p->b.center = vec3_add(at, offset);
}

/* The axes of a rotation, or of a collider that is turned on a body that is turned. */
static inline void turn(uint64_t *r, carom_obb *box) {
  carom_mat3 body = quat_to_mat3(test_quat(r)), local = quat_to_mat3(test_quat(r));
  box->axes = test_below(r, 2) ? body : mat3_mul(&body, &local);
}

static inline void make_random(uint64_t *r, pair *out) {
  turn(r, &out->a);
  turn(r, &out->b);
  out->a.half = test_vec3(r, 0.1f, 2);
  out->b.half = test_vec3(r, 0.1f, 2);
  carom_vec3 at = test_vec3(r, -10, 10);
  place(out, at, test_vec3(r, -2.5f, 2.5f));
}

/* B's axes are A's, turned by 1e-8 to 0.1 about any axis or about one of A's. */
static inline void make_near_parallel(uint64_t *r, pair *out) {
  make_random(r, out);
  float angle = test_log_uniform(r, 1e-8f, 0.1f);
  carom_quat q = quat_normalize(test_quat(r));
  carom_vec3 axis = test_vec3(r, -1, 1);
  const carom_mat3 identity = mat3_identity();
  if (test_below(r, 2)) axis = mat3_column(&identity, (int)test_below(r, 3));
  carom_quat small = {axis.x * angle, axis.y * angle, axis.z * angle, 1};
  out->a.axes = quat_to_mat3(q);
  out->b.axes = quat_to_mat3(quat_normalize(quat_mul(q, quat_normalize(small))));
}

static inline void make_parallel(uint64_t *r, pair *out) {
  make_random(r, out);
  out->b.axes = out->a.axes;
}

/* Both turned about z alone, by multiples of 45 degrees or at will. */
static inline void make_yawed(uint64_t *r, pair *out) {
  make_random(r, out);
  carom_obb *boxes[2] = {&out->a, &out->b};
  for (int i = 0; i < 2; i++) {
    float angle = test_below(r, 2) ? test_uniform(r, -3, 3) : 0.78539816f * (float)test_below(r, 8);
    boxes[i]->axes = quat_to_mat3(quat_normalize((carom_quat){0, 0, sinf(angle / 2), cosf(angle / 2)}));
  }
}

static inline carom_mat3 quarter_turns(uint64_t *r) {
  carom_mat3 m = mat3_identity();
  for (uint32_t k = test_below(r, 3); k > 0; k--) m = (carom_mat3){m.y, m.z, m.x};
  if (test_below(r, 2)) m = (carom_mat3){m.y, vec3_neg(m.x), m.z};
  return m;
}

/* Multiples of an eighth below 2. */
static inline carom_vec3 eighths(uint64_t *r) {
  carom_vec3 v = {0, 0, 0};
  for (int i = 0; i < 3; i++) vec3_set(&v, i, 0.125f * (float)test_below(r, 16));
  return v;
}

/* |m| v with v >= 0: the half extents of the AABB of a box turned by m. */
static inline carom_vec3 turned_half(const carom_mat3 *m, carom_vec3 v) {
  carom_mat3 a = {vec3_abs(m->x), vec3_abs(m->y), vec3_abs(m->z)};
  return mat3_mul_vec3(&a, v);
}

/* Along the coordinate axes, with sizes and offsets that floats hold exactly, touching in one to three of
 * them. */
static inline void make_touching(uint64_t *r, pair *out) {
  out->a.axes = quarter_turns(r);
  out->b.axes = quarter_turns(r);
  out->a.half = eighths(r);
  out->b.half = eighths(r);
  carom_vec3 reach = vec3_add(turned_half(&out->a.axes, out->a.half), turned_half(&out->b.axes, out->b.half));
  carom_vec3 offset = reach, less = eighths(r);
  for (int i = 0; i < 3; i++)
    if (test_below(r, 2)) vec3_set(&offset, i, vec3_get(reach, i) - vec3_get(less, i));
  place(out, eighths(r), offset);
}

static inline void make_inside(uint64_t *r, pair *out) {
  make_random(r, out);
  out->b.half = vec3_scale(out->b.half, 0.04f);
  place(out, out->a.center, mat3_mul_vec3(&out->a.axes, vec3_mul(out->a.half, test_vec3(r, -1, 1))));
}

static inline void flatten(uint64_t *r, carom_vec3 *half) {
  for (int i = 0; i < 3; i++)
    if (test_below(r, 2)) vec3_set(half, i, 0);
}

static inline void make_flat(uint64_t *r, pair *out) {
  make_random(r, out);
  if (test_below(r, 2)) out->b.axes = out->a.axes;
  flatten(r, &out->a.half);
  flatten(r, &out->b.half);
}

static inline carom_vec3 thin(uint64_t *r) {
  carom_vec3 half = test_vec3(r, 0.5f, 2);
  for (uint32_t count = 1 + test_below(r, 2); count > 0; count--) {
    int axis = (int)test_below(r, 3);
    vec3_set(&half, axis, test_log_uniform(r, 1e-3f, 1e-2f));
  }
  return half;
}

static inline void make_thin(uint64_t *r, pair *out) {
  test_below(r, 2) ? make_random(r, out) : make_near_parallel(r, out);
  out->a.half = thin(r);
  out->b.half = thin(r);
}

static inline void make_unequal(uint64_t *r, pair *out) {
  test_below(r, 2) ? make_random(r, out) : make_near_parallel(r, out);
  out->b.half = vec3_scale(out->b.half, 1e-3f);
  if (test_below(r, 2)) {
    carom_obb a = out->a;
    out->a = out->b;
    out->b = a;
  }
}

static inline void make_identical(uint64_t *r, pair *out) {
  make_random(r, out);
  out->b = out->a;
}

static inline void make_scaled(uint64_t *r, pair *out) {
  make_random(r, out);
  float scale = test_below(r, 2) ? 1e-4f : 1e4f;
  out->a.half = vec3_scale(out->a.half, scale);
  out->b.half = vec3_scale(out->b.half, scale);
  place(out, vec3_scale(out->a.center, scale), vec3_scale(vec3_sub(out->b.center, out->a.center), scale));
}

/* The centres are doubles up to 1e9, and the offset is their difference. */
static inline void make_far(uint64_t *r, pair *out) {
  make_random(r, out);
  float far = test_log_uniform(r, 1e3f, 9e8f);
  carom_pos at = {(double)far, -(double)far * 0.75, (double)far * 0.5};
  out->offset = pos_sub(pos_add(at, test_vec3(r, -2.5f, 2.5f)), at);
  out->by_offset = true;
}

/* Moves B along the best axis until the gap is about `gap` u s; how much exactly, rounding decides. */
static inline void push(pair *p, double gap) {
  for (int round = 0; round < 2; round++) {
    float_boxes boxes = pair_floats(p);
    double axis[3] = {0, 0, 0}, now = double_gap(&boxes, axis), by = gap * UNIT * size_of(&boxes) - now;
    carom_vec3 *moved = p->by_offset ? &p->offset : &p->b.center;
    moved->x = (float)((double)moved->x + by * axis[0]);
    moved->y = (float)((double)moved->y + by * axis[1]);
    moved->z = (float)((double)moved->z + by * axis[2]);
  }
}

static const struct {
  const char *name;
  make_fn *make;
} families[] = {
    {"random", make_random},     {"near-parallel", make_near_parallel},
    {"parallel", make_parallel}, {"yawed", make_yawed},
    {"touching", make_touching}, {"inside", make_inside},
    {"flat", make_flat},         {"thin", make_thin},
    {"unequal", make_unequal},   {"identical", make_identical},
    {"scaled", make_scaled},     {"far", make_far},
};
#define FAMILIES (sizeof families / sizeof families[0])

/* Half of all pairs are pushed to within 12 u s of touching. */
static inline void make_pair(uint64_t index, pair *out) {
  uint64_t r = index * 0xD1342543DE82EF95u;
  *out = (pair){.by_offset = false};
  families[index % FAMILIES].make(&r, out);
  if (test_below(&r, 2)) push(out, (double)test_uniform(&r, -4, 12));
}

#endif
