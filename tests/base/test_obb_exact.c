/* test_obb_exact.c: millions of pairs of boxes against exact arithmetic.
 *
 * The promise: never apart when the boxes overlap, and overlapping when apart only while the gap along the
 * best of the fifteen axes is below 8 u s. The truth is computed from the very floats that the library gets
 * (see sat_reference.h). A double decides unless it is within 2^-46 s of a decision: products of two floats
 * are exact in double, so that each axis has a relative error of 2^-53, however nearly parallel the edges
 * are, and each gap one below 32 2^-53 s; within that margin quadruple precision decides.
 *
 * CAROM_TEST_SCALE (1 unless set) scales the number of pairs. Each pair depends on its index alone. */
#include <float.h>
#include <stdio.h>
#include <stdlib.h>

#include "obb.h"
#include "testing.h"

#define PAIRS 4000000
#define UNIT 0x1p-24
#define BOUND 8

typedef struct float_boxes {
  float axes_a[3][3], axes_b[3][3], half_a[3], half_b[3];
  double offset[3];
} float_boxes;

#define REAL double
#define REAL_SQRT sqrt
#define REAL_NAME(name) double_##name
#include "sat_reference.h"

#if LDBL_MANT_DIG == 113
typedef long double quad;
#else
typedef __float128 quad;
#endif

/* Newton's iteration doubles the 64 correct bits of the first value. */
static quad quad_sqrt(quad x) {
  quad y = (quad)sqrtl((long double)x);
  return (y + x / y) / 2;
}

#define REAL quad
#define REAL_SQRT quad_sqrt
#define REAL_NAME(name) quad_##name
#include "sat_reference.h"

static void copy_vec3(carom_vec3 v, float *out) {
  for (int i = 0; i < 3; i++) out[i] = vec3_get(v, i);
}

static void copy_axes(const carom_mat3 *m, float out[3][3]) {
  for (int i = 0; i < 3; i++) copy_vec3(mat3_column(m, i), out[i]);
}

/* Two boxes; they meet by their centres, or by an offset while their centres mean nothing. */
typedef struct pair {
  carom_obb a, b;
  bool by_offset;
  carom_vec3 offset;
} pair;

