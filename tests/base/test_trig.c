/* test_trig.c: sine, cosine and the exponential map against libm in long double. */
#include "trig.h"

#include <float.h>

#include "pose.h"
#include "testing.h"

/* What trig.h states; where long double is no longer than double, libm's own rounding comes on top. */
#define SINCOS_BOUND (2e-16L + (LDBL_MANT_DIG > DBL_MANT_DIG ? 0 : 1.2e-16L))

static const long double pi = 3.14159265358979323846264338327950288L;

typedef struct worst {
  long double error;
  double angle;
} worst;

static void measure(worst *w, double angle) {
  double sine = 2, cosine = 2;
  carom__sincos(angle, &sine, &cosine);
  long double error = fmaxl(fabsl((long double)sine - sinl((long double)angle)),
                            fabsl((long double)cosine - cosl((long double)angle)));
  /* Written so that a NaN is the worst of all. */
  if (!(error <= w->error)) *w = (worst){isnan(error) ? 9 : error, angle};
}

static void assert_within_bound(worst w) {
  ck_assert_msg(w.error <= SINCOS_BOUND, "off by %.3Lg at %a", w.error, w.angle);
  ck_assert_msg(w.error > 0, "nothing was measured");
}

static double uniform(uint64_t *random, double low, double high) {
  return low + (high - low) * (double)(test_random(random) >> 11) * 0x1p-53;
}

START_TEST(random_angles) {
  static const double ranges[] = {1e-3, 0.8, 7, 100, 1e5, 1e7, 1e9};
  double range = ranges[_i];
  worst w = {0, 0};
  uint64_t random = (uint64_t)_i;
  for (int i = 0; i < 400000; i++) measure(&w, uniform(&random, -range, range));
  measure(&w, range);
  measure(&w, -range);
  assert_within_bound(w);
}
END_TEST

/* The doubles around each multiple of pi/4, where the reduction turns over or its bits cancel. */
static void measure_around(worst *w, int64_t eighths) {
  double angle = (double)(pi / 4 * (long double)eighths);
  double below = nextafter(angle, -DBL_MAX), above = nextafter(angle, DBL_MAX);
  measure(w, angle);
  measure(w, nextafter(below, -DBL_MAX));
  measure(w, below);
  measure(w, above);
  measure(w, nextafter(above, DBL_MAX));
}

START_TEST(multiples_of_an_eighth_turn) {
  worst w = {0, 0};
  for (int64_t n = -50000; n <= 50000; n++) measure_around(&w, n);
  uint64_t random = 11;
  for (int i = 0; i < 100000; i++) measure_around(&w, (int64_t)uniform(&random, -1.27e9, 1.27e9));
  assert_within_bound(w);
}
END_TEST

/* 245850922 / 78256779 is a convergent of pi: an integer as near to a multiple of pi as integers of this size
 * come. */
START_TEST(special_angles) {
  static const double angles[] = {0.5,       1,   245850922, 122925461, 78256779,
                                  999999999, 1e9, 0x1p29,    0x1p-30,   DBL_MIN};
  worst w = {0, 0};
  for (size_t i = 0; i < sizeof angles / sizeof *angles; i++) {
    measure(&w, angles[i]);
    measure(&w, -angles[i]);
  }
  assert_within_bound(w);
  double sine, cosine;
  carom__sincos(0, &sine, &cosine);
  ck_assert(sine == 0 && cosine == 1);
  carom__sincos(4.9e-324, &sine, &cosine);
  ck_assert(sine == 4.9e-324 && cosine == 1);
}
END_TEST

/* How far q is from the rotation by |v| about v, in units of each coordinate's allowance; 1 is the bound. */
static long double rotation_error(carom_vec3 v, carom_quat q) {
  long double x = (long double)v.x, y = (long double)v.y, z = (long double)v.z;
  long double length = sqrtl(x * x + y * y + z * z), scale = length > 0 ? sinl(length / 2) / length : 0.5L;
  long double exact[4] = {x * scale, y * scale, z * scale, cosl(length / 2)};
  long double given[4] = {(long double)q.x, (long double)q.y, (long double)q.z, (long double)q.w}, most = 0;
  for (int i = 0; i < 4; i++) {
    /* One rounding to float, and before it those of the sine and of the length in double. */
    long double bound = 0x1p-24L * fabsl(exact[i]) + 0x1p-51L * (1 + length) + (long double)FLT_TRUE_MIN;
    most = fmaxl(most, fabsl(given[i] - exact[i]) / bound);
  }
  return most;
}

