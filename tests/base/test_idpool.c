/* test_idpool.c: random histories against a plain list of live and dead ids, stale ids, used-up generations
 * and memory that runs out. */
#include "idpool.h"
#include "test_memory.h"
#include "testing.h"

enum { OPERATIONS = 4000 };

/* All ids that were ever handed out, and whether each is live. */
typedef struct model {
  uint64_t ids[OPERATIONS];
  bool live[OPERATIONS];
  uint32_t count, live_count;
} model;

static uint32_t disagreements(const carom__idpool *pool, const model *m) {
  uint32_t wrong = pool->live != m->live_count;
  for (uint32_t i = 0; i < m->count; i++) {
    uint32_t index = carom__id_index(m->ids[i]);
    wrong += carom__idpool_find(pool, m->ids[i]) != (m->live[i] ? index : CAROM__NO_INDEX);
    wrong += (carom__idpool_at(pool, index) == m->ids[i]) != m->live[i];
    wrong += index >= carom__idpool_slots(pool);
    for (uint32_t k = 0; k < i && i < 100; k++) wrong += m->ids[k] == m->ids[i];
  }
  return wrong;
}

static bool acquire_one(carom__idpool *pool, const carom_allocator *allocator, model *m) {
  uint64_t id = 0;
  if (carom__idpool_acquire(pool, allocator, &id) || id == 0 || carom__id_index(id) == CAROM__NO_INDEX)
    return false;
  m->ids[m->count] = id;
  m->live[m->count++] = true;
  m->live_count++;
  return true;
}

static void release_one(carom__idpool *pool, model *m, uint32_t choice) {
  for (; !m->live[choice]; choice = (choice + 1) % m->count) {
  }
  carom__idpool_release(pool, m->ids[choice]);
  m->live[choice] = false;
  m->live_count--;
}

/* Plays a history; bias of 8 is how often it acquires. */
static uint32_t play(uint64_t seed, uint32_t bias) {
  test_memory memory = {0};
  carom_allocator allocator = test_memory_allocator(&memory);
  carom__idpool pool = {0};
  static model m;
  m.count = m.live_count = 0;
  uint32_t wrong = 0, most = 0;
  for (int i = 0; i < OPERATIONS; i++) {
    if (m.live_count == 0 || test_below(&seed, 8) < bias)
      wrong += !acquire_one(&pool, &allocator, &m);
    else
      release_one(&pool, &m, test_below(&seed, m.count));
    if (m.live_count > most) most = m.live_count;
    if (i % 500 == 0) wrong += disagreements(&pool, &m);
  }
  wrong += disagreements(&pool, &m);
  wrong += carom__idpool_slots(&pool) != most; /* free slots are reused before new ones are made */
  carom__idpool_free(&pool, &allocator);
  return wrong + !test_memory_is_clean(&memory);
}

START_TEST(random_histories) {
  for (uint64_t seed = 1; seed <= 20; seed++)
    for (uint32_t bias = 3; bias <= 7; bias++)
      ck_assert_msg(play(seed, bias) == 0, "seed %d bias %d", (int)seed, (int)bias);
}
END_TEST

START_TEST(ids_follow_from_the_history) {
  carom__idpool pool = {0};
  uint64_t a, b, c, d;
  ck_assert_int_eq(carom__idpool_acquire(&pool, NULL, &a), CAROM_OK);
  ck_assert_int_eq(carom__idpool_acquire(&pool, NULL, &b), CAROM_OK);
  ck_assert(a == carom__id_make(0, 1) && b == carom__id_make(1, 1));
  carom__idpool_release(&pool, a);
  carom__idpool_release(&pool, b);
  ck_assert_int_eq(carom__idpool_acquire(&pool, NULL, &c), CAROM_OK);
  ck_assert_int_eq(carom__idpool_acquire(&pool, NULL, &d), CAROM_OK);
  ck_assert(c == carom__id_make(1, 3) && d == carom__id_make(0, 3)); /* last in, first out */
  carom__idpool_free(&pool, NULL);
}
END_TEST

