/* test_obb_tree_pairs.c: tree against tree, against all pairs of items. */
#include "obb_tree.h"

#include "tree_sets.h"

typedef struct pair_visits {
  uint8_t times[ITEMS_MAX][ITEMS_MAX];
  uint32_t total, end_after; /* end_after 0: never */
} pair_visits;

static bool note_pair(void *context, uint32_t a, uint32_t b) {
  pair_visits *v = context;
  v->times[a][b]++;
  return ++v->total != v->end_after;
}

/* Such that something of b lies on something of a. */
static carom__relative random_pose(uint64_t *random, const item_set *a, const item_set *b) {
  carom_vec3 at = a->boxes[test_below(random, a->count)].center;
  carom_vec3 from = b->boxes[test_below(random, b->count)].center;
  carom__relative pose = {at, mat3_identity()};
  if (test_below(random, 4)) pose.axes = quat_to_mat3(quat_normalize(test_quat(random)));
  pose.origin = vec3_sub(at, mat3_mul_vec3(&pose.axes, from));
  return pose;
}

static bool pairs_are_right(const item_set *a, const item_set *b, const pair_visits *v,
                            const carom__relative *pose) {
  for (uint32_t k = 0; k < b->count; k++) {
    carom_obb box = tree_box_in(&b->boxes[k], pose);
    for (uint32_t i = 0; i < a->count; i++)
      if (v->times[i][k] != (carom__obb_overlap(&a->boxes[i], &box) ? 1 : 0)) return false;
  }
  return true;
}

static bool early_end_is_right(const carom__obb_tree *a, const carom__obb_tree *b,
                               const carom__obb_tree_kernels *form, const carom__relative *pose,
                               const pair_visits *all) {
  static pair_visits some;
  memset(&some, 0, sizeof some);
  some.end_after = (all->total + 1) / 2;
  return !form->pairs(a, b, pose, note_pair, &some) && some.total == some.end_after;
}

/* One set of each kind against one of each other. */
START_TEST(pairs_of_trees_are_all_pairs_of_items) {
  static item_set a, b;
  static pair_visits v;
  for (int kinds = 0; kinds < KIND_COUNT * KIND_COUNT; kinds++) {
    for (int round = 0; round < test_scaled(5); round++) {
      uint64_t random = (uint64_t)(kinds * 100 + round);
      fill_set(&a, kinds / KIND_COUNT, random);
      fill_set(&b, kinds % KIND_COUNT, random + 50);
      carom__obb_tree *tree_a = build_tree(&a), *tree_b = build_tree(&b);
      carom__relative pose = random_pose(&random, &a, &b);
      memset(&v, 0, sizeof v);
      ck_assert(tree_form(_i)->pairs(tree_a, tree_b, &pose, note_pair, &v));
      bool right = pairs_are_right(&a, &b, &v, &pose);
      if (right && v.total > 0) right = early_end_is_right(tree_a, tree_b, tree_form(_i), &pose, &v);
      ck_assert_msg(right, "%s and %s, round %d", a.name, b.name, round);
      carom__obb_tree_destroy(tree_a);
      carom__obb_tree_destroy(tree_b);
    }
  }
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("obb_tree_pairs");
  TCase *tests = tcase_create("obb_tree_pairs");
  tcase_set_timeout(tests, 120);
  tcase_add_loop_test(tests, pairs_of_trees_are_all_pairs_of_items, 0, FORMS);
  suite_add_tcase(suite, tests);
  return suite;
}
