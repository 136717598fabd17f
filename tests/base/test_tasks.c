/* test_tasks.c: every part runs once whatever the scheduler does, and the pool neither loses nor repeats a
 * task. */
#define _GNU_SOURCE /* stacks of threads */

#include <pthread.h>
#include <sched.h>
#include <string.h>

#include "pool.h"
#include "tasks.h"
#include "test_memory.h"
#include "testing.h"

START_TEST(parts_split_evenly) {
  uint64_t random = 1;
  size_t wrong = 0;
  for (int i = 0; i < 20000; i++) {
    size_t count = (size_t)(test_random(&random) >> test_below(&random, 64));
    if (i < 200) count = (size_t)i % 70;
    if (i == 200) count = SIZE_MAX;
    uint32_t parts = 1 + test_below(&random, CAROM__PARTS_MAX);
    wrong += carom__part_begin(count, parts, 0) != 0 || carom__part_begin(count, parts, parts) != count;
    for (uint32_t p = 0; p < parts; p++) {
      size_t length = carom__part_begin(count, parts, p + 1) - carom__part_begin(count, parts, p);
      wrong += length != count / parts + (p < count % parts);
    }
  }
  ck_assert_uint_eq(wrong, 0);
}
END_TEST

/* A run whose parts count themselves; each part writes its own entry only, as the rule is. */
typedef struct tally {
  uint32_t runs[CAROM__PARTS_MAX];
  pthread_t thread[CAROM__PARTS_MAX];
} tally;

static void count_part(void *context, uint32_t part) {
  tally *t = context;
  t->runs[part]++;
  t->thread[part] = pthread_self();
}

/* Returns how many parts did not run once, and whether part 0 ran elsewhere. */
static size_t wrong_parts(const carom_tasks *tasks, uint32_t parts) {
  tally t;
  memset(&t, 0, sizeof t);
  size_t wrong = carom__run_parts(tasks, parts, count_part, &t) != CAROM_OK;
  for (uint32_t p = 0; p < CAROM__PARTS_MAX; p++) wrong += t.runs[p] != (p < parts);
  if (parts > 0) wrong += !pthread_equal(t.thread[0], pthread_self());
  return wrong;
}

static size_t wrong_for_all_counts(const carom_tasks *tasks) {
  size_t wrong = 0;
  for (uint32_t parts = 0; parts <= CAROM__PARTS_MAX; parts++) wrong += wrong_parts(tasks, parts);
  return wrong;
}

typedef struct sequence {
  uint32_t parts[CAROM__PARTS_MAX], count;
} sequence;

static void note_part(void *context, uint32_t part) {
  sequence *s = context;
  s->parts[s->count++] = part;
}

/* A scheduler on which one thread does everything, in an order that only a scheduler may choose. */
typedef struct odd_scheduler {
  bool at_once; /* runs every second task when it is enqueued, and says so */
  struct odd_task {
    carom_task_fn run;
    void *context;
    int waited;
  } tasks[2 * CAROM__PARTS_MAX]; /* of two runs */
  uint32_t count, wrong;
} odd_scheduler;

static void *odd_enqueue(void *user, carom_task_fn run, void *context) {
  odd_scheduler *odd = user;
  if (odd->at_once && odd->count % 2 == 0) {
    odd->tasks[odd->count++] = (struct odd_task){NULL, NULL, 1};
    run(context);
    return NULL;
  }
  odd->tasks[odd->count] = (struct odd_task){run, context, 0};
  return &odd->tasks[odd->count++];
}

/* The first wait runs all tasks, the last one first. */
static void odd_wait(void *user, void *task) {
  odd_scheduler *odd = user;
  for (uint32_t i = odd->count; i-- > 0;) {
    if (odd->tasks[i].run) odd->tasks[i].run(odd->tasks[i].context);
    odd->tasks[i].run = NULL;
  }
  odd->wrong += ++((struct odd_task *)task)->waited != 1;
}

START_TEST(without_threads_parts_run_in_order) {
  odd_scheduler unused = {0};
  const carom_tasks ones[] = {{0},
                              {&unused, 0, odd_enqueue, odd_wait},
                              {&unused, 1, odd_enqueue, odd_wait},
                              {&unused, 4, NULL, odd_wait},
                              {&unused, 4, odd_enqueue, NULL}};
  for (size_t i = 0; i <= sizeof ones / sizeof *ones; i++) {
    const carom_tasks *tasks = i ? &ones[i - 1] : NULL;
    sequence s = {.count = 0};
    ck_assert_uint_eq(carom__tasks_threads(tasks), 1);
    ck_assert_int_eq(carom__run_parts(tasks, 40, note_part, &s), CAROM_OK);
    ck_assert_uint_eq(s.count, 40);
    for (uint32_t p = 0; p < 40; p++) ck_assert_uint_eq(s.parts[p], p);
    ck_assert_uint_eq(wrong_for_all_counts(tasks), 0);
  }
  ck_assert_uint_eq(unused.count, 0);
}
END_TEST

