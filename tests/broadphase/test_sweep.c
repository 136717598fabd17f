/* test_sweep.c: the sweep in cells against brute force, on worlds that change, on any number of threads; and
 * the parts it is made of. */
#include "broadphase.h"

#include <stdlib.h>
#include <string.h>

#include "box_worlds.h"
#include "one_axis.h"
#include "pair_keys.h"
#include "sweep_lists.h"
#include "box_list.h"
#include "task_queue.h"
#include "test_memory.h"

enum { SMALL_SCENE = 1000, SCENE_BOXES = 8000, WIDE_BOXES = 33000, BOXES_MAX = WIDE_BOXES };

/* --- Worlds that change --- */

/* Proxies by slot; those that take part are given to a broad phase in the order of slots. */
typedef struct world {
  carom__proxy boxes[BOXES_MAX];
  uint8_t state[BOXES_MAX];
  size_t count;
} world;
enum { ABSENT, MOVING, STILL };

typedef struct rig {
  const carom__broadphase_class *class;
  test_memory memory;
  carom_allocator allocator;
  carom__broadphase *broadphase;
  carom__pairs pairs;
  bool rests[BOXES_MAX]; /* as the broad phase knows */
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

static size_t collect(const world *w, uint8_t state, carom__proxy *out) {
  size_t count = 0;
  for (size_t i = 0; i < w->count; i++)
    if (w->state[i] == state) out[count++] = w->boxes[i];
  return count;
}
/* Tells the broad phase what woke and what came to rest since the last time. */
static carom_status rig_set_still(rig *r, const world *w) {
  static carom__proxy still[BOXES_MAX];
  size_t count = 0;
  for (size_t i = 0; i < w->count; i++) {
    if (r->rests[i] && w->state[i] != STILL) r->class->wake(r->broadphase, w->boxes[i].id);
    if (!r->rests[i] && w->state[i] == STILL) still[count++] = w->boxes[i];
  }
  carom_status status = r->class->rest(r->broadphase, still, count);
  memset(still, 0xff, count * sizeof *still); /* nobody may look at it later */
  for (size_t i = 0; i < w->count; i++) r->rests[i] = w->state[i] == STILL && (r->rests[i] || !status);
  return status;
}
static carom_status rig_find(rig *r, const world *w, const carom_tasks *tasks) {
  static carom__proxy movers[BOXES_MAX];
  size_t count = collect(w, MOVING, movers);
  return r->class->find_pairs(r->broadphase, tasks, movers, count, &r->pairs);
}

static bool same_pairs(const carom__pairs *a, const carom__pairs *b) {
  return a->count == b->count && (a->count == 0 || memcmp(a->data, b->data, a->count * sizeof *a->data) == 0);
}

/* Do both find the same, the second on so many threads? */
static bool agree(rig *oracle, rig *sweep, const world *w, uint32_t threads) {
  task_queue queue = {.count = 0};
  carom_tasks tasks = task_queue_tasks(&queue, threads);
  ck_assert_int_eq(rig_find(oracle, w, NULL), CAROM_OK);
  ck_assert_int_eq(rig_find(sweep, w, threads ? &tasks : NULL), CAROM_OK);
  return same_pairs(&oracle->pairs, &sweep->pairs);
}

static uint8_t random_state(uint64_t *random, uint32_t still_percent) {
  if (test_below(random, 20) == 0) return ABSENT;
  return test_below(random, 100) < still_percent ? STILL : MOVING;
}

static void fill(world *w, const world_kind *kind, size_t count, uint32_t still_percent, uint64_t *random) {
  uint32_t salt = (uint32_t)test_random(random), factor = test_below(random, 2) ? 1 : 2654435761u;
  w->count = count;
  for (size_t i = 0; i < count; i++) {
    w->boxes[i] = (carom__proxy){kind->box(random), ((uint32_t)i + salt) * factor % 65536, 0};
    w->state[i] = random_state(random, still_percent);
  }
}

static void shift_box(carom_aabb *box, carom_vec3 by) {
  *box = (carom_aabb){{box->min.x + by.x, box->min.y + by.y, box->min.z + by.z},
                      {box->max.x + by.x, box->max.y + by.y, box->max.z + by.z}};
}

/* Most movers go a little way, some go anywhere; now and then things come, go, rest and wake. Returns whether
 * what stands still changed. */
static bool change(world *w, const world_kind *kind, uint32_t still_percent, uint64_t *random) {
  bool still = false, sets = test_below(random, 3) == 0;
  uint32_t one_of = 1 + test_below(random, 30);
  for (size_t i = 0; i < w->count; i++) {
    if (w->state[i] == MOVING && test_below(random, 50) == 0) w->boxes[i].box = kind->box(random);
    if (w->state[i] == MOVING) shift_box(&w->boxes[i].box, test_vec3(random, -0.2f, 0.2f));
    if (!sets || test_below(random, one_of) > 0) continue;
    uint8_t old = w->state[i];
    w->state[i] = random_state(random, still_percent);
    still |= old == STILL || w->state[i] == STILL;
  }
  return still;
}

static void play(const world_kind *kind, size_t count, uint64_t seed, int steps) {
  static world w;
  uint64_t random = seed;
  uint32_t still_percent = (uint32_t[]){0, 30, 95}[seed % 3];
  uint32_t threads = (uint32_t[]){0, 2, 4, 8}[seed / 3 % 4];
  bool still = true;
  rig oracle, sweep;
  rig_open(&oracle, &carom__broadphase_brute);
  rig_open(&sweep, &carom__broadphase_sweep);
  fill(&w, kind, count, still_percent, &random);
  for (int step = 0; step < steps; step++) {
    if (still) ck_assert_int_eq(rig_set_still(&oracle, &w), CAROM_OK);
    if (still) ck_assert_int_eq(rig_set_still(&sweep, &w), CAROM_OK);
    if (!agree(&oracle, &sweep, &w, threads))
      ck_abort_msg("%s, %d boxes, seed %d, step %d", kind->name, (int)count, (int)seed, step);
    still = change(&w, kind, still_percent, &random);
  }
  rig_close(&sweep);
  rig_close(&oracle);
}

START_TEST(agrees_in_worlds_that_change) {
  int seeds = test_scaled(1 + 10000 / KIND_COUNT);
  for (uint64_t seed = 0; seed < (uint64_t)seeds; seed++) {
    uint64_t random = seed;
    play(&world_kinds[_i], 2 + test_below(&random, 299), seed, 4);
  }
}
END_TEST

START_TEST(agrees_in_larger_worlds) {
  int seeds = test_scaled(6);
  for (uint64_t seed = 0; seed < (uint64_t)seeds; seed++) {
    uint64_t random = seed;
    play(&world_kinds[_i], 400 + test_below(&random, 1400), seed, 3);
  }
}
END_TEST

START_TEST(agrees_where_things_start_and_stop) {
  int seeds = test_scaled(20);
  for (uint64_t seed = 0; seed < (uint64_t)seeds; seed++) play(&world_kinds[_i], 300, seed, 60);
}
END_TEST

/* --- Scenes of moving boxes --- */

typedef struct scene_kind {
  const char *name;
  float size_low, size_high; /* log-uniform */
  float flatness, speed;     /* the height of the world by its length; sizes a step */
  uint32_t still_percent;
  float content; /* of the world, for each box, as if it were a cube */
  bool lattice;  /* unit cubes side by side */
} scene_kind;

static const scene_kind scenes[] = {
    {"gas", 0.5f, 1.5f, 1, 0.05f, 0, 4, false},    {"flat", 0.5f, 1.5f, 0.05f, 0.05f, 0, 40, false},
    {"mixed", 0.1f, 20, 1, 0.05f, 0, 900, false},  {"still", 0.5f, 1.5f, 1, 0.05f, 95, 4, false},
    {"dense", 2.5f, 3, 1, 0.01f, 0, 4, false},     {"fast", 0.5f, 1.5f, 1, 5, 0, 4, false},
    {"planar", 0.5f, 1.5f, 0, 0.1f, 30, 4, false}, {"ratio", 1e-4f, 10, 1, 0.1f, 50, 4, false},
    {"pile", 1, 1, 1, 0.001f, 0, 1, true},
};

/* Where box i of a lattice has its centre. */
static carom_vec3 lattice_place(size_t i, float length) {
  size_t side = (size_t)ceilf(length - 1e-3f);
  return vec3((float)(i % side), (float)(i / (side * side)), (float)(i / side % side));
}

static void fill_scene(world *w, const scene_kind *kind, size_t count, float length, uint64_t *random) {
  w->count = count;
  for (size_t i = 0; i < count; i++) {
    float half = 0.5f * test_log_uniform(random, kind->size_low, kind->size_high);
    float odd = kind->lattice ? 0 : 0.3f;
    carom_vec3 at = kind->lattice ? lattice_place(i, length) : test_vec3(random, 0, length);
    at.y *= kind->flatness;
    carom_vec3 halves = test_vec3(random, (1 - odd) * half, (1 + odd) * half);
    w->boxes[i] = (carom__proxy){box_at(at, halves), (uint32_t)i, 0};
    w->state[i] = test_below(random, 100) < kind->still_percent ? STILL : MOVING;
  }
}

static void step_scene(world *w, const scene_kind *kind, uint64_t *random) {
  for (size_t i = 0; i < w->count; i++) {
    carom_vec3 by = test_vec3(random, -kind->speed, kind->speed);
    by.y *= kind->flatness;
    if (w->state[i] == MOVING) shift_box(&w->boxes[i].box, by);
  }
}

/* The pairs of a world by the sweep along one axis. */
static void find_on_one_axis(const world *w, rig *out) {
  static one_axis all;
  static carom__proxy still[BOXES_MAX], movers[BOXES_MAX];
  size_t still_count = collect(w, STILL, still), count = collect(w, MOVING, movers);
  one_axis_find(&all, still, still_count, movers, count, &out->allocator, &out->pairs);
}

/* Does the sweep find the oracle's pairs, each step on another number of threads? */
static void check_scene(const scene_kind *kind, const world *w, const rig *oracle, rig *sweep, int step) {
  task_queue queue = {.count = 0};
  carom_tasks tasks = task_queue_tasks(&queue, (uint32_t[]){1, 2, 4, 8}[step % 4]);
  ck_assert_int_eq(rig_find(sweep, w, &tasks), CAROM_OK);
  if (!same_pairs(&oracle->pairs, &sweep->pairs))
    ck_abort_msg("%s of %d, step %d on %d", kind->name, (int)w->count, step, (int)tasks.threads);
}

/* The first step of a small scene is compared with brute force, all with the sweep along one axis. */
static void run_scene(const scene_kind *kind, size_t count, int steps) {
  static world w;
  uint64_t random = count;
  rig oracle, sweep;
  rig_open(&oracle, &carom__broadphase_brute);
  rig_open(&sweep, &carom__broadphase_sweep);
  fill_scene(&w, kind, count, cbrtf(kind->content * (float)count), &random);
  ck_assert_int_eq(rig_set_still(&oracle, &w), CAROM_OK);
  ck_assert_int_eq(rig_set_still(&sweep, &w), CAROM_OK);
  if (count <= SMALL_SCENE) ck_assert_msg(agree(&oracle, &sweep, &w, 2), "%s, at first", kind->name);
  for (int step = 0; step < steps; step++) {
    find_on_one_axis(&w, &oracle);
    check_scene(kind, &w, &oracle, &sweep, step);
    step_scene(&w, kind, &random);
  }
  rig_close(&sweep);
  rig_close(&oracle);
}

START_TEST(agrees_in_scenes) {
  run_scene(&scenes[_i], SMALL_SCENE, test_scaled(100));
  run_scene(&scenes[_i], SCENE_BOXES, test_scaled(100));
}
END_TEST

START_TEST(one_axis_finds_what_brute_force_does) {
  static world w;
  uint64_t random = (uint64_t)_i;
  for (int round = 0; round < 4 + test_scaled(16); round++) {
    rig brute, axis;
    rig_open(&brute, &carom__broadphase_brute);
    rig_open(&axis, &carom__broadphase_brute);
    fill(&w, &world_kinds[_i], 2 + test_below(&random, 499), (uint32_t)round * 5, &random);
    ck_assert_int_eq(rig_set_still(&brute, &w), CAROM_OK);
    ck_assert_int_eq(rig_find(&brute, &w, NULL), CAROM_OK);
    find_on_one_axis(&w, &axis);
    ck_assert_msg(same_pairs(&brute.pairs, &axis.pairs), "%s", world_kinds[_i].name);
    rig_close(&axis);
    rig_close(&brute);
  }
}
END_TEST

/* Wide enough for cells on several levels along both axes. */
static carom_aabb wide_box(uint64_t *random) {
  float size = test_below(random, 100) ? 1 : test_log_uniform(random, 2, 300);
  carom_vec3 at = test_vec3(random, -1, 1);
  return box_at((carom_vec3){at.x * 600, at.y, at.z * 600}, test_vec3(random, 0.2f * size, 0.5f * size));
}

START_TEST(agrees_in_a_wide_world) {
  static const world_kind wide = {"wide", wide_box};
  static world w;
  uint64_t random = 1;
  rig oracle, sweep;
  rig_open(&oracle, &carom__broadphase_brute);
  rig_open(&sweep, &carom__broadphase_sweep);
  fill(&w, &wide, WIDE_BOXES, 30, &random);
  ck_assert_int_eq(rig_set_still(&sweep, &w), CAROM_OK);
  find_on_one_axis(&w, &oracle);
  ck_assert_int_eq(rig_find(&sweep, &w, NULL), CAROM_OK);
  ck_assert(same_pairs(&oracle.pairs, &sweep.pairs));
  rig_close(&sweep);
  rig_close(&oracle);
}
END_TEST

/* --- Memory --- */

START_TEST(allocates_nothing_in_a_steady_world) {
  static world w;
  uint64_t random = 1;
  rig sweep;
  rig_open(&sweep, &carom__broadphase_sweep);
  fill_scene(&w, &scenes[7], 2000, 20, &random);
  ck_assert_int_eq(rig_set_still(&sweep, &w), CAROM_OK);
  for (int step = 0; step < 20; step++, step_scene(&w, &scenes[7], &random))
    ck_assert_int_eq(rig_find(&sweep, &w, NULL), CAROM_OK);
  size_t warm = sweep.memory.requests;
  for (int step = 0; step < 20; step++) ck_assert_int_eq(rig_find(&sweep, &w, NULL), CAROM_OK);
  ck_assert_uint_eq(sweep.memory.requests, warm);
  rig_close(&sweep);
}
END_TEST

/* Each request in turn is refused, in a world with large and small movers and things at rest; then all goes
 * on as if nothing had been. */
START_TEST(survives_refused_requests) {
  static world w;
  uint64_t random = 2;
  rig oracle;
  rig_open(&oracle, &carom__broadphase_brute);
  fill(&w, &world_kinds[13], 1200, 30, &random);
  ck_assert_int_eq(rig_set_still(&oracle, &w), CAROM_OK);
  carom_status status = CAROM_OUT_OF_MEMORY;
  size_t k = 1;
  for (; status == CAROM_OUT_OF_MEMORY && k < 100; k++) {
    rig sweep;
    rig_open(&sweep, &carom__broadphase_sweep);
    test_memory_fail_at(&sweep.memory, k + 1); /* the first was to create it */
    status = rig_set_still(&sweep, &w);
    if (!status) status = rig_find(&sweep, &w, NULL);
    test_memory_fail_at(&sweep.memory, 0);
    ck_assert_uint_eq(sweep.pairs.count == 0, status != CAROM_OK);
    ck_assert_int_eq(rig_set_still(&sweep, &w), CAROM_OK);
    ck_assert_msg(agree(&oracle, &sweep, &w, 0), "request %d", (int)k);
    rig_close(&sweep);
  }
  ck_assert_int_eq(status, CAROM_OK);
  ck_assert_uint_gt(k, 10);
  rig_close(&oracle);
}
END_TEST

/* --- The parts --- */

static int compare_u64(const void *left, const void *right) {
  uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
  return a < b ? -1 : a > b;
}

typedef struct id_kind {
  uint32_t low, range, hot; /* ids are low + something below range; every other lower id is below hot */
} id_kind;

static uint64_t random_key(const id_kind *kind, uint64_t *random) {
  uint32_t a = test_below(random, test_below(random, 2) ? kind->hot : kind->range);
  return carom__pair_key(kind->low + a, kind->low + test_below(random, kind->range));
}

START_TEST(sorts_keys_of_all_kinds) {
  enum { KEYS_MAX = 20000, PARTS = 3 };
  static const id_kind kinds[] = {{0, 1, 1},
                                  {5, 100, 1},
                                  {0, 100000, 100000},
                                  {7, 20000, 3},
                                  {0, UINT32_MAX, 9},
                                  {0, UINT32_MAX, UINT32_MAX},
                                  {4000000000u, 5000, 5000}};
  static uint64_t all[KEYS_MAX];
  uint64_t random = 3;
  for (int round = 0; round < test_scaled(140); round++) {
    const id_kind *kind = &kinds[round % 7];
    uint32_t parts = 1 + round / 7 % PARTS;
    size_t count = test_below(&random, round < 70 ? 200 : KEYS_MAX);
    carom__key_list lists[PARTS] = {{0}};
    carom__pair_sorter sorter = {{0}, {0}};
    carom__pairs out = {0};
    for (size_t i = 0; i < count; i++) {
      carom__key_list *list = &lists[test_below(&random, parts)];
      all[i] = random_key(kind, &random);
      if (carom__array_reserve(NULL, list, list->count + 1)) ck_abort_msg("no memory");
      carom__array_push(list, all[i]);
    }
    ck_assert_int_eq(carom__pair_keys_sort(&sorter, NULL, NULL, lists, parts, &out), CAROM_OK);
    qsort(all, count, sizeof *all, compare_u64);
    ck_assert_uint_eq(out.count, count);
    size_t same = 0;
    while (same < count && ((uint64_t)out.data[same].a << 32 | out.data[same].b) == all[same]) same++;
    ck_assert_uint_eq(same, count);
    for (int part = 0; part < PARTS; part++) carom__array_free(NULL, &lists[part]);
    carom__array_free(NULL, &out);
    carom__pair_sorter_free(&sorter, NULL);
  }
}
END_TEST

START_TEST(orders_entries_of_all_kinds) {
  enum { COUNT_MAX = 3000 };
  static const size_t counts[] = {1, 2, 23, 24, 149, 150, COUNT_MAX};
  static carom__proxy proxies[COUNT_MAX];
  static carom__entry entries[COUNT_MAX], sorted[COUNT_MAX];
  static uint32_t scratch[2 * COUNT_MAX];
  uint64_t random = 4;
  for (int kind = 0; kind < KIND_COUNT; kind++) {
    for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
      for (size_t i = 0; i < counts[c]; i++) proxies[i].box = world_kinds[kind].box(&random);
      for (int axis = 0; axis < 3; axis++) {
        uint64_t seen = 0, expected = 0, wrong = 0;
        for (size_t i = 0; i < counts[c]; i++)
          entries[i] = (carom__entry){(&proxies[i].box.min.x)[axis], (uint32_t)i};
        carom__sweep_order(entries, counts[c], sorted, scratch);
        for (size_t i = 0; i < counts[c]; i++) {
          wrong += sorted[i].begin != (&proxies[sorted[i].box].box.min.x)[axis];
          wrong += !(sorted[i ? i - 1 : 0].begin <= sorted[i].begin);
          seen += sorted[i].box;
          expected += i;
        }
        ck_assert(seen == expected && wrong == 0);
      }
    }
  }
}
END_TEST

