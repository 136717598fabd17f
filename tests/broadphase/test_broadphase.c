/* test_broadphase.c: both broad phases against a third, written here, on worlds of every bad habit. */
#include "broadphase.h"

#include <stdlib.h>

#include "box_worlds.h"
#include "test_memory.h"

enum { BOXES_MAX = 300, PAIRS_MAX = BOXES_MAX * BOXES_MAX / 2 };

typedef struct box_world {
  carom__proxy boxes[BOXES_MAX]; /* the movers first */
  size_t mover_count, count;
} box_world;

static void fill_world(box_world *world, const world_kind *kind, uint64_t *random) {
  uint32_t salt = (uint32_t)test_random(random);
  world->count = 2 + test_below(random, test_below(random, 2) ? 20 : BOXES_MAX - 1);
  world->mover_count = test_below(random, (uint32_t)world->count + 1);
  if (test_below(random, 4) == 0) world->mover_count = world->count;
  for (size_t i = 0; i < world->count; i++) {
    /* An odd factor permutes the numbers below a power of two, so the ids are unique, sparse and in no order.
     */
    uint32_t id = ((uint32_t)i + salt) * 2654435761u % 65536;
    world->boxes[i] = (carom__proxy){kind->box(random), id, 0};
  }
}

/* --- The third broad phase --- */

static bool ranges_meet(float low_a, float high_a, float low_b, float high_b) {
  return !(high_a < low_b) && !(high_b < low_a);
}
static bool boxes_meet(const carom_aabb *a, const carom_aabb *b) {
  return ranges_meet(a->min.x, a->max.x, b->min.x, b->max.x) &&
         ranges_meet(a->min.y, a->max.y, b->min.y, b->max.y) &&
         ranges_meet(a->min.z, a->max.z, b->min.z, b->max.z);
}

static int compare_pairs(const void *left, const void *right) {
  const carom__pair *a = left, *b = right;
  if (a->a != b->a) return a->a < b->a ? -1 : 1;
  return a->b < b->b ? -1 : a->b > b->b;
}

static size_t naive_pairs(const box_world *world, carom__pair *out) {
  size_t count = 0;
  for (size_t i = 0; i < world->mover_count; i++) {
    for (size_t j = i + 1; j < world->count; j++) {
      uint32_t a = world->boxes[i].id, b = world->boxes[j].id;
      if (boxes_meet(&world->boxes[i].box, &world->boxes[j].box))
        out[count++] = a < b ? (carom__pair){a, b} : (carom__pair){b, a};
    }
  }
  qsort(out, count, sizeof *out, compare_pairs);
  return count;
}

static bool pairs_are_right(const box_world *world, const carom__pairs *pairs) {
  static carom__pair expected[PAIRS_MAX];
  if (naive_pairs(world, expected) != pairs->count) return false;
  for (size_t i = 0; i < pairs->count; i++)
    if (compare_pairs(&expected[i], &pairs->data[i]) != 0) return false;
  return true;
}

/* --- Tests, each for both classes --- */

static const carom__broadphase_class *const classes[] = {&carom__broadphase_brute, &carom__broadphase_sweep,
                                                         &carom__broadphase_coherent};

/* A broad phase with its memory and its last result. */
typedef struct rig {
  const carom__broadphase_class *class;
  test_memory memory;
  carom_allocator allocator;
  carom__broadphase *broadphase;
  carom__pairs pairs;
  uint32_t ids[BOXES_MAX]; /* of what rests */
  size_t resting;
  const carom_tasks *tasks; /* NULL: one thread */
} rig;

static void rig_open(rig *r, const carom__broadphase_class *class) {
  *r = (rig){.class = class};
  r->allocator = test_memory_allocator(&r->memory);
  ck_assert_int_eq(class->create(&r->allocator, &r->broadphase), CAROM_OK);
}
static void rig_close(rig *r) {
  r->class->destroy(r->broadphase);
  carom__array_free(&r->allocator, &r->pairs);
  ck_assert(test_memory_is_clean(&r->memory));
}
/* Wakes all that rests and puts the world's resting boxes to rest. */
static carom_status rig_set_still(rig *r, const box_world *world) {
  for (size_t i = 0; i < r->resting; i++) r->class->wake(r->broadphase, r->ids[i]);
  r->resting = 0;
  size_t count = world->count - world->mover_count;
  carom_status status = r->class->rest(r->broadphase, world->boxes + world->mover_count, count);
  for (size_t i = 0; i < count && !status; i++)
    r->ids[r->resting++] = world->boxes[world->mover_count + i].id;
  return status;
}
static carom_status rig_find(rig *r, const box_world *world) {
  return r->class->find_pairs(r->broadphase, r->tasks, world->boxes, world->mover_count, &r->pairs);
}
static bool rig_is_right(rig *r, const box_world *world) {
  return rig_set_still(r, world) == CAROM_OK && rig_find(r, world) == CAROM_OK &&
         pairs_are_right(world, &r->pairs);
}

