/* test_lanes8.c: each operation on eight lanes against scalar arithmetic, bit for bit, on AVX2 where there is
 * one. test_lanes8_portable.c runs the same tests on the portable form, so that both forms agree. */
#ifndef TEST_LANES8_PORTABLE
#define CAROM_LANES8_AVX2
#endif
#include <stdlib.h>

#include "lanes8.h"

#include "lane_values.h"

#define ROUNDS 50000

/* Is there a processor for the form? */
static bool can_run(void) {
#if defined(CAROM_LANES8_AVX2) && CAROM__HAS_AVX2
  return __builtin_cpu_supports("avx2");
#else
  return true;
#endif
}

/* Vectors go through memory: functions without the mark cannot take them. */
#define BINARY(name)                                                                                         \
  CAROM__LANES8 static void run_##name(const float *a, const float *b, float *out) {                         \
    lanes8_store(out, lanes8_##name(lanes8_load(a), lanes8_load(b)));                                        \
  }
BINARY(add)
BINARY(sub)
BINARY(mul)
BINARY(div)
BINARY(eq)
BINARY(min)
BINARY(max)
BINARY(gt)
BINARY(ge)
BINARY(copysign)
BINARY(and)
BINARY(or)
CAROM__LANES8 static void run_abs(const float *a, const float *b, float *out) {
  (void)b;
  lanes8_store(out, lanes8_abs(lanes8_load(a)));
}

CAROM__LANES8 static void run_neg(const float *a, const float *b, float *out) {
  (void)b;
  lanes8_store(out, lanes8_neg(lanes8_load(a)));
}

CAROM__LANES8 static void run_sqrt(const float *a, const float *b, float *out) {
  (void)b;
  lanes8_store(out, lanes8_sqrt(lanes8_load(a)));
}

static const struct {
  const char *name;
  void (*lanes)(const float *a, const float *b, float *out);
  float (*scalar)(float a, float b);
} operations[] = {
    {"add", run_add, scalar_add}, {"sub", run_sub, scalar_sub}, {"mul", run_mul, scalar_mul},
    {"max", run_max, scalar_max}, {"gt", run_gt, scalar_gt},    {"and", run_and, scalar_and},
    {"or", run_or, scalar_or},    {"abs", run_abs, scalar_abs}, {"div", run_div, scalar_div},
    {"neg", run_neg, scalar_neg}, {"ge", run_ge, scalar_ge},    {"copysign", run_copysign, scalar_copysign},
    {"min", run_min, scalar_min}, {"eq", run_eq, scalar_eq},    {"sqrt", run_sqrt, scalar_sqrt},
};

START_TEST(arithmetic) {
  traps_off();
  uint64_t r = (uint64_t)_i + 1;
  float a[8], b[8], got[8], want[8];
  for (int round = 0; round < ROUNDS && can_run(); round++) {
    fill(&r, a, 8);
    fill(&r, b, 8);
    for (int k = 0; k < 8; k++) want[k] = operations[_i].scalar(a[k], b[k]);
    operations[_i].lanes(a, b, got);
    if (!all_same(got, want, 8)) ck_abort_msg("%s: round %d", operations[_i].name, round);
  }
}
END_TEST

CAROM__LANES8 static void run_columns(const float *const rows[8], size_t from, float out[4][8]) {
  carom__lanes8 columns[4];
  lanes8_load_columns(rows, from, columns);
  for (int i = 0; i < 4; i++) lanes8_store(out[i], columns[i]);
}

START_TEST(columns_are_read_from_eight_places) {
  traps_off();
  uint64_t r = 1;
  float floats[64], got[4][8], want[8];
  for (int round = 0; round < ROUNDS / 10 && can_run(); round++) {
    const float *rows[8];
    size_t from = test_below(&r, 8);
    fill(&r, floats, 64);
    for (int k = 0; k < 8; k++) rows[k] = floats + test_below(&r, 53);
    run_columns(rows, from, got);
    for (size_t i = 0; i < 4; i++) {
      for (int k = 0; k < 8; k++) want[k] = rows[k][from + i];
      ck_assert(all_same(got[i], want, 8));
    }
  }
}
END_TEST

CAROM__LANES8 static void run_yxwz(const float *a, float *out) {
  lanes8_store(out, lanes8_yxwz(lanes8_load(a)));
}

START_TEST(neighbours_change_places) {
  traps_off();
  uint64_t r = 1;
  float a[8], got[8], want[8];
  for (int round = 0; round < ROUNDS / 10 && can_run(); round++) {
    fill(&r, a, 8);
    for (int k = 0; k < 8; k++) want[k] = a[k ^ 1];
    run_yxwz(a, got);
    ck_assert(all_same(got, want, 8));
  }
}
END_TEST

CAROM__LANES8 static uint32_t run_order(unsigned which, uint32_t out[8]) { return lanes8_order(which, out); }