static const uint32_t marks[4] = {0, CAROM__LATER_ON_0, CAROM__LATER_ON_1,
                                  CAROM__LATER_ON_0 | CAROM__LATER_ON_1};

/* A list with its memory. */
typedef struct list_rig {
  carom__sweep_part part;
  carom__box_list list;
} list_rig;

static void make_list(list_rig *r, const world_kind *kind, size_t count, const carom__sweep_kernels *kernels,
                      uint64_t seed) {
  static carom__proxy proxies[BOXES_MAX];
  static carom__entry entries[BOXES_MAX];
  const carom__grid grid = {.axes = {1, 0, 2}};
  for (size_t i = 0; i < count; i++) {
    proxies[i] = (carom__proxy){.box = kind->box(&seed), .id = (uint32_t)test_random(&seed)};
    entries[i] = (carom__entry){proxies[i].box.min.y, (uint32_t)i | marks[test_below(&seed, 4)]};
  }
  memset(r, 0, sizeof *r);
  ck_assert_int_eq(carom__sweep_part_reserve(&r->part, NULL, count), CAROM_OK);
  r->list = list_room_at(&r->part.room, 0, count);
  carom__list_fill(&r->list, proxies, entries, &grid, kernels, &r->part.sort);
  carom__list_end(&r->list);
  carom__list_reach(&r->list);
}
static void free_list(list_rig *r) { carom__sweep_part_free(&r->part, NULL); }

