/* test_map.c: the map against a plain array, with memory that is counted and refused. */
#include "map.h"
#include "test_memory.h"
#include "testing.h"

enum { KEYS = 300 };

/* uthash asks for each entry, for its table, and for the buckets as they grow; the plain table grows from 16
 * slots to 1,024. */
#ifdef CAROM_NO_UTHASH
enum { LEAST_REQUESTS = 7 };
#else
enum { LEAST_REQUESTS = KEYS + 1 };
#endif

/* The value of each key of a small universe. */
typedef struct model {
  bool there[KEYS];
  uint64_t values[KEYS];
} model;

/* Spreads the universe over the 64 bits, so that all of a key must count. */
static uint64_t key_at(uint32_t k) {
  return (uint64_t)(k % 3) << 61 | (uint64_t)(k / 3) * (k % 2 ? 1 : 0x10001);
}

static void model_put(model *m, uint32_t k, uint64_t value) {
  m->there[k] = true;
  m->values[k] = value;
}

static uint32_t disagreements(const carom__map *map, const model *m) {
  uint32_t wrong = 0;
  for (uint32_t k = 0; k < KEYS; k++) {
    uint64_t value = 0x5A5A;
    bool found = carom__map_get(map, key_at(k), &value);
    wrong += found != m->there[k] || value != (found ? m->values[k] : 0x5A5A);
  }
  return wrong;
}

/* One random put on both, which may be refused. */
static uint32_t act(carom__map *map, model *m, uint64_t *random) {
  uint32_t k = test_below(random, KEYS);
  uint64_t value = test_random(random);
  carom_status status = carom__map_put(map, key_at(k), value);
  if (status == CAROM_OK) model_put(m, k, value);
  return status != CAROM_OK && status != CAROM_OUT_OF_MEMORY;
}

START_TEST(keys_are_distinct) {
  uint32_t equal = 0;
  for (uint32_t a = 0; a < KEYS; a++)
    for (uint32_t b = 0; b < a; b++) equal += key_at(a) == key_at(b);
  ck_assert_uint_eq(equal, 0);
}
END_TEST

START_TEST(random_histories) {
  for (uint64_t seed = 1; seed <= 30; seed++) {
    test_memory memory = {0};
    carom_allocator allocator = test_memory_allocator(&memory);
    carom__map map;
    carom__map_init(&map, &allocator);
    model m = {0};
    uint64_t random = seed;
    uint32_t wrong = 0;
    for (int i = 0; i < 3000; i++) {
      wrong += act(&map, &m, &random);
      if (i % 50 == 0) wrong += disagreements(&map, &m);
    }
    wrong += disagreements(&map, &m);
    carom__map_free(&map);
    ck_assert_msg(wrong == 0 && test_memory_is_clean(&memory), "seed %d: %u wrong", (int)seed, wrong);
  }
}
END_TEST

/* A third of all requests is refused: each must leave the map as it was. */
START_TEST(random_refusals) {
  for (uint64_t seed = 1; seed <= 30; seed++) {
    test_memory memory = {0};
    carom_allocator allocator = test_memory_allocator(&memory);
    carom__map map;
    carom__map_init(&map, &allocator);
    model m = {0};
    uint64_t random = seed;
    uint32_t wrong = 0;
    for (int i = 0; i < 1500; i++) {
      test_memory_fail_at(&memory, test_below(&random, 4));
      wrong += act(&map, &m, &random);
      wrong += disagreements(&map, &m);
    }
    carom__map_free(&map);
    ck_assert_msg(wrong == 0 && test_memory_is_clean(&memory), "seed %d: %u wrong", (int)seed, wrong);
  }
}
END_TEST

/* A put that is refused, whichever request fails, and then repeated. */
START_TEST(each_request_refused_once) {
  size_t refusals = 0;
  for (size_t k = 1; k <= 400; k++) {
    test_memory memory = {0};
    carom_allocator allocator = test_memory_allocator(&memory);
    carom__map map;
    carom__map_init(&map, &allocator);
    test_memory_fail_at(&memory, k);
    model m = {0};
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < KEYS; i++) {
      if (carom__map_put(&map, key_at(i), i) == CAROM_OUT_OF_MEMORY) {
        refusals++;
        wrong += disagreements(&map, &m);
        wrong += carom__map_put(&map, key_at(i), i) != CAROM_OK;
      }
      model_put(&m, i, i);
    }
    wrong += disagreements(&map, &m);
    carom__map_free(&map);
    ck_assert_msg(wrong == 0 && test_memory_is_clean(&memory), "request %zu: %u wrong", k, wrong);
  }
  ck_assert_uint_ge(refusals, LEAST_REQUESTS);
}
END_TEST

START_TEST(empty_map) {
  carom__map map;
  carom__map_init(&map, NULL);
  uint64_t value = 3;
  ck_assert(!carom__map_get(&map, 0, &value));
  ck_assert_uint_eq(value, 3);
  carom__map_free(&map);
  ck_assert_int_eq(carom__map_put(&map, 0, 9), CAROM_OK); /* a map that was freed is an empty one */
  ck_assert_int_eq(carom__map_put(&map, UINT64_MAX, 8), CAROM_OK);
  ck_assert(carom__map_get(&map, 0, &value) && value == 9);
  ck_assert(carom__map_get(&map, UINT64_MAX, &value) && value == 8);
  carom__map_free(&map);
  ck_assert(!carom__map_get(&map, 0, &value));
}
END_TEST

START_TEST(many_keys) {
  carom__map map;
  carom__map_init(&map, NULL);
  uint32_t wrong = 0, n = 100000;
  for (uint32_t i = 0; i < n; i++) wrong += carom__map_put(&map, (uint64_t)i << 20, i) != CAROM_OK;
  for (uint32_t i = 0; i < n; i++) {
    uint64_t value = 0;
    wrong += !carom__map_get(&map, (uint64_t)i << 20, &value) || value != i;
  }
  ck_assert_uint_eq(wrong, 0);
  carom__map_free(&map);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("map");
  TCase *tcase = tcase_create("map");
  tcase_set_timeout(tcase, 30);
  tcase_add_test(tcase, keys_are_distinct);
  tcase_add_test(tcase, random_histories);
  tcase_add_test(tcase, random_refusals);
  tcase_add_test(tcase, each_request_refused_once);
  tcase_add_test(tcase, empty_map);
  tcase_add_test(tcase, many_keys);
  suite_add_tcase(suite, tcase);
  return suite;
}
