/* test_obb_tree.c: the tree's inside, and its queries with a box against tests of all items. */
#include "obb_tree.h"

#include "test_memory.h"
#include "tree_sets.h"

/* --- The inside --- */

static bool inside_is_right(const item_set *set, const carom__obb_tree *tree,
                            const carom__obb_tree_kernels *form) {
  (void)form;
  /* Full blocks: a seventh of the items, and a remainder on each of four levels. */
  if (tree->block_count > set->count / 7 + 5) return false;
  return count_below(tree, tree->root, set->boxes, 0) == (int)set->count;
}

START_TEST(blocks_hold_their_items_and_are_full) { check_all_sets(60, 0, inside_is_right); }
END_TEST

static float half_area(carom_vec3 half) { return half.x * half.y + half.y * half.z + half.z * half.x; }

/* Tiles on a slope: the boxes lie along the slope. */
START_TEST(neighbours_of_one_orientation_have_oriented_boxes) {
  static item_set set = {.count = 512};
  uint64_t random = 8;
  for (uint32_t i = 0; i < set.count; i++) set.boxes[i] = tile_item(&random, i);
  carom__obb_tree *tree = build_tree(&set);
  const carom__tree_block *root = &tree->blocks[tree->root];
  float tight = 0, straight = 0;
  for (int lane = 0; lane < CAROM__BOX_WIDTH; lane++) {
    carom_aabb bounds = box_block_get(&root->lanes, (uint32_t)lane);
    tight += half_area(tree_get_box(&root->boxes, lane).half);
    straight += half_area(vec3_scale(vec3_sub(bounds.max, bounds.min), 0.5f));
  }
  ck_assert_uint_eq(root->oriented, 1);
  ck_assert(tight < 0.6f * straight);
  carom__obb_tree_destroy(tree);
}
END_TEST

/* Of bodies turned at random hardly a block has. */
START_TEST(soups_have_straight_boxes) {
  static item_set set = {.count = 600};
  uint64_t random = 9;
  uint32_t oriented = 0;
  for (uint32_t i = 0; i < set.count; i++) set.boxes[i] = soup_item(&random, i);
  carom__obb_tree *tree = build_tree(&set);
  for (uint32_t i = 0; i < tree->block_count; i++) oriented += tree->blocks[i].oriented;
  ck_assert_uint_le(oriented, 2);
  carom__obb_tree_destroy(tree);
}
END_TEST

/* --- Queries with a box --- */

typedef struct visits {
  uint32_t times[ITEMS_MAX];
  uint32_t order[ITEMS_MAX];
  uint32_t total, end_after; /* end_after 0: never */
} visits;

static bool count_visit(void *context, uint32_t item) {
  visits *v = context;
  v->times[item]++;
  v->order[v->total++ % ITEMS_MAX] = item;
  return v->total != v->end_after;
}

static carom_obb random_query(uint64_t *random, const item_set *set) {
  const carom_obb *item = &set->boxes[test_below(random, set->count)];
  carom_vec3 at = vec3_add(item->center, test_vec3(random, -5, 5));
  switch (test_below(random, 6)) {
  case 0:
    return turned_box(random, at, test_vec3(random, 0, 1));
  case 1:
    return turned_box(random, at, vec3(test_uniform(random, 1, 30), 0.1f, 0.1f));
  case 2:
    return turned_box(random, at, test_vec3(random, 10, 50));
  case 3:
    return straight_box(item->center, origin);
  case 4:
    return (carom_obb){vec3_mad(item->center, item->axes.x, 2 * item->half.x), item->axes, item->half};
  default:
    return (carom_obb){vec3_mad(item->center, item->axes.y, item->half.y + 1), item->axes, vec3(1, 1, 1)};
  }
}

/* A box that overlaps every item. */
static carom_obb box_of_all(const item_set *set) {
  carom_aabb all = carom__obb_bounds(&set->boxes[0]);
  for (uint32_t i = 1; i < set->count; i++) all = aabb_union(all, carom__obb_bounds(&set->boxes[i]));
  return straight_box(vec3_lerp(all.min, all.max, 0.5f), vec3_sub(all.max, all.min));
}

static bool query_is_right(const item_set *set, const carom__obb_tree *tree,
                           const carom__obb_tree_kernels *form, const carom_obb *box) {
  visits v = {.total = 0};
  if (!form->query(tree, box, count_visit, &v)) return false;
  for (uint32_t i = 0; i < set->count; i++)
    if (v.times[i] != (carom__obb_overlap(&set->boxes[i], box) ? 1 : 0)) return false;
  return true;
}