static size_t work(const carom__sweep_kernels *kernels, const world_kind *kind, uint64_t seed, uint64_t *keys,
                   size_t capacity) {
  list_rig a, b;
  carom__key_sink sink = {keys, 0, capacity};
  make_list(&a, kind, 1 + seed % 97, kernels, seed);
  make_list(&b, kind, 1 + seed % 61, kernels, seed + 1000);
  kernels->within(&a.list, &sink);
  kernels->between(&b.list, marks[seed % 4], &a.list, 0, &sink);
  kernels->between(&a.list, 0, &b.list, marks[seed % 4], &sink);
  free_list(&a);
  free_list(&b);
  return sink.count;
}

START_TEST(all_forms_find_the_same_in_the_same_order) {
  enum { KEYS_MAX = 20000 };
  static uint64_t portable[KEYS_MAX], avx2[KEYS_MAX];
  if (!carom__sweep_kernels_avx2()) return;
  for (int kind = 0; kind < KIND_COUNT; kind++) {
    for (uint64_t seed = 0; seed < (uint64_t)test_scaled(200); seed++) {
      size_t count = work(&carom__sweep_kernels_portable, &world_kinds[kind], seed, portable, KEYS_MAX);
      ck_assert_uint_eq(work(carom__sweep_kernels_avx2(), &world_kinds[kind], seed, avx2, KEYS_MAX), count);
      ck_assert_msg(memcmp(portable, avx2, count * sizeof *avx2) == 0, "%s", world_kinds[kind].name);
      /* What has no room is counted all the same. */
      ck_assert_uint_eq(work(carom__sweep_kernels_best(), &world_kinds[kind], seed, avx2, count / 2), count);
    }
  }
}
END_TEST