START_TEST(any_order_of_a_scheduler_will_do) {
  for (int at_once = 0; at_once < 2; at_once++)
    for (uint32_t parts = 0; parts <= CAROM__PARTS_MAX; parts++) {
      odd_scheduler odd = {.at_once = at_once};
      carom_tasks tasks = {&odd, 1000, odd_enqueue, odd_wait};
      ck_assert_uint_eq(wrong_parts(&tasks, parts), 0);
      ck_assert_uint_eq(odd.wrong, 0);
      for (uint32_t i = 0; i < odd.count; i++) ck_assert_int_eq(odd.tasks[i].waited, 1);
    }
}
END_TEST

START_TEST(too_many_parts_are_refused) {
  sequence s = {.count = 0};
  ck_assert_int_eq(carom__run_parts(NULL, CAROM__PARTS_MAX + 1, note_part, &s), CAROM_LIMIT);
  ck_assert_uint_eq(s.count, 0);
  carom_tasks tasks = {NULL, UINT32_MAX, odd_enqueue, odd_wait};
  ck_assert_uint_eq(carom__tasks_threads(&tasks), CAROM__PARTS_MAX);
}
END_TEST

static carom_pool *new_pool(uint32_t threads) {
  carom_pool *pool = NULL;
  ck_assert_int_eq(carom_pool_create(NULL, threads, &pool), CAROM_OK);
  return pool;
}

START_TEST(pools_of_all_sizes_run_each_part_once) {
  const uint32_t sizes[] = {0, 1, 2, 3, 8, CAROM_POOL_THREADS_MAX};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    carom_pool *pool = new_pool(sizes[i]);
    carom_tasks tasks = carom_pool_get_tasks(pool);
    ck_assert_uint_ge(tasks.threads, 1);
    ck_assert_uint_le(tasks.threads, sizes[i] > 1 ? sizes[i] : 1);
    if (CAROM__HAS_THREADS && sizes[i] == 2) ck_assert_uint_eq(tasks.threads, 2);
    for (int round = 0; round < test_scaled(20); round++) ck_assert_uint_eq(wrong_for_all_counts(&tasks), 0);
    carom_pool_destroy(pool);
  }
}
END_TEST

/* Parts whose parts are runs again. */
typedef struct nest {
  const carom_tasks *tasks;
  size_t wrong[8];
} nest;

static void run_inner(void *context, uint32_t part) {
  nest *n = context;
  n->wrong[part] = wrong_parts(n->tasks, 30 + part);
}

START_TEST(tasks_may_wait_for_tasks) {
  carom_pool *pool = new_pool(3);
  carom_tasks tasks = carom_pool_get_tasks(pool);
  for (int round = 0; round < test_scaled(500); round++) {
    nest n = {.tasks = &tasks};
    ck_assert_int_eq(carom__run_parts(&tasks, 8, run_inner, &n), CAROM_OK);
    for (int part = 0; part < 8; part++) ck_assert_uint_eq(n.wrong[part], 0);
  }
  carom_pool_destroy(pool);
}
END_TEST

static void *use_from_a_thread(void *context) {
  const carom_tasks *tasks = context;
  size_t wrong = 0;
  for (int round = 0; round < test_scaled(50); round++) wrong += wrong_for_all_counts(tasks);
  return wrong ? context : NULL;
}

START_TEST(a_pool_serves_several_threads) {
  carom_pool *pool = new_pool(3);
  carom_tasks tasks = carom_pool_get_tasks(pool);
  pthread_t threads[3];
  for (int i = 0; i < 3; i++)
    ck_assert_int_eq(pthread_create(&threads[i], NULL, use_from_a_thread, &tasks), 0);
  for (int i = 0; i < 3; i++) {
    void *failed = NULL;
    ck_assert_int_eq(pthread_join(threads[i], &failed), 0);
    ck_assert_ptr_null(failed);
  }
  carom_pool_destroy(pool);
}
END_TEST

static void increment(void *context) { ++*(int *)context; }