START_TEST(bits_become_an_order) {
  for (unsigned which = 0; which < 256 && can_run(); which++) {
    uint32_t got[8], want[8] = {0}, count = 0;
    for (uint32_t k = 0; k < 8; k++)
      if (which >> k & 1) want[count++] = k;
    ck_assert_uint_eq(run_order(which, got), count);
    ck_assert_mem_eq(got, want, sizeof got);
  }
}
END_TEST

CAROM__LANES8 static void run_offsets(const double *const from[8], const double *const to[8],
                                      float out[3][8]) {
  carom__lanes8 columns[3];
  lanes8_offsets(from, to, columns);
  for (int i = 0; i < 3; i++) lanes8_store(out[i], columns[i]);
}

/* Each place ends where its memory does, so that a sanitizer sees what is beyond. */
START_TEST(offsets_are_those_of_doubles) {
  traps_off();
  uint64_t r = 1;
  double *places = malloc(24 * sizeof *places);
  ck_assert(places);
  for (int round = 0; round < ROUNDS / 10 && can_run(); round++) {
    const double *from[8], *to[8];
    float got[3][8], want[8];
    for (int k = 0; k < 24; k++)
      places[k] = (double)test_uniform(&r, -5e8f, 5e8f) + (double)test_uniform(&r, 0, 1);
    for (int k = 0; k < 8; k++) {
      from[k] = places + 3 * test_below(&r, 8);
      to[k] = places + 3 * test_below(&r, 8);
    }
    run_offsets(from, to, got);
    for (int i = 0; i < 3; i++) {
      for (int k = 0; k < 8; k++) want[k] = (float)(to[k][i] - from[k][i]);
      ck_assert(all_same(got[i], want, 8));
    }
  }
  free(places);
}
END_TEST

CAROM__LANES8 static void run_store_columns(float in[4][8], float out[8][4]) {
  const carom__lanes8 columns[4] = {lanes8_load(in[0]), lanes8_load(in[1]), lanes8_load(in[2]),
                                    lanes8_load(in[3])};
  lanes8_store_columns(columns, out);
}

START_TEST(columns_are_written_as_rows) {
  traps_off();
  uint64_t r = 1;
  float in[4][8], out[8][4];
  for (int round = 0; round < ROUNDS / 10 && can_run(); round++) {
    fill(&r, in[0], 32);
    run_store_columns(in, out);
    int bad = 0;
    for (int i = 0; i < 32; i++) bad += bits_of(out[i % 8][i / 8]) != bits_of(in[i / 8][i % 8]);
    ck_assert_int_eq(bad, 0);
  }
}
END_TEST

CAROM__LANES8 static void run_take(const float *a, const uint32_t *from, float *out) {
  lanes8_store(out, lanes8_take(lanes8_load(a), from));
}

START_TEST(lanes_are_taken_from_anywhere) {
  traps_off();
  uint64_t r = 1;
  float a[8], got[8], want[8];
  for (int round = 0; round < ROUNDS / 10 && can_run(); round++) {
    uint32_t from[8];
    fill(&r, a, 8);
    for (int k = 0; k < 8; k++) from[k] = test_below(&r, 8), want[k] = a[from[k]];
    run_take(a, from, got);
    ck_assert(all_same(got, want, 8));
  }
}
END_TEST

CAROM__LANES8 static size_t run_join(uint64_t *out, const float *ones, size_t one_count, const float *many,
                                     uint32_t which) {
  return lanes8_join(out, ones, one_count, many, which);
}

START_TEST(numbers_are_joined_in_order) {
  traps_off();
  uint64_t r = 1, got[32];
  float floats[12];
  int bad = 0;
  for (unsigned round = 0; round < ROUNDS / 10 && can_run(); round++) {
    uint32_t numbers[12], rows = 1 + round % 4;
    uint32_t which =
        (uint32_t)(test_random(&r) & test_random(&r)) & (uint32_t)(((uint64_t)1 << 8 * rows) - 1);
    for (int k = 0; k < 12; k++) numbers[k] = (uint32_t)test_random(&r) >> test_below(&r, 32);
    memcpy(floats, numbers, sizeof floats);
    size_t count = run_join(got, floats, rows, floats + 4, which), seen = 0;
    for (int bit = 0; bit < 32; bit++) {
      uint32_t a = numbers[bit / 8], b = numbers[4 + bit % 8];
      if (which >> bit & 1) bad += got[seen++] != ((uint64_t)(a < b ? a : b) << 32 | (a < b ? b : a));
    }
    bad += count != seen;
  }
  ck_assert_int_eq(bad, 0);
}
END_TEST

CAROM__LANES8 static uint32_t run_pack(uint32_t out[8], const uint32_t words[8], uint32_t which) {
  return lanes8_pack(out, words, which);
}

