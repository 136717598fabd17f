/* test_coherent.c: what is kept from call to call, against brute force that keeps nothing. */
#include "broadphase.h"

#include <string.h>

#include "box_worlds.h"
#include "task_queue.h"
#include "test_memory.h"

enum { BOXES = 150 };
enum { ABSENT, MOVING, STILL };

/* Both broad phases are told the same. */
typedef struct rig {
  test_memory memory; /* of the one that is tested */
  carom_allocator allocator;
  carom__broadphase *coherent, *brute;
  carom__pairs found, right;
  carom__proxy boxes[BOXES];
  uint8_t state[BOXES];
  float tremor;
} rig;

static void rig_open(rig *r, const world_kind *kind, float tremor, uint64_t *random) {
  *r = (rig){.tremor = tremor};
  r->allocator = test_memory_allocator(&r->memory);
  ck_assert_int_eq(carom__broadphase_coherent.create(&r->allocator, &r->coherent), CAROM_OK);
  ck_assert_int_eq(carom__broadphase_brute.create(NULL, &r->brute), CAROM_OK);
  uint32_t apart = 1 + test_below(random, 400);
  for (uint32_t i = 0; i < BOXES; i++) {
    r->boxes[i] = (carom__proxy){kind->box(random), i * apart, 0};
    r->state[i] = MOVING;
  }
}

static void rig_close(rig *r) {
  carom__broadphase_coherent.destroy(r->coherent);
  carom__broadphase_brute.destroy(r->brute);
  carom__array_free(&r->allocator, &r->found);
  carom__array_free(NULL, &r->right);
  ck_assert(test_memory_is_clean(&r->memory));
}

static void set_state(rig *r, int i, uint8_t state) {
  if (r->state[i] == STILL) {
    carom__broadphase_coherent.wake(r->coherent, r->boxes[i].id);
    carom__broadphase_brute.wake(r->brute, r->boxes[i].id);
  }
  r->state[i] = state;
  if (state != STILL) return;
  ck_assert_int_eq(carom__broadphase_coherent.rest(r->coherent, &r->boxes[i], 1), CAROM_OK);
  ck_assert_int_eq(carom__broadphase_brute.rest(r->brute, &r->boxes[i], 1), CAROM_OK);
}

/* A little way in proportion to the box's size. */
static void tremble(rig *r, int i, uint64_t *random) {
  carom_aabb *box = &r->boxes[i].box;
  float by =
      r->tremor * fmaxf(box->max.x - box->min.x, fmaxf(box->max.y - box->min.y, box->max.z - box->min.z));
  if (!(by < 1e30f)) return;
  carom_vec3 d = test_vec3(random, -by, by);
  *box = (carom_aabb){{box->min.x + d.x, box->min.y + d.y, box->min.z + d.z},
                      {box->max.x + d.x, box->max.y + d.y, box->max.z + d.z}};
}

/* Most movers tremble; one of so many jumps, goes, comes, rests or wakes. What rests does so where it is, or
 * elsewhere, when it is something else. */
static void change(rig *r, const world_kind *kind, uint32_t one_of, uint64_t *random) {
  for (int i = 0; i < BOXES; i++) {
    uint32_t what = test_below(random, one_of);
    if (r->state[i] == MOVING) tremble(r, i, random);
    if (what < 2 && r->state[i] != STILL) r->boxes[i].box = kind->box(random);
    if (what > 0 && what < 6) set_state(r, i, (uint8_t)test_below(random, 3));
  }
}

static carom_status find(rig *r) {
  static carom__proxy movers[BOXES];
  size_t count = 0;
  for (int i = 0; i < BOXES; i++)
    if (r->state[i] == MOVING) movers[count++] = r->boxes[i];
  ck_assert_int_eq(carom__broadphase_brute.find_pairs(r->brute, NULL, movers, count, &r->right), CAROM_OK);
  return carom__broadphase_coherent.find_pairs(r->coherent, NULL, movers, count, &r->found);
}