START_TEST(wrong_ids_do_not_resolve) {
  carom__idpool pool = {0};
  uint64_t id;
  ck_assert_uint_eq(carom__idpool_find(&pool, 0), CAROM__NO_INDEX);
  ck_assert_uint_eq(carom__idpool_at(&pool, 0), 0);
  ck_assert_int_eq(carom__idpool_acquire(&pool, NULL, &id), CAROM_OK);
  uint64_t wrong[] = {0,
                      carom__id_make(1, 1),
                      carom__id_make(0, 2),
                      carom__id_make(0, 3),
                      carom__id_make(UINT32_MAX, 1),
                      UINT64_MAX};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    ck_assert_uint_eq(carom__idpool_find(&pool, wrong[i]), CAROM__NO_INDEX);
  carom__idpool_release(&pool, id);
  ck_assert_uint_eq(carom__idpool_find(&pool, id), CAROM__NO_INDEX);
  ck_assert_uint_eq(carom__idpool_find(&pool, carom__id_make(0, 2)), CAROM__NO_INDEX); /* free, not live */
  ck_assert_uint_eq(carom__idpool_at(&pool, 0), 0);
  carom__idpool_free(&pool, NULL);
}
END_TEST

/* With the lowest tag, one between and the highest, which has no tag above it. */
static const uint8_t tags[] = {0, 7, 255};

START_TEST(used_up_slot_is_retired) {
  carom__idpool pool = {.tag = carom__idpool_tag(tags[_i])};
  uint64_t id, last, next;
  ck_assert_int_eq(carom__idpool_acquire(&pool, NULL, &id), CAROM_OK);
  carom__idpool_release(&pool, id);
  pool.generations.data[0] = pool.tag + CAROM__GENERATIONS - 2; /* as after 2^23 - 1 rounds */
  ck_assert_int_eq(carom__idpool_acquire(&pool, NULL, &last), CAROM_OK);
  ck_assert(last == carom__id_make(0, pool.tag + CAROM__GENERATIONS - 1) && last >> 56 == tags[_i]);
  ck_assert_uint_eq(carom__idpool_find(&pool, last), 0);
  carom__idpool_release(&pool, last);
  ck_assert_uint_eq(carom__idpool_find(&pool, last), CAROM__NO_INDEX);
  ck_assert_uint_eq(carom__idpool_find(&pool, 0), CAROM__NO_INDEX);
  ck_assert_uint_eq(pool.live, 0);
  ck_assert_int_eq(carom__idpool_acquire(&pool, NULL, &next), CAROM_OK);
  ck_assert(next == carom__id_make(1, pool.tag + 1));
  carom__idpool_free(&pool, NULL);
}
END_TEST

/* What was acquired and released is taken back in turn, also the release that used a slot up. */
START_TEST(changes_are_taken_back) {
  carom__idpool pool = {.tag = carom__idpool_tag(tags[_i])};
  uint64_t id, again;
  ck_assert_int_eq(carom__idpool_acquire(&pool, NULL, &id), CAROM_OK);
  carom__idpool_release(&pool, id);
  carom__idpool_unrelease(&pool, 0);
  ck_assert(carom__idpool_find(&pool, id) == 0 && pool.free_slots.count == 0);
  carom__idpool_unacquire(&pool, 0);
  ck_assert(carom__idpool_slots(&pool) == 0 && pool.live == 0);
  ck_assert_int_eq(carom__idpool_acquire(&pool, NULL, &again), CAROM_OK);
  ck_assert_uint_eq(again, id);
  pool.generations.data[0] = pool.tag + CAROM__GENERATIONS - 1;
  uint64_t last = carom__idpool_at(&pool, 0);
  carom__idpool_release(&pool, last);
  carom__idpool_unrelease(&pool, 0);
  ck_assert(carom__idpool_find(&pool, last) == 0 && pool.live == 1 && pool.free_slots.count == 0);
  carom__idpool_unacquire(&pool, 0);
  ck_assert(pool.live == 0 && pool.free_slots.count == 1);
  carom__idpool_free(&pool, NULL);
}
END_TEST

START_TEST(tags_tell_pools_apart) {
  carom__idpool pools[2] = {{.tag = carom__idpool_tag(1)}, {.tag = carom__idpool_tag(2)}};
  uint64_t ids[2];
  for (int i = 0; i < 2; i++) ck_assert_int_eq(carom__idpool_acquire(&pools[i], NULL, &ids[i]), CAROM_OK);
  for (int i = 0; i < 2; i++) {
    ck_assert_uint_eq(carom__idpool_find(&pools[i], ids[i]), 0);
    ck_assert_uint_eq(carom__idpool_find(&pools[i], ids[!i]), CAROM__NO_INDEX);
    carom__idpool_free(&pools[i], NULL);
  }
}
END_TEST

/* The pool looks at its count before it looks at its memory, so that a full one need not be built. */
START_TEST(full_pool_says_so) {
  carom__idpool pool = {0};
  uint64_t id = 77;
  pool.generations.count = UINT32_MAX;
  ck_assert_int_eq(carom__idpool_acquire(&pool, NULL, &id), CAROM_LIMIT);
  ck_assert_uint_eq(id, 77);
  ck_assert_uint_eq(pool.live, 0);
  ck_assert_uint_eq(pool.generations.count, UINT32_MAX);
}
END_TEST