START_TEST(words_are_packed_in_order) {
  traps_off();
  uint64_t r = 1;
  for (uint32_t which = 0; which < 256 && can_run(); which++) {
    uint32_t words[8], got[8], n = 0;
    for (int k = 0; k < 8; k++) words[k] = (uint32_t)test_random(&r);
    uint32_t count = run_pack(got, words, which);
    for (int k = 0; k < 8; k++)
      if (which >> k & 1) ck_assert(got[n++] == words[k]);
    ck_assert(count == n);
    for (; n < 8; n++) ck_assert(got[n] == words[0]);
  }
}
END_TEST

CAROM__LANES8 static float run_least(const float *a) { return lanes8_least(lanes8_load(a)); }

START_TEST(the_least_lane_is_found) {
  traps_off();
  uint64_t r = 1;
  float a[8];
  for (int round = 0; round < ROUNDS / 10 && can_run(); round++) {
    float least = FLT_MAX;
    for (int k = 0; k < 8; k++) a[k] = test_uniform(&r, -2, 2), least = fminf(least, a[k]);
    ck_assert(run_least(a) == least);
  }
}
END_TEST

CAROM__LANES8 static void run_select(const float *mask, const float *a, const float *b, float *out) {
  lanes8_store(out, lanes8_select(lanes8_load(mask), lanes8_load(a), lanes8_load(b)));
}

START_TEST(select_takes_lane_by_lane) {
  traps_off();
  uint64_t r = 1;
  float mask[8], a[8], b[8], got[8], want[8];
  for (unsigned bits = 0; bits < 256 && can_run(); bits++) {
    fill(&r, a, 8);
    fill(&r, b, 8);
    for (int k = 0; k < 8; k++) mask[k] = float_of(bits >> k & 1 ? UINT32_MAX : 0);
    for (int k = 0; k < 8; k++) want[k] = bits >> k & 1 ? a[k] : b[k];
    run_select(mask, a, b, got);
    ck_assert(all_same(got, want, 8));
  }
}
END_TEST

CAROM__LANES8 static void run_dot(float a[3][8], float b[3][8], float *out) {
  const carom__lanes8 u[3] = {lanes8_load(a[0]), lanes8_load(a[1]), lanes8_load(a[2])};
  const carom__lanes8 v[3] = {lanes8_load(b[0]), lanes8_load(b[1]), lanes8_load(b[2])};
  lanes8_store(out, lanes8_dot(u, v));
}

START_TEST(dot_sums_from_the_left) {
  traps_off();
  uint64_t r = 1;
  float a[3][8], b[3][8], got[8], want[8];
  for (int round = 0; round < ROUNDS / 10 && can_run(); round++) {
    fill(&r, a[0], 24);
    fill(&r, b[0], 24);
    for (int k = 0; k < 8; k++) want[k] = a[0][k] * b[0][k] + a[1][k] * b[1][k] + a[2][k] * b[2][k];
    run_dot(a, b, got);
    ck_assert(all_same(got, want, 8));
  }
}
END_TEST

CAROM__LANES8 static unsigned run_bits(const float *a) { return lanes8_bits(lanes8_load(a)); }
CAROM__LANES8 static void run_splat(float s, float *out) { lanes8_store(out, lanes8_splat(s)); }

START_TEST(bits_are_the_signs) {
  traps_off();
  float a[8];
  for (unsigned mask = 0; mask < 256 && can_run(); mask++) {
    for (unsigned k = 0; k < 8; k++) a[k] = mask >> k & 1 ? -0.0f : 1.0f;
    ck_assert_uint_eq(run_bits(a), mask);
  }
}
END_TEST

START_TEST(splat_fills_all) {
  traps_off();
  float got[8] = {0};
  const float want[8] = {2.5f, 2.5f, 2.5f, 2.5f, 2.5f, 2.5f, 2.5f, 2.5f};
  if (can_run()) {
    run_splat(2.5f, got);
    ck_assert(all_same(got, want, 8));
  }
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("lanes8");
  TCase *tcase = tcase_create("lanes8");
  tcase_add_loop_test(tcase, arithmetic, 0, sizeof operations / sizeof operations[0]);
  tcase_add_test(tcase, columns_are_read_from_eight_places);
  tcase_add_test(tcase, neighbours_change_places);
  tcase_add_test(tcase, bits_become_an_order);
  tcase_add_test(tcase, offsets_are_those_of_doubles);
  tcase_add_test(tcase, columns_are_written_as_rows);
  tcase_add_test(tcase, lanes_are_taken_from_anywhere);
  tcase_add_test(tcase, words_are_packed_in_order);
  tcase_add_test(tcase, numbers_are_joined_in_order);
  tcase_add_test(tcase, the_least_lane_is_found);
  tcase_add_test(tcase, select_takes_lane_by_lane);
  tcase_add_test(tcase, dot_sums_from_the_left);
  tcase_add_test(tcase, bits_are_the_signs);
  tcase_add_test(tcase, splat_fills_all);
  suite_add_tcase(suite, tcase);
  return suite;
}