START_TEST(finds_the_pairs_of_all_worlds) {
  rig r;
  rig_open(&r, classes[_i]);
  for (int kind = 0; kind < KIND_COUNT; kind++) {
    for (uint64_t seed = 0; seed < 300; seed++) {
      box_world world;
      uint64_t random = seed;
      fill_world(&world, &world_kinds[kind], &random);
      bool right = rig_is_right(&r, &world);
      if (!right) ck_abort_msg("%s: world %s, seed %d", r.class->name, world_kinds[kind].name, (int)seed);
    }
  }
  rig_close(&r);
}
END_TEST

/* What stands still is set once; the movers line up along each axis in turn, so the sweep has to turn. */
START_TEST(keeps_what_stands_still) {
  static const carom_vec3 lines[] = {{100, 1, 1}, {1, 100, 1}, {1, 1, 100}};
  rig r;
  rig_open(&r, classes[_i]);
  uint64_t random = 1;
  box_world world;
  do fill_world(&world, &world_kinds[0], &random);
  while (world.mover_count < 100 || world.count < world.mover_count + 20);
  ck_assert_int_eq(rig_set_still(&r, &world), CAROM_OK);
  for (int round = 0; round < 30; round++) {
    for (size_t i = 0; i < world.mover_count; i++) {
      carom_vec3 at = test_vec3(&random, -1, 1), line = lines[round % 3];
      world.boxes[i].box =
          box_at((carom_vec3){at.x * line.x, at.y * line.y, at.z * line.z}, test_vec3(&random, 0.1f, 5));
    }
    ck_assert_int_eq(rig_find(&r, &world), CAROM_OK);
    ck_assert_msg(r.pairs.count > 0 && pairs_are_right(&world, &r.pairs), "round %d", round);
  }
  rig_close(&r);
}
END_TEST

/* Few movers among many boxes that stand still and the other way round, with boxes that reach far ahead. */
START_TEST(finds_pairs_of_uneven_sets) {
  rig r;
  rig_open(&r, classes[_i]);
  for (uint64_t seed = 0; seed < 300; seed++) {
    box_world world;
    uint64_t random = seed;
    fill_world(&world, &world_kinds[seed % 2 ? 1 : 10], &random);
    size_t few = test_below(&random, 3);
    if (few > world.count) few = world.count;
    world.mover_count = seed % 4 < 2 ? few : world.count - few;
    ck_assert_msg(rig_is_right(&r, &world), "seed %d", (int)seed);
  }
  rig_close(&r);
}
END_TEST

/* Few boxes are compared each with each: all numbers of them up to where that ends, and some beyond, in any
 * order. */
START_TEST(finds_the_pairs_of_few) {
  enum { MOST = 36, ROUNDS = 400 };
  rig r;
  rig_open(&r, classes[_i]);
  uint64_t random = 6;
  for (uint32_t round = 0; round < ROUNDS; round++) {
    box_world world;
    const size_t resting = round % 2 ? 28 + test_below(&random, MOST - 28) : test_below(&random, 3);
    world.mover_count = round % 4 < 2 ? 28 + test_below(&random, MOST - 28) : test_below(&random, MOST);
    world.count = world.mover_count + resting;
    for (size_t i = 0; i < world.count; i++)
      world.boxes[i] =
          (carom__proxy){world_kinds[round % KIND_COUNT].box(&random), (uint32_t)(7 * i % 211), 0};
    ck_assert_msg(rig_is_right(&r, &world), "%zu movers, %zu at rest", world.mover_count, resting);
  }
  rig_close(&r);
}
END_TEST

START_TEST(accepts_nothing) {
  rig r;
  rig_open(&r, classes[_i]);
  box_world world = {.count = 0};
  ck_assert(rig_is_right(&r, &world));
  ck_assert_int_eq(r.class->rest(r.broadphase, NULL, 0), CAROM_OK);
  r.class->wake(r.broadphase, 0);
  r.class->wake(r.broadphase, UINT32_MAX);
  ck_assert_int_eq(r.class->find_pairs(r.broadphase, NULL, NULL, 0, &r.pairs), CAROM_OK);
  uint64_t random = 3;
  fill_world(&world, &world_kinds[0], &random);
  ck_assert(rig_is_right(&r, &world));
  ck_assert_int_eq(r.class->find_pairs(r.broadphase, NULL, NULL, 0, &r.pairs), CAROM_OK);
  ck_assert_uint_eq(r.pairs.count, 0);
  r.class->destroy(NULL);
  rig_close(&r);
}
END_TEST

