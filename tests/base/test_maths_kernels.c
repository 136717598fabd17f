/* test_maths_kernels.c: eight rotations at once are what each is alone, to the last bit, in both forms. */
#include "maths_kernels.h"

#include "pose.h"
#include "testing.h"
#include "traps.h"

/* Near a unit, at the edge of what is taken for one, or something else. */
static carom_quat any_rotation(uint64_t *random) {
  static const float lengths[] = {1, 1, 1, 1, 0.999f, 1.001f, 0, INFINITY};
  static const float parts[] = {0, -0.0f, 1, -1, 1e-30f, 1e30f, NAN, INFINITY};
  carom_quat q = test_quat(random);
  if (test_below(random, 4) == 0) q.x = q.y = test_below(random, 2) ? 0 : -0.0f;
  float s = lengths[test_below(random, 8)] * test_uniform(random, 1 - 1e-6f, 1 + 1e-6f);
  q = (carom_quat){q.x * s, q.y * s, q.z * s, q.w * s};
  if (test_below(random, 16) == 0) q.z = parts[test_below(random, 8)];
  return q;
}

/* What to_unit is for. */
static bool is_accepted(carom_quat q) { return quat_is_zero(q) || quat_is_near_unit(q); }

static int faults_of_check(const carom__quat_kernels *kernels, const carom_quat *eight) {
  bool space = true, plane = true;
  for (int k = 0; k < 8; k++) {
    space = space && quat_is_near_unit(eight[k]);
    plane = plane && quat_is_near_unit(eight[k]) && quat_is_planar(eight[k]);
  }
  return (kernels->eight_near_unit(eight, false) != space) + (kernels->eight_near_unit(eight, true) != plane);
}

static int faults_of_units(const carom__quat_kernels *kernels, carom_quat *eight) {
  carom_quat units[8];
  int faults = 0;
  for (int k = 0; k < 8; k++) {
    if (!is_accepted(eight[k])) eight[k] = quat_identity();
    units[k] = quat_to_unit(eight[k]);
  }
  kernels->eight_to_unit(eight);
  for (int k = 0; k < 8; k++) faults += !quat_is_same(&eight[k], &units[k]);
  return faults;
}

/* Eight of which at most one is not near a unit, as else nearly none would pass the check. */
static void make_eight(uint64_t *random, carom_quat *out) {
  bool planar = test_below(random, 2);
  for (int k = 0; k < 8; k++) {
    out[k] = test_quat(random);
    if (planar) out[k] = quat_normalize((carom_quat){0, -0.0f, out[k].z, out[k].w});
  }
  if (test_below(random, 4)) out[test_below(random, 8)] = any_rotation(random);
}

/* Zeros stand for no rotation; the lanes look for them all at once. */
static int faults_of_zeros(const carom__quat_kernels *kernels) {
  int faults = 0;
  for (unsigned which = 0; which < 256; which++) {
    carom_quat eight[8];
    for (int k = 0; k < 8; k++) eight[k] = (carom_quat){0, 0, 0, which >> k & 1};
    faults += faults_of_units(kernels, eight);
  }
  return faults;
}

static void check(const carom__quat_kernels *kernels) {
  uint64_t random = 11;
  int faults = faults_of_zeros(kernels);
  for (int i = 0; i < test_scaled(100000); i++) {
    carom_quat eight[8];
    make_eight(&random, eight);
    faults += faults_of_check(kernels, eight);
    for (int k = 0; k < 8; k++) eight[k] = any_rotation(&random);
    faults += faults_of_units(kernels, eight);
  }
  ck_assert_int_eq(faults, 0);
}

START_TEST(eight_are_as_one) {
  traps_off();
  check(&carom__quat_kernels_portable);
}
END_TEST

START_TEST(eight_are_as_one_on_avx2) {
  traps_off();
  if (carom__quat_kernels_avx2()) check(carom__quat_kernels_avx2());
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("quat kernels");
  TCase *tests = tcase_create("eight");
  tcase_add_test(tests, eight_are_as_one);
  tcase_add_test(tests, eight_are_as_one_on_avx2);
  suite_add_tcase(suite, tests);
  return suite;
}