static float_boxes pair_floats(const pair *p) {
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

static double size_of(const float_boxes *boxes) {
  double size = 0;
  for (int i = 0; i < 3; i++)
    size += fabs(boxes->offset[i]) + (double)boxes->half_a[i] + (double)boxes->half_b[i];
  return size;
}

typedef struct truth {
  double gap;         /* in u s, rounded */
  bool apart, beyond; /* exactly: gap > 0, gap > BOUND */
} truth;

static truth find_truth(const pair *p) {
  float_boxes boxes = pair_floats(p);
  double unit = UNIT * size_of(&boxes);
  if (unit == 0) return (truth){0, false, false};
  double gap = double_gap(&boxes, NULL) / unit;
  if (fabs(gap) > 0x1p-22 && fabs(gap - BOUND) > 0x1p-22) return (truth){gap, gap > 0, gap > BOUND};
  quad exact = quad_gap(&boxes, NULL) / (quad)unit;
  return (truth){gap, exact > 0, exact > BOUND};
}

/* The families of pairs. */

typedef void make_fn(uint64_t *r, pair *out);

static void place(pair *p, carom_vec3 at, carom_vec3 offset) {
  p->a.center = at;
  p->b.center = vec3_add(at, offset);
}

/* The axes of a rotation, or of a collider that is turned on a body that is turned. */
static void turn(uint64_t *r, carom_obb *box) {
  carom_mat3 body = quat_to_mat3(test_quat(r)), local = quat_to_mat3(test_quat(r));
  box->axes = test_below(r, 2) ? body : mat3_mul(&body, &local);
}

static void make_random(uint64_t *r, pair *out) {
  turn(r, &out->a);
  turn(r, &out->b);
  out->a.half = test_vec3(r, 0.1f, 2);
  out->b.half = test_vec3(r, 0.1f, 2);
  carom_vec3 at = test_vec3(r, -10, 10);
  place(out, at, test_vec3(r, -2.5f, 2.5f));
}

/* B's axes are A's, turned by 1e-8 to 0.1 about any axis or about one of A's. */
static void make_near_parallel(uint64_t *r, pair *out) {
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

static void make_parallel(uint64_t *r, pair *out) {
  make_random(r, out);
  out->b.axes = out->a.axes;
}

/* Both turned about z alone, by multiples of 45 degrees or at will. */
static void make_yawed(uint64_t *r, pair *out) {
  make_random(r, out);
  carom_obb *boxes[2] = {&out->a, &out->b};
  for (int i = 0; i < 2; i++) {
    float angle = test_below(r, 2) ? test_uniform(r, -3, 3) : 0.78539816f * (float)test_below(r, 8);
    boxes[i]->axes = quat_to_mat3(quat_normalize((carom_quat){0, 0, sinf(angle / 2), cosf(angle / 2)}));
  }
}

static carom_mat3 quarter_turns(uint64_t *r) {
  carom_mat3 m = mat3_identity();
  for (uint32_t k = test_below(r, 3); k > 0; k--) m = (carom_mat3){m.y, m.z, m.x};
  if (test_below(r, 2)) m = (carom_mat3){m.y, vec3_neg(m.x), m.z};
  return m;
}

/* Multiples of an eighth below 2. */
static carom_vec3 eighths(uint64_t *r) {
  carom_vec3 v = {0, 0, 0};
  for (int i = 0; i < 3; i++) vec3_set(&v, i, 0.125f * (float)test_below(r, 16));
  return v;
}

/* |m| v with v >= 0: the half extents of the AABB of a box turned by m. */
static carom_vec3 turned_half(const carom_mat3 *m, carom_vec3 v) {
  carom_mat3 a = {vec3_abs(m->x), vec3_abs(m->y), vec3_abs(m->z)};
  return mat3_mul_vec3(&a, v);
}

/* Along the coordinate axes, with sizes and offsets that floats hold exactly, touching in one to three of
 * them. */
static void make_touching(uint64_t *r, pair *out) {
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

static void make_inside(uint64_t *r, pair *out) {
  make_random(r, out);
  out->b.half = vec3_scale(out->b.half, 0.04f);
  place(out, out->a.center, mat3_mul_vec3(&out->a.axes, vec3_mul(out->a.half, test_vec3(r, -1, 1))));
}

static void flatten(uint64_t *r, carom_vec3 *half) {
  for (int i = 0; i < 3; i++)
    if (test_below(r, 2)) vec3_set(half, i, 0);
}

static void make_flat(uint64_t *r, pair *out) {
  make_random(r, out);
  if (test_below(r, 2)) out->b.axes = out->a.axes;
  flatten(r, &out->a.half);
  flatten(r, &out->b.half);
}

static carom_vec3 thin(uint64_t *r) {
  carom_vec3 half = test_vec3(r, 0.5f, 2);
  for (uint32_t count = 1 + test_below(r, 2); count > 0; count--) {
    int axis = (int)test_below(r, 3);
    vec3_set(&half, axis, test_log_uniform(r, 1e-3f, 1e-2f));
  }
  return half;
}

static void make_thin(uint64_t *r, pair *out) {
  test_below(r, 2) ? make_random(r, out) : make_near_parallel(r, out);
  out->a.half = thin(r);
  out->b.half = thin(r);
}

static void make_unequal(uint64_t *r, pair *out) {
  test_below(r, 2) ? make_random(r, out) : make_near_parallel(r, out);
  out->b.half = vec3_scale(out->b.half, 1e-3f);
  if (test_below(r, 2)) {
    carom_obb a = out->a;
    out->a = out->b;
    out->b = a;
  }
}

static void make_identical(uint64_t *r, pair *out) {
  make_random(r, out);
  out->b = out->a;
}

static void make_scaled(uint64_t *r, pair *out) {
  make_random(r, out);
  float scale = test_below(r, 2) ? 1e-4f : 1e4f;
  out->a.half = vec3_scale(out->a.half, scale);
  out->b.half = vec3_scale(out->b.half, scale);
  place(out, vec3_scale(out->a.center, scale), vec3_scale(vec3_sub(out->b.center, out->a.center), scale));
}

/* The centres are doubles up to 1e9, and the offset is their difference. */
static void make_far(uint64_t *r, pair *out) {
  make_random(r, out);
  float far = test_log_uniform(r, 1e3f, 9e8f);
  carom_pos at = {(double)far, -(double)far * 0.75, (double)far * 0.5};
  out->offset = pos_sub(pos_add(at, test_vec3(r, -2.5f, 2.5f)), at);
  out->by_offset = true;
}

/* Moves B along the best axis until the gap is about `gap` u s; how much exactly, rounding decides. */
static void push(pair *p, double gap) {
  for (int round = 0; round < 2; round++) {
    float_boxes boxes = pair_floats(p);
    double axis[3] = {0, 0, 0}, now = double_gap(&boxes, axis), by = gap * UNIT * size_of(&boxes) - now;
    carom_vec3 *moved = p->by_offset ? &p->offset : &p->b.center;
    moved->x = (float)((double)moved->x + by * axis[0]);
    moved->y = (float)((double)moved->y + by * axis[1]);
    moved->z = (float)((double)moved->z + by * axis[2]);
  }
}

/* The same test with scalars, each operation in the same order. */

static float product_sum(float a0, float b0, float a1, float b1, float a2, float b2) {
  return a0 * b0 + a1 * b1 + a2 * b2;
}

typedef struct scalar_pair {
  float r[3][3], t[3], a[3], b[3], tolerance;
} scalar_pair;

static scalar_pair scalar_load(const carom_obb *a, const carom_obb *b, carom_vec3 offset) {
  scalar_pair s;
  copy_vec3(mat3_tmul_vec3(&a->axes, offset), s.t);
  copy_vec3(a->half, s.a);
  copy_vec3(b->half, s.b);
  carom_mat3 columns = mat3_tmul(&a->axes, &b->axes);
  for (int j = 0; j < 3; j++)
    for (int i = 0; i < 3; i++) s.r[i][j] = vec3_get(mat3_column(&columns, j), i);
  float sums[3];
  for (int i = 0; i < 3; i++) sums[i] = fabsf(s.t[i]) + s.a[i] + s.b[i];
  s.tolerance = (sums[0] + sums[1] + sums[2]) * (3 * 0x1p-24f);
  return s;
}

static bool scalar_edge_separates(const scalar_pair *s, int i, int j) {
  int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
  float minor_j = fabsf(s->r[i1][j] * s->r[i2][j1] - s->r[i1][j1] * s->r[i2][j]);
  float minor_j2 = fabsf(s->r[i1][j2] * s->r[i2][j] - s->r[i1][j] * s->r[i2][j2]);
  float abs1 = fabsf(s->r[i1][j]), abs2 = fabsf(s->r[i2][j]);
  float radius_a = s->a[i1] * abs2 + s->a[i2] * abs1;
  float radius_b = s->b[j1] * minor_j + s->b[j2] * minor_j2;
  float slack = s->tolerance * 0.5f * (abs1 + abs2 + (abs1 > abs2 ? abs1 : abs2));
  return fabsf(s->t[i2] * s->r[i1][j] - s->t[i1] * s->r[i2][j]) > radius_a + radius_b + slack;
}

static bool scalar_overlap(const carom_obb *a, const carom_obb *b, carom_vec3 offset) {
  scalar_pair s = scalar_load(a, b, offset);
  const float(*r)[3] = (const float(*)[3])s.r;
  for (int i = 0; i < 3; i++) {
    float reach = product_sum(fabsf(r[i][0]), s.b[0], fabsf(r[i][1]), s.b[1], fabsf(r[i][2]), s.b[2]);
    if (fabsf(s.t[i]) > s.a[i] + reach + s.tolerance) return false;
    float along = product_sum(r[0][i], s.t[0], r[1][i], s.t[1], r[2][i], s.t[2]);
    reach = product_sum(fabsf(r[0][i]), s.a[0], fabsf(r[1][i]), s.a[1], fabsf(r[2][i]), s.a[2]);
    if (fabsf(along) > s.b[i] + reach + s.tolerance) return false;
    for (int j = 0; j < 3; j++)
      if (scalar_edge_separates(&s, i, j)) return false;
  }
  return true;
}

/* The run. */

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
static void make_pair(uint64_t index, pair *out) {
  uint64_t r = index * 0xD1342543DE82EF95u;
  *out = (pair){.by_offset = false};
  families[index % FAMILIES].make(&r, out);
  if (test_below(&r, 2)) push(out, (double)test_uniform(&r, -4, 12));
}

typedef struct tally {
  uint64_t apart, overlapping; /* that were reported */
  uint64_t false_apart, false_overlap, twin_differs;
  uint64_t first_bad;               /* index, UINT64_MAX: none */
  double least_apart, most_overlap; /* gaps in u s: the worst on either side */
} tally;

static bool library_overlap(const pair *p) {
  bool overlap = false;
  if (p->by_offset) return carom__obb_overlap_at(&p->a, &p->b, p->offset);
  ck_assert_int_eq(carom_obb_overlap(&p->a, &p->b, &overlap), CAROM_OK);
  return overlap;
}

static void judge(uint64_t index, tally *t) {
  pair p;
  make_pair(index, &p);
  bool overlap = library_overlap(&p);
  carom_vec3 offset = p.by_offset ? p.offset : vec3_sub(p.b.center, p.a.center);
  truth real = find_truth(&p);
  bool bad_apart = !overlap && !real.apart, bad_overlap = overlap && real.beyond;
  bool bad_twin = overlap != scalar_overlap(&p.a, &p.b, offset);
  t->apart += !overlap;
  t->overlapping += overlap;
  t->false_apart += bad_apart;
  t->false_overlap += bad_overlap;
  t->twin_differs += bad_twin;
  if (!overlap && real.gap < t->least_apart) t->least_apart = real.gap;
  if (overlap && real.gap > t->most_overlap) t->most_overlap = real.gap;
  if ((bad_apart || bad_overlap || bad_twin) && t->first_bad == UINT64_MAX) t->first_bad = index;
}

START_TEST(overlap_keeps_its_promise) {
  const char *scale = getenv("CAROM_TEST_SCALE");
  uint64_t count = (uint64_t)(PAIRS * (scale ? atof(scale) : 1.0));
  tally t = {.first_bad = UINT64_MAX, .least_apart = 1e30, .most_overlap = -1e30};
  for (uint64_t i = 0; i < count; i++) judge(i, &t);
  printf("%llu pairs, %llu apart; gaps in u s: least of those reported apart %.3f, greatest of the others "
         "%.3f\n",
         (unsigned long long)count, (unsigned long long)t.apart, t.least_apart, t.most_overlap);
  fflush(stdout); /* a failing check does not return */
  ck_assert_msg(t.first_bad == UINT64_MAX,
                "false apart %llu, false overlap %llu, unlike the scalar twin %llu; first at pair %llu (%s)",
                (unsigned long long)t.false_apart, (unsigned long long)t.false_overlap,
                (unsigned long long)t.twin_differs, (unsigned long long)t.first_bad,
                families[t.first_bad % FAMILIES].name);
  ck_assert_uint_gt(t.apart, count / 8);
  ck_assert_uint_gt(t.overlapping, count / 8);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("obb_exact");
  TCase *tcase = tcase_create("overlap");
  tcase_set_timeout(tcase, 300);
  tcase_add_test(tcase, overlap_keeps_its_promise);
  suite_add_tcase(suite, tcase);
  return suite;
}
