/* test_lanes.c: each lane operation against scalar arithmetic, bit for bit. test_lanes_plain.c and
 * test_lanes_vector.c run the same tests on the other forms, so that all agree. */
#include "lanes.h"

#include "lane_values.h"

#define ROUNDS 200000

static bool lanes_are(carom__lanes lanes, const float want[4]) {
  float got[4];
  lanes_store(got, lanes);
  return all_same(got, want, 4);
}

static carom__lanes first_abs(carom__lanes a, carom__lanes b) { return (void)b, lanes_abs(a); }
static carom__lanes first_sqrt(carom__lanes a, carom__lanes b) { return (void)b, lanes_sqrt(a); }
static carom__lanes select_less(carom__lanes a, carom__lanes b) { return lanes_select(lanes_gt(b, a), a, b); }

static const struct {
  const char *name;
  carom__lanes (*lanes)(carom__lanes a, carom__lanes b);
  float (*scalar)(float a, float b);
} operations[] = {
    {"add", lanes_add, scalar_add},
    {"sub", lanes_sub, scalar_sub},
    {"mul", lanes_mul, scalar_mul},
    {"min", lanes_min, scalar_min},
    {"max", lanes_max, scalar_max},
    {"gt", lanes_gt, scalar_gt},
    {"or", lanes_or, scalar_or},
    {"abs", first_abs, scalar_abs},
    {"div", lanes_div, scalar_div},
    {"sqrt", first_sqrt, scalar_sqrt},
    {"and", lanes_and, scalar_and},
    {"ge", lanes_ge, scalar_ge},
    {"eq", lanes_eq, scalar_eq},
    {"select", select_less, scalar_min},
    {"copysign", lanes_copysign, copysignf},
};

START_TEST(arithmetic) {
  traps_off();
  uint64_t r = (uint64_t)_i + 1;
  float a[4], b[4], want[4];
  for (int round = 0; round < ROUNDS; round++) {
    fill(&r, a, 4);
    fill(&r, b, 4);
    for (int i = 0; i < 4; i++) want[i] = operations[_i].scalar(a[i], b[i]);
    if (!lanes_are(operations[_i].lanes(lanes_load(a), lanes_load(b)), want))
      ck_abort_msg("%s: round %d, first lanes %a and %a", operations[_i].name, round, (double)a[0],
                   (double)b[0]);
  }
}
END_TEST

START_TEST(no_number_compares_as_documented) {
  traps_off();
  const float nan = NAN, a[4] = {nan, 1, nan, 2}, b[4] = {1, nan, nan, 1},
              want_gt[4] = {0, 0, 0, float_of(UINT32_MAX)};
  const float want_ge[4] = {0, 0, 0, float_of(UINT32_MAX)}, never[4] = {0, 0, 0, 0};
  const float want_min[4] = {1, nan, nan, 1}, want_max[4] = {1, nan, nan, 2};
  ck_assert(lanes_are(lanes_gt(lanes_load(a), lanes_load(b)), want_gt));
  ck_assert(lanes_are(lanes_ge(lanes_load(a), lanes_load(b)), want_ge));
  ck_assert(lanes_are(lanes_eq(lanes_load(a), lanes_load(b)), never));
  ck_assert(lanes_are(lanes_min(lanes_load(a), lanes_load(b)), want_min));
  ck_assert(lanes_are(lanes_max(lanes_load(a), lanes_load(b)), want_max));
}
END_TEST

/* One arrangement of lanes: which lane of a (0..3) or b (4..7) goes where. */
static int misplaced(carom__lanes got, const float a[4], const float b[4], int x, int y, int z, int w) {
  const int from[4] = {x, y, z, w};
  float want[4];
  for (int i = 0; i < 4; i++) want[i] = from[i] < 4 ? a[from[i]] : b[from[i] - 4];
  return !lanes_are(got, want);
}

START_TEST(arrangements) {
  traps_off();
  uint64_t r = 1;
  float a[4], b[4];
  int bad = 0;
  for (int round = 0; round < ROUNDS / 10; round++) {
    fill(&r, a, 4);
    fill(&r, b, 4);
    carom__lanes la = lanes_load(a), lb = lanes_load(b);
    bad += misplaced(la, a, b, 0, 1, 2, 3);
    bad += misplaced(lanes_set(a[0], a[1], a[2], a[3]), a, b, 0, 1, 2, 3);
    bad += misplaced(lanes_splat(a[1]), a, b, 1, 1, 1, 1);
    bad += misplaced(lanes_x(la), a, b, 0, 0, 0, 0);
    bad += misplaced(lanes_y(la), a, b, 1, 1, 1, 1);
    bad += misplaced(lanes_z(la), a, b, 2, 2, 2, 2);
    bad += misplaced(lanes_yzx(la), a, b, 1, 2, 0, 3);
    bad += misplaced(lanes_zxy(la), a, b, 2, 0, 1, 3);
    bad += misplaced(lanes_yzwx(la), a, b, 1, 2, 3, 0);
    bad += misplaced(lanes_zwxy(la), a, b, 2, 3, 0, 1);
    bad += misplaced(lanes_yxwz(la), a, b, 1, 0, 3, 2);
    bad += !same(lanes_first(la), a[0]);
    bad += misplaced(lanes_zip_low(la, lb), a, b, 0, 4, 1, 5);
    bad += misplaced(lanes_zip_high(la, lb), a, b, 2, 6, 3, 7);
    bad += misplaced(lanes_join_low(la, lb), a, b, 0, 1, 4, 5);
    bad += misplaced(lanes_join_high(la, lb), a, b, 2, 3, 6, 7);
    b[0] = 0;
    bad += misplaced(lanes_from_vec3((carom_vec3){a[0], a[1], a[2]}), a, b, 0, 1, 2, 4);
  }
  ck_assert_int_eq(bad, 0);
}
END_TEST

