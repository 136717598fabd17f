/* test_obb_tree_change.c: trees whose items come and go answer like fresh ones, and stay sound inside.
 */
#include "obb_tree.h"

#include "test_memory.h"
#include "tree_sets.h"

/* --- What is in the tree --- */

typedef struct live_set {
  carom_obb boxes[ITEMS_MAX];
  bool in[ITEMS_MAX];
  uint32_t count;
} live_set;

static bool mark_visit(void *context, uint32_t item) {
  uint32_t *times = context;
  times[item]++;
  return true;
}

static bool query_finds_the_live(const live_set *live, const carom__obb_tree *tree, const carom_obb *box) {
  uint32_t times[ITEMS_MAX] = {0};
  carom__obb_tree_query(tree, box, mark_visit, times);
  for (uint32_t i = 0; i < ITEMS_MAX; i++)
    if (times[i] != (live->in[i] && carom__obb_overlap(&live->boxes[i], box) ? 1 : 0)) return false;
  return true;
}

static bool tree_is_right(const live_set *live, const carom__obb_tree *tree, uint64_t *random) {
  if (tree->count != live->count) return false;
  if (count_below(tree, tree->root, live->boxes, 0) != (int)live->count) return false;
  for (int i = 0; i < 4; i++) {
    carom_vec3 at = live->boxes[test_below(random, ITEMS_MAX)].center;
    carom_obb box = turned_box(random, at, vec3_scale(test_vec3(random, 0, 1), test_uniform(random, 0, 20)));
    if (!query_finds_the_live(live, tree, &box)) return false;
  }
  return true;
}

/* All items of a kind, of which the first `count` are in a fresh tree. */
static carom__obb_tree *open_live(live_set *live, int kind, uint32_t count, uint64_t *random) {
  carom__obb_tree *tree = NULL;
  memset(live, 0, sizeof *live);
  for (uint32_t i = 0; i < ITEMS_MAX; i++) live->boxes[i] = set_kinds[kind].item(random, i);
  for (uint32_t i = 0; i < count; i++) live->in[i] = true;
  live->count = count;
  ck_assert_int_eq(carom__obb_tree_build(NULL, live->boxes, count, &tree), CAROM_OK);
  return tree;
}

/* --- Coming and going --- */

static void toggle(live_set *live, carom__obb_tree *tree, uint32_t item) {
  if (live->in[item])
    carom__obb_tree_remove(tree, item);
  else
    ck_assert_int_eq(carom__obb_tree_insert(tree, item, &live->boxes[item]), CAROM_OK);
  live->in[item] = !live->in[item];
  live->count += live->in[item] ? 1u : (uint32_t)-1;
}

START_TEST(items_come_and_go) {
  static live_set live;
  for (int round = 0; round < test_scaled(20); round++) {
    uint64_t random = (uint64_t)round;
    uint32_t start = test_below(&random, 2) ? 0 : random_count(&random);
    carom__obb_tree *tree = open_live(&live, _i, start, &random);
    for (int step = 0; step < 400; step++) {
      toggle(&live, tree, test_below(&random, ITEMS_MAX));
      if (step % 20 == 0)
        ck_assert_msg(tree_is_right(&live, tree, &random), "%s, round %d", set_kinds[_i].name, round);
    }
    carom__obb_tree_destroy(tree);
  }
}
END_TEST

/* From nothing to all and back, in order and against it: no level too many, and no block left over. */
START_TEST(trees_grow_from_nothing_and_shrink_to_it) {
  static live_set live;
  uint64_t random = 1;
  carom__obb_tree *tree = open_live(&live, _i, 0, &random);
  for (int round = 0; round < 3; round++) {
    for (uint32_t i = 0; i < ITEMS_MAX; i++) toggle(&live, tree, i);
    ck_assert(tree_is_right(&live, tree, &random));
    ck_assert_uint_le(tree->blocks[tree->root].height, 6);
    for (uint32_t i = 0; i < ITEMS_MAX; i++) toggle(&live, tree, round % 2 ? ITEMS_MAX - 1 - i : i);
    ck_assert(tree_is_right(&live, tree, &random));
    ck_assert_uint_eq(tree->blocks[tree->root].height, 0);
  }
  ck_assert_uint_le(tree->block_count, ITEMS_MAX);
  carom__obb_tree_destroy(tree);
}
END_TEST

/* Whoever adds and removes in one place all the time gets no endless tree. */
START_TEST(wear_is_bounded) {
  static live_set live;
  uint64_t random = 2;
  carom__obb_tree *tree = open_live(&live, 0, 60, &random);
  for (int step = 0; step < 20000; step++) {
    uint32_t item = 60 + (uint32_t)step % 64;
    toggle(&live, tree, item);
    ck_assert_uint_lt(tree->blocks[tree->root].height, 8);
    ck_assert_uint_lt(tree->block_count, 200);
  }
  ck_assert(tree_is_right(&live, tree, &random));
  carom__obb_tree_destroy(tree);
}
END_TEST

/* --- Memory --- */

static void insert_while_refused(carom__obb_tree *tree, test_memory *memory, live_set *live, uint32_t item) {
  uint64_t random = item;
  carom_status status = CAROM_OUT_OF_MEMORY;
  for (size_t k = 1; status == CAROM_OUT_OF_MEMORY && k < 20; k++) {
    test_memory_fail_at(memory, memory->requests + k);
    status = carom__obb_tree_insert(tree, item, &live->boxes[item]);
    if (status) ck_assert(tree_is_right(live, tree, &random));
  }
  test_memory_fail_at(memory, 0);
  ck_assert_int_eq(status, CAROM_OK);
  live->in[item] = true;
  live->count++;
  ck_assert(tree_is_right(live, tree, &random));
}

START_TEST(inserting_survives_every_refused_request) {
  static live_set live;
  uint64_t random = 5;
  test_memory memory = {0};
  carom_allocator allocator = test_memory_allocator(&memory);
  carom__obb_tree *tree = open_live(&live, 0, 0, &random);
  carom__obb_tree_destroy(tree);
  ck_assert_int_eq(carom__obb_tree_build(&allocator, NULL, 0, &tree), CAROM_OK);
  for (uint32_t item = 0; item < 300; item++) insert_while_refused(tree, &memory, &live, item);
  ck_assert_int_eq(carom__obb_tree_insert(tree, 0x80000000u, &live.boxes[0]), CAROM_LIMIT);
  carom__obb_tree_destroy(tree);
  ck_assert(test_memory_is_clean(&memory));
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("obb_tree_change");
  TCase *tests = tcase_create("obb_tree_change");
  tcase_set_timeout(tests, 120);
  tcase_add_loop_test(tests, items_come_and_go, 0, KIND_COUNT);
  tcase_add_loop_test(tests, trees_grow_from_nothing_and_shrink_to_it, 0, KIND_COUNT);
  tcase_add_test(tests, wear_is_bounded);
  tcase_add_test(tests, inserting_survives_every_refused_request);
  suite_add_tcase(suite, tests);
  return suite;
}
