/* test_sort.c: the radix sort against qsort with ties by place, and the order of float keys. */
#include "sort.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "testing.h"

enum { LARGEST = 20000 };

/* value is the old place, so that this order is the stable one. */
static int compare_keyed(const void *a, const void *b) {
  const carom__keyed *x = a, *y = b;
  if (x->key != y->key) return x->key < y->key ? -1 : 1;
  return x->value < y->value ? -1 : x->value > y->value;
}

static int compare_u64(const void *a, const void *b) {
  const uint64_t *x = a, *y = b;
  return *x < *y ? -1 : *x > *y;
}

/* What the keys look like. */
typedef enum pattern {
  RANDOM,
  FEW,
  EQUAL,
  RISING,
  FALLING,
  PAIRS,
  HIGH_BIT,
  SPARSE,
  FLOATS,
  PATTERNS
} pattern;

static uint64_t make_key(pattern p, uint64_t *random, uint64_t i) {
  uint64_t r = test_random(random);
  switch (p) {
  case FEW:
    return r % 5;
  case EQUAL:
    return 0x123456789ABCDEF0u;
  case RISING:
    return i * 3;
  case FALLING:
    return UINT64_MAX - i / 2;
  case PAIRS:
    return (r % 3000) << 32 | test_random(random) % 3000;
  case HIGH_BIT:
    return r & 0x8000000000000001u;
  case SPARSE:
    return r & 0x0040100000800200u;
  case FLOATS:
    return carom__float_key(test_uniform(random, -1000, 1000));
  default:
    return r;
  }
}

static bool sorts_keyed(pattern p, size_t count, uint64_t seed) {
  static carom__keyed items[LARGEST], expected[LARGEST], scratch[LARGEST];
  for (size_t i = 0; i < count; i++) items[i] = (carom__keyed){make_key(p, &seed, i), (uint32_t)i};
  memcpy(expected, items, count * sizeof *items);
  qsort(expected, count, sizeof *expected, compare_keyed);
  carom__sort_keyed(items, scratch, count);
  size_t wrong = 0;
  for (size_t i = 0; i < count; i++)
    wrong += items[i].key != expected[i].key || items[i].value != expected[i].value;
  return wrong == 0;
}

static bool sorts_u64(pattern p, size_t count, uint64_t seed) {
  static uint64_t items[LARGEST], expected[LARGEST], scratch[LARGEST];
  for (size_t i = 0; i < count; i++) items[i] = make_key(p, &seed, i);
  memcpy(expected, items, count * sizeof *items);
  qsort(expected, count, sizeof *expected, compare_u64);
  carom__sort_u64(items, scratch, count);
  return memcmp(items, expected, count * sizeof *items) == 0;
}

/* Every count across the change from insertion to counting, then some of each length of digit. */
START_TEST(against_qsort) {
  pattern p = (pattern)_i;
  for (size_t count = 1; count < 150; count++)
    ck_assert_msg(sorts_keyed(p, count, count) && sorts_u64(p, count, count), "pattern %d count %zu", p,
                  count);
  size_t counts[] = {255, 256, 257, 399, 400, 401, 1000, 2047, 5000, LARGEST};
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
    ck_assert_msg(sorts_keyed(p, counts[i], i) && sorts_u64(p, counts[i], i), "pattern %d count %zu", p,
                  counts[i]);
}
END_TEST

START_TEST(nothing_to_sort) {
  carom__sort_keyed(NULL, NULL, 0);
  carom__sort_u64(NULL, NULL, 0);
  uint64_t one = 5;
  carom__sort_u64(&one, NULL, 1);
  ck_assert_uint_eq(one, 5);
}
END_TEST

/* Neither array may be touched beyond its count. */
START_TEST(stays_within_its_room) {
  size_t counts[] = {3, 90, 700};
  for (size_t k = 0; k < 3; k++) {
    size_t count = counts[k];
    uint64_t *items = malloc(count * sizeof *items), *scratch = malloc(count * sizeof *scratch), random = k;
    for (size_t i = 0; i < count; i++) items[i] = test_random(&random);
    carom__sort_u64(items, scratch, count); /* the sanitizer looks on */
    size_t wrong = 0;
    for (size_t i = 1; i < count; i++) wrong += items[i - 1] > items[i];
    ck_assert_uint_eq(wrong, 0);
    free(items);
    free(scratch);
  }
}
END_TEST

START_TEST(float_keys_of_special_values) {
  float rising[] = {-FLT_MAX,        -2, -1,     -FLT_MIN, -FLT_TRUE_MIN, 0, FLT_TRUE_MIN, FLT_MIN, 1,
                    1 + FLT_EPSILON, 2,  FLT_MAX};
  for (size_t i = 1; i < sizeof rising / sizeof *rising; i++)
    ck_assert_msg(carom__float_key(rising[i - 1]) < carom__float_key(rising[i]), "place %zu", i);
  ck_assert_uint_eq(carom__float_key(-0.0f), carom__float_key(0.0f));
}
END_TEST

START_TEST(float_keys_of_random_values) {
  uint64_t random = 3;
  size_t wrong = 0;
  for (int i = 0; i < 1000000; i++) {
    float a = test_log_uniform(&random, 1e-37f, 1e37f), b = test_log_uniform(&random, 1e-37f, 1e37f);
    if (test_random(&random) & 1) a = -a;
    if (test_random(&random) & 1) b = test_random(&random) & 1 ? -b : nextafterf(a, b);
    wrong += (a < b) != (carom__float_key(a) < carom__float_key(b));
  }
  ck_assert_uint_eq(wrong, 0);
}
END_TEST

START_TEST(counts_the_values_below) {
  enum { COUNT_MAX = 40 };
  uint64_t random = 7;
  for (int round = 0; round < 2000; round++) {
    uint32_t values[COUNT_MAX], limit = test_below(&random, 24), below = 0;
    size_t count = test_below(&random, COUNT_MAX + 1);
    for (size_t i = 0; i < count; i++) values[i] = (i ? values[i - 1] : 0) + test_below(&random, 2);
    for (size_t i = 0; i < count; i++) below += values[i] < limit;
    ck_assert_uint_eq(carom__count_below(values, count, limit), below);
  }
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("sort");
  TCase *tcase = tcase_create("sort");
  tcase_set_timeout(tcase, 30);
  tcase_add_loop_test(tcase, against_qsort, 0, PATTERNS);
  tcase_add_test(tcase, nothing_to_sort);
  tcase_add_test(tcase, stays_within_its_room);
  tcase_add_test(tcase, float_keys_of_special_values);
  tcase_add_test(tcase, float_keys_of_random_values);
  tcase_add_test(tcase, counts_the_values_below);
  suite_add_tcase(suite, tcase);
  return suite;
}