START_TEST(bits_are_the_signs) {
  traps_off();
  for (unsigned mask = 0; mask < 16; mask++) {
    float a[4];
    for (unsigned i = 0; i < 4; i++) a[i] = mask >> i & 1 ? -0.0f : 1.0f;
    ck_assert_uint_eq(lanes_bits(lanes_load(a)), mask);
    ck_assert_int_eq(lanes_any(lanes_load(a)), mask != 0);
    ck_assert_int_eq(lanes_any3(lanes_load(a)), (mask & 7) != 0);
    ck_assert_int_eq(lanes_all3(lanes_load(a)), (mask & 7) == 7);
  }
}
END_TEST

START_TEST(matrices) {
  traps_off();
  uint64_t r = 1;
  int bad = 0;
  for (int round = 0; round < ROUNDS / 10; round++) {
    float m[3][4], v[4], sum[4];
    carom__lanes columns[3], transposed[3];
    for (int k = 0; k < 3; k++) {
      fill(&r, m[k], 4);
      columns[k] = lanes_load(m[k]);
    }
    fill(&r, v, 4);
    lanes_transpose(columns, transposed);
    for (int i = 0; i < 4; i++) sum[i] = m[0][i] * v[0] + m[1][i] * v[1] + m[2][i] * v[2];
    bad += !lanes_are(lanes_combine(columns, lanes_load(v)), sum);
    for (int k = 0; k < 3; k++)
      bad += !lanes_are(transposed[k], (const float[4]){m[0][k], m[1][k], m[2][k], 0});
  }
  ck_assert_int_eq(bad, 0);
}
END_TEST

static bool first_three_are(carom__lanes lanes, float x, float y, float z) {
  float got[4];
  lanes_store(got, lanes);
  return same(got[0], x) && same(got[1], y) && same(got[2], z);
}

START_TEST(three_lanes_as_a_vector) {
  traps_off();
  uint64_t r = 1;
  int bad = 0;
  for (int round = 0; round < ROUNDS / 10; round++) {
    carom_vec3 a = test_vec3(&r, -4, 4), b = test_vec3(&r, -4, 4);
    carom__lanes la = lanes_from_vec3(a), lb = lanes_from_vec3(b);
    float dot = a.x * b.x + a.y * b.y + a.z * b.z, most = fmaxf(a.x, fmaxf(a.y, a.z));
    carom_vec3 back = lanes_to_vec3(la);
    bad += !first_three_are(lanes_dot3(la, lb), dot, dot, dot);
    bad += !first_three_are(lanes_cross3(la, lb), a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z,
                            a.x * b.y - a.y * b.x);
    bad += !first_three_are(lanes_max3(la), most, most, most);
    most = fminf(a.x, fminf(a.y, a.z));
    bad += !first_three_are(lanes_min3(la), most, most, most);
    bad += !first_three_are(lanes_neg(la), -a.x, -a.y, -a.z);
    bad += !first_three_are(lanes_clamp(la, lanes_splat(1)), fmaxf(-1, fminf(a.x, 1)),
                            fmaxf(-1, fminf(a.y, 1)), fmaxf(-1, fminf(a.z, 1)));
    bad += back.x != a.x || back.y != a.y || back.z != a.z;
    bad += bits_lowest(test_random(&r) << round % 64 | (uint64_t)1 << round % 64) != round % 64;
  }
  bad += !first_three_are(lanes_unit3(0), 1, 0, 0) + !first_three_are(lanes_unit3(1), 0, 1, 0) +
         !first_three_are(lanes_unit3(2), 0, 0, 1);
  ck_assert_int_eq(bad, 0);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("lanes");
  TCase *tcase = tcase_create("lanes");
  tcase_add_loop_test(tcase, arithmetic, 0, sizeof operations / sizeof operations[0]);
  tcase_add_test(tcase, no_number_compares_as_documented);
  tcase_add_test(tcase, arrangements);
  tcase_add_test(tcase, bits_are_the_signs);
  tcase_add_test(tcase, matrices);
  tcase_add_test(tcase, three_lanes_as_a_vector);
  suite_add_tcase(suite, tcase);
  return suite;
}