START_TEST(allocates_nothing_once_warm) {
  enum { WORLDS = 12 };
  static box_world worlds[WORLDS];
  uint64_t random = 4;
  for (int i = 0; i < WORLDS; i++) fill_world(&worlds[i], &world_kinds[i % KIND_COUNT], &random);
  rig r;
  rig_open(&r, classes[_i]);
  /* What a world needs may depend on the one before, so each is seen more than once. */
  for (int i = 0; i < 3 * WORLDS; i++) ck_assert(rig_is_right(&r, &worlds[i % WORLDS]));
  size_t warm = r.memory.requests;
  ck_assert_uint_gt(warm, 0);
  for (int i = 0; i < WORLDS; i++) ck_assert(rig_is_right(&r, &worlds[i]));
  ck_assert_uint_eq(r.memory.requests, warm);
  rig_close(&r);
}
END_TEST

/* Calls rest and find_pairs with the k-th request refused. */
static carom_status work_with_failure(rig *r, const box_world *world, size_t k) {
  test_memory_fail_at(&r->memory, k);
  carom_status status = rig_set_still(r, world);
  if (status == CAROM_OK) status = rig_find(r, world);
  test_memory_fail_at(&r->memory, 0);
  return status;
}

START_TEST(survives_every_refused_request) {
  uint64_t random = 5;
  box_world world;
  do fill_world(&world, &world_kinds[0], &random);
  while (world.mover_count < 150 || world.count < 280 || world.mover_count > world.count - 20);
  carom_status status = CAROM_OUT_OF_MEMORY;
  size_t k = 1;
  for (; status == CAROM_OUT_OF_MEMORY && k < 100; k++) {
    rig r;
    rig_open(&r, classes[_i]);
    status = work_with_failure(&r, &world, k);
    ck_assert_uint_eq(r.pairs.count == 0, status != CAROM_OK);
    ck_assert_msg(rig_is_right(&r, &world), "request %d", (int)k);
    rig_close(&r);
  }
  ck_assert_int_eq(status, CAROM_OK);
  ck_assert_uint_gt(k, 4);
}
END_TEST

/* A refused call puts none to rest. */
START_TEST(keeps_what_rests_when_refused) {
  uint64_t random = 6;
  box_world before, after;
  do fill_world(&before, &world_kinds[0], &random);
  while (before.count > 40 || before.mover_count < 5 || before.count - before.mover_count < 3);
  do fill_world(&after, &world_kinds[0], &random);
  while (after.count < 200 || after.mover_count > 50);
  carom_status status = CAROM_OUT_OF_MEMORY;
  for (size_t k = 1; status == CAROM_OUT_OF_MEMORY && k < 100; k++) {
    rig r;
    rig_open(&r, classes[_i]);
    ck_assert_int_eq(rig_set_still(&r, &before), CAROM_OK);
    test_memory_fail_at(&r.memory, k);
    status = r.class->rest(r.broadphase, after.boxes + after.mover_count, after.count - after.mover_count);
    test_memory_fail_at(&r.memory, 0);
    if (status != CAROM_OK) {
      ck_assert_int_eq(rig_find(&r, &before), CAROM_OK);
      ck_assert_msg(pairs_are_right(&before, &r.pairs), "request %d", (int)k);
    }
    rig_close(&r);
  }
  ck_assert_int_eq(status, CAROM_OK);
}
END_TEST

START_TEST(cannot_be_created_without_memory) {
  test_memory memory = {0};
  carom_allocator allocator = test_memory_allocator(&memory);
  test_memory_fail_all(&memory);
  carom__broadphase *broadphase = NULL;
  ck_assert_int_eq(classes[_i]->create(&allocator, &broadphase), CAROM_OUT_OF_MEMORY);
  ck_assert_ptr_null(broadphase);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("broadphase");
  TCase *tests = tcase_create("both classes");
  int count = sizeof classes / sizeof *classes;
  tcase_set_timeout(tests, 60);
  tcase_add_loop_test(tests, finds_the_pairs_of_all_worlds, 0, count);
  tcase_add_loop_test(tests, keeps_what_stands_still, 0, count);
  tcase_add_loop_test(tests, finds_pairs_of_uneven_sets, 0, count);
  tcase_add_loop_test(tests, finds_the_pairs_of_few, 0, count);
  tcase_add_loop_test(tests, accepts_nothing, 0, count);
  tcase_add_loop_test(tests, allocates_nothing_once_warm, 0, count);
  tcase_add_loop_test(tests, survives_every_refused_request, 0, count);
  tcase_add_loop_test(tests, keeps_what_rests_when_refused, 0, count);
  tcase_add_loop_test(tests, cannot_be_created_without_memory, 0, count);
  suite_add_tcase(suite, tests);
  return suite;
}
