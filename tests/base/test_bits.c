/* test_bits.c: random histories against a plain array of flags, walks over all and over some words, and
 * memory that runs out. */
#include "bits.h"

#include "test_memory.h"
#include "testing.h"

enum { MOST = 1000 };

typedef struct model {
  bool has[MOST];
  uint32_t count; /* numbers there is room for */
} model;

/* Numbers that differ, and those that a walk over words begin..end - 1 gives too much, too little or not in
 * order. */
static int wrong_between(const carom__bits *bits, const model *m, size_t begin, size_t end) {
  int wrong = 0;
  uint32_t at = (uint32_t)begin * 64, i;
  size_t count = 0;
  for (carom__bits_walk walk = bits_walk(bits, begin, end); bits_next(&walk, &i); at = i + 1, count++) {
    wrong += i < at || i >= m->count || !m->has[i];
    for (; at < i; at++) wrong += m->has[at];
  }
  for (; at < end * 64 && at < m->count; at++) wrong += m->has[at];
  return wrong + (count != carom__bits_count(bits, begin, end));
}

static int disagreements(const carom__bits *bits, const model *m, uint64_t *random) {
  int wrong = 0;
  uint32_t words = (uint32_t)bits->words.count;
  for (uint32_t i = 0; i < m->count; i++) wrong += bits_test(bits, i) != m->has[i];
  uint32_t begin = test_below(random, words + 1), end = begin + test_below(random, words - begin + 1);
  return wrong + wrong_between(bits, m, begin, end) + wrong_between(bits, m, 0, words);
}

static void grow(carom__bits *bits, const carom_allocator *allocator, size_t count) {
  size_t before = bits->words.count;
  ck_assert_int_eq(carom__bits_reserve(bits, allocator, count), CAROM_OK);
  ck_assert_uint_eq(bits->words.count, before);
  carom__bits_extend(bits, count);
}

static void act(carom__bits *bits, const carom_allocator *allocator, model *m, uint64_t *random) {
  uint32_t i = test_below(random, m->count), what = test_below(random, 100);
  if (what == 0) {
    carom__bits_clear_all(bits);
    memset(m->has, 0, sizeof m->has);
  } else if (what == 1) {
    m->count += test_below(random, MOST - m->count + 1);
    grow(bits, allocator, m->count);
  } else if (what < 40) {
    bits_clear(bits, i);
    m->has[i] = false;
  } else {
    bits_set(bits, i);
    m->has[i] = true;
  }
}

START_TEST(random_histories) {
  uint64_t random = (uint64_t)_i + 1;
  test_memory memory = {0};
  carom_allocator allocator = test_memory_allocator(&memory);
  carom__bits bits = {{0}};
  model m = {.count = 1 + test_below(&random, 130)};
  grow(&bits, &allocator, m.count);
  for (int i = 0; i < 2000; i++) {
    act(&bits, &allocator, &m, &random);
    if (i % 20 == 0) ck_assert_int_eq(disagreements(&bits, &m, &random), 0);
  }
  carom__bits_free(&bits, &allocator);
  ck_assert(test_memory_is_clean(&memory));
}
END_TEST

START_TEST(an_empty_set_has_nothing) {
  carom__bits bits = {{0}};
  uint32_t i;
  carom__bits_walk walk = bits_walk_all(&bits);
  carom__bits_clear_all(&bits);
  ck_assert(!bits_next(&walk, &i));
  ck_assert_uint_eq(carom__bits_count(&bits, 0, 0), 0);
  grow(&bits, NULL, 0);
  ck_assert_uint_eq(bits.words.count, 0);
}
END_TEST

START_TEST(refused_growth_changes_nothing) {
  test_memory memory = {0};
  carom_allocator allocator = test_memory_allocator(&memory);
  carom__bits bits = {{0}};
  grow(&bits, &allocator, 64);
  bits_set(&bits, 63);
  test_memory_fail_all(&memory);
  ck_assert_int_eq(carom__bits_reserve(&bits, &allocator, 100000), CAROM_OUT_OF_MEMORY);
  ck_assert(bits.words.count == 1 && bits_test(&bits, 63));
  carom__bits_free(&bits, &allocator);
  ck_assert(test_memory_is_clean(&memory));
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("bits");
  TCase *tests = tcase_create("bits");
  tcase_add_loop_test(tests, random_histories, 0, 20);
  tcase_add_test(tests, an_empty_set_has_nothing);
  tcase_add_test(tests, refused_growth_changes_nothing);
  suite_add_tcase(suite, tests);
  return suite;
}