static bool queries_are_right(const item_set *set, const carom__obb_tree *tree,
                              const carom__obb_tree_kernels *form) {
  uint64_t random = ~set->seed;
  for (int i = 0; i < 40; i++) {
    carom_obb box = random_query(&random, set);
    if (!query_is_right(set, tree, form, &box)) return false;
  }
  carom_obb all = box_of_all(set);
  return query_is_right(set, tree, form, &all);
}

START_TEST(box_queries_find_what_all_tests_find) { check_all_sets(60, _i, queries_are_right); }
END_TEST

/* Two that the overlap test says to touch though they are apart, by all that it may: a block must not part
 * them. */
static bool grazing_queries_are_right(const item_set *set, const carom__obb_tree *tree,
                                      const carom__obb_tree_kernels *form) {
  uint64_t random = ~set->seed;
  for (int i = 0; i < 100; i++) {
    const carom_obb *item = &set->boxes[test_below(&random, set->count)];
    carom_obb box = turned_box(&random, item->center, test_vec3(&random, 0, 2));
    carom_vec3 away = vec3_normalize_or(test_vec3(&random, -1, 1), vec3(1, 0, 0));
    float low = 0, high = 3 * (vec3_norm1(item->half) + vec3_norm1(box.half));
    for (int k = 0; k < 40; k++) {
      float middle = low + (high - low) / 2;
      box.center = vec3_mad(item->center, away, middle);
      if (carom__obb_overlap(item, &box))
        low = middle;
      else
        high = middle;
    }
    box.center = vec3_mad(item->center, away, low);
    if (!query_is_right(set, tree, form, &box)) return false;
  }
  return true;
}

START_TEST(blocks_hide_nothing_that_grazes) { check_all_sets(10, _i, grazing_queries_are_right); }
END_TEST

static bool visit_ends(const item_set *set, const carom__obb_tree *tree,
                       const carom__obb_tree_kernels *form) {
  carom_obb everything = box_of_all(set);
  visits all = {.total = 0}, again = {.total = 0};
  form->query(tree, &everything, count_visit, &all);
  carom__obb_tree *second = build_tree(set);
  tree_form(0)->query(second, &everything, count_visit, &again);
  carom__obb_tree_destroy(second);
  if (all.total != set->count || memcmp(&all, &again, sizeof all) != 0) return false;
  for (uint32_t end = 1; end <= set->count; end += 1 + end / 3) {
    visits some = {.total = 0, .end_after = end};
    if (form->query(tree, &everything, count_visit, &some) || some.total != end) return false;
    if (memcmp(some.order, all.order, end * sizeof *some.order) != 0) return false;
  }
  return true;
}

START_TEST(box_queries_end_early_and_keep_their_order) { check_all_sets(10, _i, visit_ends); }
END_TEST

/* --- The same on every processor and with every compiler --- */

static void add_to_hash(uint64_t *hash, uint32_t item) { *hash = (*hash ^ item) * 0x100000001B3u; }

static bool hash_visit(void *context, uint32_t item) {
  add_to_hash(context, item);
  return true;
}
static bool hash_pair(void *context, uint32_t a, uint32_t b) {
  add_to_hash(context, a);
  add_to_hash(context, b);
  return true;
}
static float hash_limited(void *context, uint32_t item, float limit) {
  add_to_hash(context, item);
  return limit * 0.99f;
}

/* Sequenced, where the arguments of a call may be computed in any order. */
static carom_obb sequenced_box(uint64_t *random, float thickness) {
  carom_vec3 center = test_vec3(random, -20, 20), half = test_vec3(random, 0.1f, 2);
  carom_quat turn = test_quat(random);
  half.z *= thickness;
  if (thickness == 0) center.z = 0.3f * center.x;
  return (carom_obb){center, quat_to_mat3(thickness == 0 ? (carom_quat){0.1f, 0.2f, 0.3f, 1} : turn), half};
}

static void hash_queries(const carom__obb_tree *tree, const carom__obb_tree_kernels *form, uint64_t *hash) {
  uint64_t random = 11;
  for (int i = 0; i < 100; i++) {
    carom_obb box = sequenced_box(&random, 1);
    carom_vec3 way = test_vec3(&random, -30, 30);
    carom__relative pose = {{way.z, way.x, way.y}, box.axes};
    form->query(tree, &box, hash_visit, hash);
    form->cast_ray(tree, box.center, way, hash_limited, hash);
    form->cast_box(tree, &box, way, hash_limited, hash);
    form->near_point(tree, box.center, 10, hash_limited, hash);
    if (i % 20 == 0) form->pairs(tree, tree, &pose, hash_pair, hash);
  }
}