static bool is_right(const rig *r) {
  return r->found.count == r->right.count &&
         (r->found.count == 0 ||
          memcmp(r->found.data, r->right.data, r->found.count * sizeof *r->found.data) == 0);
}

START_TEST(finds_what_brute_force_finds) {
  int faults = 0, kept = 0, calls = 0;
  for (uint64_t seed = 0; seed < (uint64_t)test_scaled(200); seed++) {
    static rig r;
    uint64_t random = seed;
    const world_kind *kind = &world_kinds[seed % KIND_COUNT];
    uint32_t one_of = seed % 2 ? 3000 : 400;
    rig_open(&r, kind, test_log_uniform(&random, 1e-4f, 3e-2f), &random);
    for (int call = 0; call < 60; call++, calls++) {
      if (call > 8) change(&r, kind, one_of, &random);
      faults += find(&r) != CAROM_OK || !is_right(&r);
      kept += carom__coherent_kept(r.coherent) > 0;
    }
    rig_close(&r);
  }
  ck_assert_int_eq(faults, 0);
  ck_assert_int_gt(kept, calls / 8);
  ck_assert_int_lt(kept, calls);
}
END_TEST

/* Calls until some are kept; returns how many that took. */
static int settle(rig *r) {
  int calls = 0;
  for (; carom__coherent_kept(r->coherent) == 0 && calls < 100; calls++)
    ck_assert(find(r) == CAROM_OK && is_right(r));
  return calls;
}

START_TEST(keeps_what_is_calm_and_nothing_else) {
  static rig r;
  uint64_t random = 1;
  rig_open(&r, &world_kinds[0], 0, &random);
  ck_assert_int_lt(settle(&r), 100);
  ck_assert_uint_eq(carom__coherent_kept(r.coherent), BOXES);
  set_state(&r, 3, STILL);
  set_state(&r, 4, ABSENT);
  ck_assert(find(&r) == CAROM_OK && is_right(&r));
  ck_assert_uint_eq(carom__coherent_kept(r.coherent), BOXES - 2);
  for (int i = 0; i < BOXES; i++) r.boxes[i].box = r.state[i] == STILL ? r.boxes[i].box : gas_box(&random);
  ck_assert(find(&r) == CAROM_OK && is_right(&r));
  ck_assert_uint_eq(carom__coherent_kept(r.coherent), 0);
  rig_close(&r);
}
END_TEST

/* One that has gone is not met any more where it was, nor is it when its id comes back elsewhere. */
START_TEST(forgets_what_is_gone) {
  static rig r;
  uint64_t random = 2;
  rig_open(&r, &world_kinds[0], 0, &random);
  settle(&r);
  for (int round = 0; round < 50; round++) {
    int i = (int)test_below(&random, BOXES);
    set_state(&r, i, ABSENT);
    ck_assert(find(&r) == CAROM_OK && is_right(&r));
    r.boxes[i].box = gas_box(&random);
    set_state(&r, i, MOVING);
    ck_assert(find(&r) == CAROM_OK && is_right(&r));
  }
  ck_assert_uint_eq(carom__coherent_kept(r.coherent), BOXES);
  rig_close(&r);
}
END_TEST

/* Whichever request is refused, what is kept goes on right. */
START_TEST(survives_every_refused_request) {
  uint64_t random = 3;
  size_t k = 1;
  for (size_t refused = 1; refused > 0 && k < 200; k++) {
    static rig r;
    refused = 0;
    rig_open(&r, &world_kinds[0], 1e-3f, &random);
    test_memory_fail_at(&r.memory, k);
    for (int call = 0; call < 30; call++) {
      if (call > 8) change(&r, &world_kinds[0], 3000, &random);
      bool failed = find(&r) != CAROM_OK;
      refused += failed;
      ck_assert_msg(failed ? r.found.count == 0 : is_right(&r), "request %d, call %d", (int)k, call);
    }
    test_memory_fail_at(&r.memory, 0);
    rig_close(&r);
  }
  ck_assert_uint_gt(k, 10);
}
END_TEST