/* Each request in turn is refused; the pool goes on as if nothing had been asked. */
START_TEST(refusals_change_nothing) {
  for (size_t k = 1; k <= 6; k++) {
    test_memory memory = {0};
    carom_allocator allocator = test_memory_allocator(&memory);
    carom__idpool pool = {0};
    test_memory_fail_at(&memory, k);
    uint32_t refused = 0, wrong = 0;
    for (uint32_t i = 0; i < 25; i++) {
      uint64_t id = 0;
      carom_status status = carom__idpool_acquire(&pool, &allocator, &id);
      refused += status == CAROM_OUT_OF_MEMORY;
      wrong += status ? id != 0 : id != carom__id_make(i - refused, 1);
      wrong += pool.live != i + 1 - refused || carom__idpool_slots(&pool) != pool.live;
    }
    ck_assert_msg(refused == 1 && wrong == 0, "request %zu: %u refused, %u wrong", k, refused, wrong);
    carom__idpool_free(&pool, &allocator);
    ck_assert(test_memory_is_clean(&memory));
  }
}
END_TEST

START_TEST(reserved_ids_need_no_memory) {
  test_memory memory = {0};
  carom_allocator allocator = test_memory_allocator(&memory);
  carom__idpool pool = {0};
  uint64_t id, first;
  ck_assert_int_eq(carom__idpool_acquire(&pool, &allocator, &first), CAROM_OK);
  ck_assert_int_eq(carom__idpool_reserve(&pool, &allocator, 100), CAROM_OK);
  ck_assert(carom__idpool_slots(&pool) == 1 && pool.live == 1);
  test_memory_fail_all(&memory);
  ck_assert_int_eq(carom__idpool_reserve(&pool, &allocator, 100), CAROM_OK);
  for (uint32_t i = 1; i <= 100; i++) {
    ck_assert_int_eq(carom__idpool_acquire(&pool, &allocator, &id), CAROM_OK);
    ck_assert(id == carom__id_make(i, 1));
  }
  ck_assert_int_eq(carom__idpool_reserve(&pool, &allocator, 10000), CAROM_OUT_OF_MEMORY);
  ck_assert_int_eq(carom__idpool_reserve(&pool, &allocator, UINT32_MAX - 100), CAROM_LIMIT);
  ck_assert_int_eq(carom__idpool_reserve(&pool, &allocator, SIZE_MAX), CAROM_LIMIT);
  ck_assert(carom__idpool_slots(&pool) == 101 && pool.live == 101);
  ck_assert_uint_eq(carom__idpool_find(&pool, first), 0);
  carom__idpool_free(&pool, &allocator);
  ck_assert(test_memory_is_clean(&memory));
}
END_TEST

START_TEST(release_needs_no_memory) {
  test_memory memory = {0};
  carom_allocator allocator = test_memory_allocator(&memory);
  carom__idpool pool = {0};
  uint64_t ids[1000];
  for (int i = 0; i < 1000; i++)
    ck_assert_int_eq(carom__idpool_acquire(&pool, &allocator, &ids[i]), CAROM_OK);
  size_t requests = memory.requests;
  for (int i = 0; i < 1000; i++) carom__idpool_release(&pool, ids[i]);
  ck_assert_uint_eq(memory.requests, requests);
  ck_assert_uint_le(pool.free_slots.count, pool.free_slots.capacity);
  carom__idpool_free(&pool, &allocator);
  ck_assert(test_memory_is_clean(&memory));
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("idpool");
  TCase *tcase = tcase_create("idpool");
  tcase_set_timeout(tcase, 30);
  tcase_add_test(tcase, random_histories);
  tcase_add_test(tcase, ids_follow_from_the_history);
  tcase_add_test(tcase, wrong_ids_do_not_resolve);
  tcase_add_loop_test(tcase, used_up_slot_is_retired, 0, sizeof tags);
  tcase_add_loop_test(tcase, changes_are_taken_back, 0, sizeof tags);
  tcase_add_test(tcase, tags_tell_pools_apart);
  tcase_add_test(tcase, full_pool_says_so);
  tcase_add_test(tcase, refusals_change_nothing);
  tcase_add_test(tcase, reserved_ids_need_no_memory);
  tcase_add_test(tcase, release_needs_no_memory);
  suite_add_tcase(suite, tcase);
  return suite;
}