/* The pairs of two lists, in the order of their places, by looking at each with each. */
static size_t brute_between(const carom__box_list *rows, uint32_t rows_marks, const carom__box_list *columns,
                            uint32_t columns_marks, uint64_t *keys) {
  size_t count = 0;
  for (size_t i = 0; i < rows->count; i++) {
    for (size_t k = 0; k < columns->count; k++) {
      uint32_t id[2], later[2];
      bool apart = false;
      for (size_t axis = 0; axis < 3; axis++)
        apart = apart ||
                box_list_column(rows, CAROM__COLUMN_MIN + axis)[i] >
                    box_list_column(columns, CAROM__COLUMN_MAX + axis)[k] ||
                box_list_column(columns, CAROM__COLUMN_MIN + axis)[k] >
                    box_list_column(rows, CAROM__COLUMN_MAX + axis)[i];
      memcpy(&id[0], &box_list_column(rows, CAROM__COLUMN_ID)[i], sizeof id[0]);
      memcpy(&id[1], &box_list_column(columns, CAROM__COLUMN_ID)[k], sizeof id[1]);
      memcpy(&later[0], &box_list_column(rows, CAROM__COLUMN_LATER)[i], sizeof later[0]);
      memcpy(&later[1], &box_list_column(columns, CAROM__COLUMN_LATER)[k], sizeof later[1]);
      bool elsewhere = (later[0] | rows_marks) & (later[1] | columns_marks) & ~CAROM__ENTRY_INDEX;
      if (!apart && !elsewhere) keys[count++] = carom__pair_key(id[0], id[1]);
    }
  }
  return count;
}