/* What was refused its rest and then goes is met no more. */
START_TEST(forgets_what_could_not_rest) {
  static rig r;
  uint64_t random = 5;
  enum { FIRST = 20, REFUSED = 60 };
  rig_open(&r, &world_kinds[0], 0, &random);
  for (int i = FIRST; i < BOXES; i++) r.state[i] = ABSENT;
  settle(&r);
  for (int i = FIRST; i < BOXES; i++) {
    r.state[i] = MOVING;
    ck_assert(find(&r) == CAROM_OK && is_right(&r));
  }
  test_memory_fail_all(&r.memory);
  carom_status status = carom__broadphase_coherent.rest(r.coherent, r.boxes, REFUSED);
  test_memory_fail_at(&r.memory, 0);
  ck_assert_int_eq(status, CAROM_OUT_OF_MEMORY);
  for (int i = 0; i < REFUSED; i++) r.state[i] = ABSENT;
  ck_assert(find(&r) == CAROM_OK && is_right(&r) && r.found.count > 0);
  rig_close(&r);
}
END_TEST

/* Enough boxes to be split into parts. A few stray at each call, and some go. At last some get ids above all
 * others, and stay where they are in the list. */
START_TEST(keeps_the_same_on_several_threads) {
  enum { MANY = 20000 };
  static carom__proxy boxes[MANY];
  uint64_t random = 4;
  task_queue queue = {.count = 0};
  carom_tasks tasks = task_queue_tasks(&queue, 4);
  carom__broadphase *coherent, *sweep;
  carom__pairs found = {0}, right = {0};
  int wrong = 0, kept = 0;
  ck_assert_int_eq(carom__broadphase_coherent.create(NULL, &coherent), CAROM_OK);
  ck_assert_int_eq(carom__broadphase_sweep.create(NULL, &sweep), CAROM_OK);
  for (uint32_t i = 0; i < MANY; i++)
    boxes[i] = (carom__proxy){box_at(test_vec3(&random, -30, 30), test_vec3(&random, 0.1f, 1)), i, 0};
  for (size_t call = 0; call < 20; call++) {
    size_t count = MANY - 100 * call;
    for (int i = 0; i < 50; i++) boxes[test_below(&random, MANY)].box = gas_box(&random);
    if (call > 15) boxes[call].id = (uint32_t)(call * MANY);
    wrong += carom__broadphase_sweep.find_pairs(sweep, NULL, boxes, count, &right) != CAROM_OK;
    wrong += carom__broadphase_coherent.find_pairs(coherent, &tasks, boxes, count, &found) != CAROM_OK;
    wrong +=
        found.count != right.count || memcmp(found.data, right.data, found.count * sizeof *found.data) != 0;
    kept += carom__coherent_kept(coherent) > 0;
  }
  ck_assert_int_eq(wrong, 0);
  ck_assert_int_gt(kept, 10);
  carom__broadphase_coherent.destroy(coherent);
  carom__broadphase_sweep.destroy(sweep);
  carom__array_free(NULL, &found);
  carom__array_free(NULL, &right);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("coherent");
  TCase *tests = tcase_create("kept pairs");
  tcase_set_timeout(tests, 60);
  tcase_add_test(tests, finds_what_brute_force_finds);
  tcase_add_test(tests, keeps_what_is_calm_and_nothing_else);
  tcase_add_test(tests, forgets_what_is_gone);
  tcase_add_test(tests, survives_every_refused_request);
  tcase_add_test(tests, forgets_what_could_not_rest);
  tcase_add_test(tests, keeps_the_same_on_several_threads);
  suite_add_tcase(suite, tests);
  return suite;
}