START_TEST(rotation_vectors) {
  uint64_t random = 21;
  long double most = 0, longest = 0;
  int refused = 0, changed = 0;
  for (int i = 0; i < 500000; i++) {
    float size = test_log_uniform(&random, 1e-8f, i % 2 ? 10.0f : 1e8f);
    carom_vec3 v = test_vec3(&random, -size, size);
    carom_quat q = carom__quat_from_rotation_vector(v), kept = q;
    long double error = rotation_error(v, q);
    most = error > most ? error : most;
    double x = (double)q.x, y = (double)q.y, z = (double)q.z, w = (double)q.w;
    longest = fmaxl(longest, fabsl((long double)(x * x + y * y + z * z + w * w) - 1));
    refused += carom__quat_accept(&kept) != CAROM_OK;
    changed += kept.x != q.x || kept.y != q.y || kept.z != q.z || kept.w != q.w;
  }
  ck_assert_msg(most > 0.5L && most <= 1, "%Lg of the allowed error", most);
  ck_assert_msg(longest <= 0x1.01p-23L, "squared length off by %Lg", longest);
  ck_assert_int_eq(refused + changed, 0);
}
END_TEST

START_TEST(tiny_rotation_vectors) {
  static const float sizes[] = {0x1p-149f, 0x1p-126f, 1e-30f, 1e-20f, 1e-10f};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    carom_quat q = carom__quat_from_rotation_vector(vec3(0, -sizes[i], 0));
    ck_assert(q.w == 1 && q.x == 0 && q.z == 0);
    ck_assert_msg(q.y == -sizes[i] / 2, "size %a", (double)sizes[i]);
  }
  carom_quat none = carom__quat_from_rotation_vector(vec3(0, 0, 0));
  ck_assert(none.x == 0 && none.y == 0 && none.z == 0 && none.w == 1);
}
END_TEST

/* A quarter turn about z takes x to y: the sign of the convention. */
START_TEST(quarter_turn) {
  carom_mat3 m = quat_to_mat3(carom__quat_from_rotation_vector(vec3(0, 0, (float)(pi / 2))));
  carom_vec3 image = mat3_mul_vec3(&m, vec3(1, 0, 0));
  ck_assert(fabsf(image.x) < 1e-6f && fabsf(image.y - 1) < 1e-6f && image.z == 0);
}
END_TEST

START_TEST(huge_rotation_vectors) {
  static const float sizes[] = {1e9f, 1.999e9f, 2e9f, 1e10f, 1e20f, FLT_MAX};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    carom_vec3 vectors[] = {{sizes[i], 0, 0}, {sizes[i], -sizes[i], sizes[i]}, {0, 1, -sizes[i]}};
    for (int k = 0; k < 3; k++) {
      carom_quat q = carom__quat_from_rotation_vector(vectors[k]), kept = q;
      ck_assert_int_eq(carom__quat_accept(&kept), CAROM_OK);
      ck_assert_msg(kept.x == q.x && kept.w == q.w, "size %a is no unit", (double)sizes[i]);
    }
  }
}
END_TEST

START_TEST(degrees) {
  uint64_t random = 7;
  for (int i = 0; i < 10000; i++) {
    double angle = uniform(&random, -1e4, 1e4), sine, cosine;
    long double radians = (long double)angle * pi / 180;
    carom__sincos_degrees(angle, &sine, &cosine);
    ck_assert(fabsl((long double)sine - sinl(radians)) <= 4e-16L);
    ck_assert(fabsl((long double)cosine - cosl(radians)) <= 4e-16L);
  }
  for (int k = -4000; k <= 4000; k++) {
    static const int cosines[] = {1, 0, -1, 0};
    double sine, cosine;
    carom__sincos_degrees(90.0 * k, &sine, &cosine);
    ck_assert(cosine == cosines[k & 3] && sine == cosines[(k + 3) & 3]);
  }
}
END_TEST

static void expect_arctan2(double sine, double cosine) {
  double angle = carom__arctan2(sine, cosine);
  ck_assert_msg(fabsl((long double)angle - atan2l((long double)sine, (long double)cosine)) <= 1e-15L,
                "%a of %a, %a", angle, sine, cosine);
}

START_TEST(arctangents) {
  uint64_t random = 8;
  for (int i = 0; i < 10000; i++) {
    double angle = uniform(&random, -3.15, 3.15), length = (double)test_log_uniform(&random, 1e-20f, 1e20f);
    expect_arctan2(length * sin(angle), length * cos(angle));
    expect_arctan2(uniform(&random, -1e-9, 1e-9), i & 1 ? 1 : -1);
  }
  for (int s = -1; s <= 1; s++)
    for (int c = -1; c <= 1; c++) expect_arctan2(s, c);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("trig");
  TCase *tcase = tcase_create("trig");
  tcase_set_timeout(tcase, 60);
  tcase_add_loop_test(tcase, random_angles, 0, 7);
  tcase_add_test(tcase, multiples_of_an_eighth_turn);
  tcase_add_test(tcase, special_angles);
  tcase_add_test(tcase, rotation_vectors);
  tcase_add_test(tcase, tiny_rotation_vectors);
  tcase_add_test(tcase, quarter_turn);
  tcase_add_test(tcase, huge_rotation_vectors);
  tcase_add_test(tcase, degrees);
  tcase_add_test(tcase, arctangents);
  suite_add_tcase(suite, tcase);
  return suite;
}
