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

#include "box_pairs.h"

#define PAIRS 4000000
#define BOUND 8

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

typedef struct tally {
  uint64_t apart, overlapping; /* that were reported */
  uint64_t false_apart, false_overlap, twin_differs;
  uint64_t first_bad;               /* index, UINT64_MAX: none */
  double least_apart, most_overlap; /* gaps in u s: the worst on either side */
} tally;

static bool library_overlap(const pair *p) {
  bool overlap = false;
  if (p->by_offset) return carom__obb_overlap_at(&p->a, &p->b, p->offset);
  /* An assertion takes note of where it is each time, which is slow. */
  if (carom_obb_overlap(&p->a, &p->b, &overlap)) ck_abort_msg("a box is refused");
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
  uint64_t count = (uint64_t)test_scaled(PAIRS);
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

/* --- Axes that are accepted, and no more --- */

static void skew(uint64_t *r, carom_obb *box) {
  float most = test_log_uniform(r, 1e-7f, 2.8e-4f);
  carom_vec3 *axes[3] = {&box->axes.x, &box->axes.y, &box->axes.z};
  for (int i = 0; i < 3; i++) *axes[i] = vec3_mad(*axes[i], test_vec3(r, -1, 1), most);
}

/* Two such boxes that barely touch along the best axis of the solids that they span, give or take some
 * roundings. */
static void make_skew(uint64_t index, pair *p) {
  uint64_t r = index + 1;
  double direction[3];
  do make_pair(index++, p);
  while (p->by_offset);
  skew(&r, &p->a);
  skew(&r, &p->b);
  float_boxes boxes = pair_floats(p);
  double gap = double_gap(&boxes, direction),
         aim = UNIT * size_of(&boxes) * (double)test_uniform(&r, -20, 20);
  carom_vec3 towards_b = vec3((float)direction[0], (float)direction[1], (float)direction[2]);
  p->b.center = vec3_mad(p->b.center, towards_b, (float)(aim - gap));
}

START_TEST(skew_axes_span_what_they_span) {
  enum { BOXES = 2 * 37 };
  int apart = 0, wrong_apart = 0, wrong_overlap = 0, wrong_batch = 0;
  for (uint64_t k = 0; k < (uint64_t)test_scaled(2000); k++) {
    carom_obb boxes[BOXES];
    carom_index_pair pairs[BOXES / 2];
    bool many[BOXES / 2], one;
    for (uint32_t i = 0; i < BOXES / 2; i++) {
      pair p;
      make_skew(k * BOXES + i, &p);
      boxes[2 * i] = p.a, boxes[2 * i + 1] = p.b;
      pairs[i] = (carom_index_pair){2 * i, 2 * i + 1};
    }
    ck_assert_int_eq(carom_obb_overlap_pairs(boxes, BOXES, pairs, BOXES / 2, many), CAROM_OK);
    for (uint32_t i = 0; i < BOXES / 2; i++) {
      pair p = {.a = boxes[2 * i], .b = boxes[2 * i + 1]};
      truth real = find_truth(&p);
      if (carom_obb_overlap(&p.a, &p.b, &one)) ck_abort_msg("a box is refused");
      apart += !one;
      wrong_apart += !one && !real.apart;
      wrong_overlap += one && real.beyond;
      wrong_batch += one != many[i];
    }
  }
  ck_assert_msg(wrong_apart + wrong_overlap + wrong_batch == 0, "apart %d, overlapping %d, in the batch %d",
                wrong_apart, wrong_overlap, wrong_batch);
  ck_assert_int_gt(apart, test_scaled(1000));
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("obb_exact");
  TCase *tcase = tcase_create("overlap");
  tcase_set_timeout(tcase, 300);
  tcase_add_test(tcase, overlap_keeps_its_promise);
  tcase_add_test(tcase, skew_axes_span_what_they_span);
  suite_add_tcase(suite, tcase);
  return suite;
}