/* More tasks than the pool keeps in its queue. */
START_TEST(many_tasks_at_once) {
  enum { COUNT = 2000 };
  for (uint32_t threads = 1; threads <= 4; threads++) {
    static int runs[COUNT];
    static void *queued[COUNT];
    memset(runs, 0, sizeof runs);
    carom_pool *pool = new_pool(threads);
    carom_tasks tasks = carom_pool_get_tasks(pool);
    for (int i = 0; i < COUNT; i++) queued[i] = tasks.enqueue(tasks.user, increment, &runs[i]);
    for (int i = COUNT; i-- > 0;)
      if (queued[i]) tasks.wait(tasks.user, queued[i]);
    for (int i = 0; i < COUNT; i++) ck_assert_int_eq(runs[i], 1);
    carom_pool_destroy(pool);
  }
}
END_TEST

START_TEST(destroy_runs_what_is_enqueued) {
  for (uint32_t threads = 1; threads <= 3; threads++) {
    int runs[100] = {0};
    carom_pool *pool = new_pool(threads);
    carom_tasks tasks = carom_pool_get_tasks(pool);
    for (int i = 0; i < 100; i++) tasks.enqueue(tasks.user, increment, &runs[i]);
    carom_pool_destroy(pool);
    for (int i = 0; i < 100; i++) ck_assert_int_eq(runs[i], 1);
  }
}
END_TEST

#if defined(__GLIBC__) && CAROM__HAS_THREADS
/* What a thread of the pool has for its stack. */
typedef struct stack_seen {
  size_t size;
  _Atomic bool done;
} stack_seen;

static void see_stack(void *context) {
  stack_seen *seen = context;
  pthread_attr_t attributes;
  pthread_getattr_np(pthread_self(), &attributes);
  pthread_attr_getstacksize(&attributes, &seen->size);
  pthread_attr_destroy(&attributes);
  seen->done = true;
}

/* Threads have the stack that a step takes where the system gives less, as musl does, and that of the system
 * where it gives more. */
START_TEST(threads_have_the_stack_of_a_step) {
  const size_t given[] = {(size_t)1 << 17, (size_t)1 << 22};
  for (size_t i = 0; i < 2; i++) {
    pthread_attr_t attributes;
    ck_assert_int_eq(pthread_attr_init(&attributes), 0);
    ck_assert_int_eq(pthread_attr_setstacksize(&attributes, given[i]), 0);
    ck_assert_int_eq(pthread_setattr_default_np(&attributes), 0);
    stack_seen seen = {.size = 0};
    carom_pool *pool = new_pool(2);
    carom_tasks tasks = carom_pool_get_tasks(pool);
    ck_assert_uint_eq(tasks.threads, 2);
    void *queued = tasks.enqueue(tasks.user, see_stack, &seen);
    while (!seen.done) sched_yield(); /* so that the pool's own thread runs it */
    tasks.wait(tasks.user, queued);
    ck_assert_uint_ge(seen.size, (size_t)1 << 20);
    ck_assert_uint_ge(seen.size, given[i]);
    carom_pool_destroy(pool);
    pthread_attr_destroy(&attributes);
  }
}
END_TEST
#endif

START_TEST(pool_refusals_and_memory) {
  test_memory memory = {0};
  carom_allocator allocator = test_memory_allocator(&memory);
  carom_pool *pool = NULL;
  ck_assert_int_eq(carom_pool_create(&allocator, 2, NULL), CAROM_NULL_ARGUMENT);
  ck_assert_int_eq(carom_pool_create(&allocator, CAROM_POOL_THREADS_MAX + 1, &pool), CAROM_OUT_OF_RANGE);
  ck_assert_uint_eq(memory.requests, 0);
  test_memory_fail_all(&memory);
  ck_assert_int_eq(carom_pool_create(&allocator, 2, &pool), CAROM_OUT_OF_MEMORY);
  ck_assert_ptr_null(pool);
  test_memory_fail_at(&memory, 0);
  ck_assert_int_eq(carom_pool_create(&allocator, 2, &pool), CAROM_OK);
  size_t requests = memory.requests;
  carom_tasks tasks = carom_pool_get_tasks(pool);
  ck_assert_uint_eq(wrong_for_all_counts(&tasks), 0);
  ck_assert_uint_eq(memory.requests, requests);
  carom_pool_destroy(pool);
  ck_assert(test_memory_is_clean(&memory));
  carom_pool_destroy(NULL);
  tasks = carom_pool_get_tasks(NULL);
  ck_assert_uint_eq(wrong_for_all_counts(&tasks), 0);
}
END_TEST

/* --- Joining what parts have found --- */

enum { JOINED_MAX = 3000 };