/* The order of all visits, as one number: what builds a tree, or walks through it, may change it, but neither
 * a compiler nor a processor. */
START_TEST(all_visits_are_the_same_everywhere) {
  static item_set set = {.count = 600};
  uint64_t hash = 0xCBF29CE484222325u;
  for (int kind = 0; kind < 2; kind++) {
    uint64_t random = 10;
    for (uint32_t i = 0; i < set.count; i++) set.boxes[i] = sequenced_box(&random, kind ? 0 : 1);
    carom__obb_tree *tree = build_tree(&set);
    hash_queries(tree, tree_form(_i), &hash);
    carom__obb_tree_destroy(tree);
  }
  ck_assert_uint_eq(hash, 13119527698803203793u);
}
END_TEST

START_TEST(an_aabb_becomes_a_box_around_it) {
  uint64_t random = 3;
  for (int i = 0; i < 1000; i++) {
    carom_vec3 at = test_vec3(&random, -1, 1), size = test_vec3(&random, 0, 1);
    at = vec3_scale(at, test_log_uniform(&random, 1e-3f, 1e8f));
    size = vec3_scale(size, test_log_uniform(&random, 1e-6f, 1e5f));
    carom_aabb bounds = {at, vec3_add(at, size)};
    carom_obb box = carom__obb_of_aabb(&bounds), corner = straight_box(bounds.min, vec3(0, 0, 0));
    ck_assert(box_contains_box(&box, &corner));
    corner.center = bounds.max;
    ck_assert(box_contains_box(&box, &corner));
    ck_assert(vec3_norm1(box.half) <= 0.5f * vec3_norm1(size) + 1e-6f * (vec3_norm1(at) + vec3_norm1(size)));
  }
}
END_TEST

/* --- Memory --- */

START_TEST(building_survives_every_refused_request) {
  static item_set set;
  fill_set(&set, 0, 1);
  test_memory memory = {0};
  carom_allocator allocator = test_memory_allocator(&memory);
  carom_status status = CAROM_OUT_OF_MEMORY;
  carom__obb_tree *tree = NULL;
  size_t k = 0;
  while (status == CAROM_OUT_OF_MEMORY && k < 20) {
    ck_assert_ptr_null(tree);
    ck_assert(test_memory_is_clean(&memory));
    test_memory_fail_at(&memory, ++k);
    status = carom__obb_tree_build(&allocator, set.boxes, set.count, &tree);
  }
  ck_assert_int_eq(status, CAROM_OK);
  ck_assert_uint_gt(k, 1);
  ck_assert(inside_is_right(&set, tree, NULL));
  carom__obb_tree_destroy(tree);
  ck_assert(test_memory_is_clean(&memory));
  carom__obb_tree_destroy(NULL);
}
END_TEST

START_TEST(refuses_more_items_than_it_can_number) {
  carom_obb box = straight_box(origin, origin);
  carom__obb_tree *tree = NULL;
  ck_assert_int_eq(carom__obb_tree_build(NULL, &box, (size_t)1 << 31, &tree), CAROM_LIMIT);
  ck_assert_ptr_null(tree);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("obb_tree");
  TCase *tests = tcase_create("obb_tree");
  tcase_set_timeout(tests, 60);
  tcase_add_test(tests, blocks_hold_their_items_and_are_full);
  tcase_add_test(tests, neighbours_of_one_orientation_have_oriented_boxes);
  tcase_add_test(tests, soups_have_straight_boxes);
  tcase_add_loop_test(tests, box_queries_find_what_all_tests_find, 0, FORMS);
  tcase_add_loop_test(tests, blocks_hide_nothing_that_grazes, 0, FORMS);
  tcase_add_loop_test(tests, box_queries_end_early_and_keep_their_order, 0, FORMS);
  tcase_add_loop_test(tests, all_visits_are_the_same_everywhere, 0, FORMS);
  tcase_add_test(tests, an_aabb_becomes_a_box_around_it);
  tcase_add_test(tests, building_survives_every_refused_request);
  tcase_add_test(tests, refuses_more_items_than_it_can_number);
  suite_add_tcase(suite, tests);
  return suite;
}