START_TEST(between_finds_what_brute_force_does) {
  enum { LONG = 2000, KEYS_MAX = LONG * 40 + CAROM__KEYS_AT_ONCE };
  static uint64_t found[KEYS_MAX], expected[KEYS_MAX];
  const carom__sweep_kernels *forms[] = {&carom__sweep_kernels_portable, carom__sweep_kernels_best()};
  uint64_t random = 6;
  for (int round = 0; round < 20 * KIND_COUNT; round++) {
    list_rig few, many;
    const world_kind *kind = &world_kinds[round % KIND_COUNT];
    uint32_t few_marks = marks[test_below(&random, 4)], many_marks = marks[test_below(&random, 4)];
    make_list(&few, kind, 1 + test_below(&random, 40), carom__sweep_kernels_best(), test_random(&random));
    make_list(&many, kind, 1 + test_below(&random, test_below(&random, 2) ? 40 : LONG),
              carom__sweep_kernels_best(), test_random(&random));
    for (int f = 0; f < 4; f++) {
      const list_rig *rows = f & 1 ? &few : &many, *columns = f & 1 ? &many : &few;
      carom__key_sink sink = {found, 0, KEYS_MAX};
      forms[f / 2]->between(&rows->list, few_marks, &columns->list, many_marks, &sink);
      size_t count = brute_between(&rows->list, few_marks, &columns->list, many_marks, expected);
      ck_assert_msg(sink.count == count && memcmp(found, expected, count * sizeof *found) == 0, "%s",
                    kind->name);
    }
    free_list(&few);
    free_list(&many);
  }
}
END_TEST