/* Parts of random lengths, of which each has found nothing, some, nearly all or all. */
static size_t find_some(uint64_t *random, uint32_t parts, carom__found *found) {
  size_t at = 0;
  const uint32_t density = test_below(random, 4);
  for (uint32_t part = 0; part < parts; part++) {
    const size_t length = test_below(random, JOINED_MAX / parts);
    const size_t some = test_below(random, (uint32_t)length + 1), nearly = length - (length > 0);
    found[part] = (carom__found){at, density == 0 ? some : density == 1 ? nearly : density == 2 ? length : 0};
    if (density == 3 && length % 3 == 0) found[part].count = some;
    at += length;
  }
  return at;
}

/* How many elements lie where other parts are to put theirs. */
static size_t count_overlap(const carom__found *found, uint32_t parts, size_t total) {
  size_t overlap = 0, own_end = 0;
  for (uint32_t part = 0; part < parts; part++) {
    own_end += found[part].count;
    for (size_t i = 0; i < found[part].count; i++)
      overlap += found[part].begin + i >= own_end && found[part].begin + i < total;
  }
  return overlap;
}

/* Two arrays at once, by threads and in odd orders, as by one thread alone. */
START_TEST(parts_join_what_they_found_together) {
  static uint32_t words[2][JOINED_MAX], room_words[JOINED_MAX];
  static char texts[2][JOINED_MAX][7], room_texts[JOINED_MAX][7];
  uint64_t random = 17;
  carom_pool *pool = new_pool(3);
  for (int round = 0; round < test_scaled(2000); round++) {
    carom__found found[CAROM__PARTS_MAX];
    odd_scheduler odd = {.at_once = round % 4 == 1};
    const carom_tasks tasks = round % 4 == 3   ? carom_pool_get_tasks(pool)
                              : round % 4 == 2 ? (carom_tasks){0}
                                               : (carom_tasks){&odd, 1000, odd_enqueue, odd_wait};
    const uint32_t parts = 1 + test_below(&random, CAROM__PARTS_MAX);
    const size_t count = find_some(&random, parts, found);
    for (uint32_t i = 0; i < count; i++)
      for (int k = 0; k < 2; k++) words[k][i] = i, memset(texts[k][i], (int)(i % 251), sizeof texts[k][i]);
    const size_t overlap = carom__found_overlap(found, parts);
    memset(room_words, 0xEE, sizeof room_words);
    const carom__filled filled[] = {{words[0], sizeof(uint32_t), room_words}, {texts[0], 7, room_texts}};
    const size_t total = carom__found_join(found, parts, words[1], sizeof(uint32_t));
    carom__found_join(found, parts, texts[1], 7);
    ck_assert_uint_eq(carom__found_join_shared(&tasks, found, parts, filled, 2), total);
    ck_assert(total == 0 || memcmp(words[0], words[1], total * sizeof(uint32_t)) == 0);
    ck_assert(total == 0 || memcmp(texts[0], texts[1], total * 7) == 0);
    for (size_t i = overlap; i < JOINED_MAX; i++) ck_assert_uint_eq(room_words[i], 0xEEEEEEEE);
    ck_assert_uint_eq(overlap, count_overlap(found, parts, total));
  }
  carom_pool_destroy(pool);
}
END_TEST

static TCase *parts_case(void) {
  TCase *tcase = tcase_create("parts");
  tcase_add_test(tcase, parts_split_evenly);
  tcase_add_test(tcase, without_threads_parts_run_in_order);
  tcase_add_test(tcase, any_order_of_a_scheduler_will_do);
  tcase_add_test(tcase, too_many_parts_are_refused);
  return tcase;
}

static TCase *pool_case(void) {
  TCase *tcase = tcase_create("pool");
  tcase_set_timeout(tcase, 60);
  tcase_add_test(tcase, pools_of_all_sizes_run_each_part_once);
  tcase_add_test(tcase, tasks_may_wait_for_tasks);
  tcase_add_test(tcase, a_pool_serves_several_threads);
  tcase_add_test(tcase, many_tasks_at_once);
  tcase_add_test(tcase, destroy_runs_what_is_enqueued);
#if defined(__GLIBC__) && CAROM__HAS_THREADS
  tcase_add_test(tcase, threads_have_the_stack_of_a_step);
#endif
  tcase_add_test(tcase, pool_refusals_and_memory);
  tcase_add_test(tcase, parts_join_what_they_found_together);
  return tcase;
}

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("tasks");
  suite_add_tcase(suite, parts_case());
  suite_add_tcase(suite, pool_case());
  return suite;
}