START_TEST(all_forms_locate_alike) {
  static carom__proxy proxies[CAROM__LOCATED_MAX];
  uint64_t random = 5;
  int bad = 0;
  if (!carom__sweep_kernels_avx2()) return;
  for (int round = 0; round < test_scaled(20000); round++) {
    carom__located portable, avx2;
    carom__grid grid = {.axes = {0, 1, 2}, .longest = 4};
    size_t count = 1 + test_below(&random, round % 8 ? 16 : CAROM__LOCATED_MAX);
    for (size_t i = 0; i < count; i++)
      proxies[i] = (carom__proxy){.box = world_kinds[round % KIND_COUNT].box(&random)};
    for (int k = 0; k < 2; k++)
      grid.scale[k] = test_below(&random, 4) ? test_log_uniform(&random, 1e-6f, 1e6f) : 0;
    carom__sweep_kernels_portable.locate(&grid, proxies, count, &portable);
    carom__sweep_kernels_avx2()->locate(&grid, proxies, count, &avx2);
    bad += portable.large != avx2.large;
    for (int k = 0; k < 2; k++) {
      bad += memcmp(portable.first[k], avx2.first[k], count * sizeof *avx2.first[k]) != 0;
      bad += memcmp(portable.last[k], avx2.last[k], count * sizeof *avx2.last[k]) != 0;
      for (size_t i = 0; i < count; i++) bad += avx2.first[k][i] > avx2.last[k][i];
    }
  }
  ck_assert_int_eq(bad, 0);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("sweep");
  TCase *worlds = tcase_create("worlds"), *parts = tcase_create("parts");
  tcase_set_timeout(worlds, 120);
  tcase_add_loop_test(worlds, agrees_in_worlds_that_change, 0, KIND_COUNT);
  tcase_add_loop_test(worlds, agrees_in_larger_worlds, 0, KIND_COUNT);
  tcase_add_loop_test(worlds, agrees_where_things_start_and_stop, 0, KIND_COUNT);
  tcase_add_loop_test(worlds, one_axis_finds_what_brute_force_does, 0, KIND_COUNT);
  tcase_add_loop_test(worlds, agrees_in_scenes, 0, sizeof scenes / sizeof *scenes);
  tcase_add_test(worlds, agrees_in_a_wide_world);
  tcase_add_test(worlds, allocates_nothing_in_a_steady_world);
  tcase_add_test(worlds, survives_refused_requests);
  suite_add_tcase(suite, worlds);
  tcase_set_timeout(parts, 60);
  tcase_add_test(parts, sorts_keys_of_all_kinds);
  tcase_add_test(parts, orders_entries_of_all_kinds);
  tcase_add_test(parts, all_forms_find_the_same_in_the_same_order);
  tcase_add_test(parts, between_finds_what_brute_force_does);
  tcase_add_test(parts, all_forms_locate_alike);
  suite_add_tcase(suite, parts);
  return suite;
}
