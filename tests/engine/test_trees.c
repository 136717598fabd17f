/* test_trees.c: bodies of many colliders have a tree over them. Results are the same without one, so this
 * looks inside the world. */
#include "objects.h"

#include "placed.h"

static const carom__obb_tree *tree_of(const carom_world *world, carom_body body) {
  return carom__body_tree(world, carom__id_index(body.bits));
}

static bool is_stale(const carom_world *world, carom_body body) {
  return world->bodies.flags.data[carom__id_index(body.bits)] & CAROM__BODY_TREE_STALE;
}

/* A row of `count` balls along x. */
static carom_body row(carom_world *world, carom_body_kind kind, int count, carom_collider *last) {
  carom_body body = support_body(world, kind, 0, 0, 0);
  for (int i = 0; i < count; i++) {
    carom_collider_def def = {.shape = carom_shape_sphere(0.4f), .pose.position = {(float)i, 0, 0}};
    *last = carom_collider_create(world, body, &def);
  }
  return body;
}

START_TEST(many_colliders_have_a_tree) {
  carom_world *world = support_world();
  carom_collider last;
  carom_body few = row(world, CAROM_STATIC, CAROM__TREE_MIN, &last);
  carom_body many = row(world, CAROM_STATIC, CAROM__TREE_MIN + 1, &last);
  carom_body moving = row(world, CAROM_KINEMATIC, 100, &last);
  ck_assert_ptr_null(tree_of(world, many));
  support_step(world);
  ck_assert_ptr_null(tree_of(world, few));
  ck_assert_ptr_nonnull(tree_of(world, many));
  ck_assert_ptr_nonnull(tree_of(world, moving));
  carom_world_destroy(world);
}
END_TEST

/* After a change of so few the tree may be another one. */
START_TEST(motion_keeps_a_tree_that_fits) {
  carom_world *world = support_world();
  carom_collider last;
  carom_body body = row(world, CAROM_KINEMATIC, CAROM__TREE_MIN + 1, &last);
  carom_local_pose aside = {{0, 5, 0}, {0, 0, 0, 1}};
  support_step(world);
  const carom__obb_tree *tree = tree_of(world, body);
  support_move(world, body, 7);
  support_step(world);
  ck_assert_ptr_eq(tree_of(world, body), tree);
  ck_assert_int_eq(carom_collider_set_local_pose(world, last, &aside), CAROM_OK);
  ck_assert(is_stale(world, body));
  support_step(world);
  ck_assert(!is_stale(world, body) && tree_of(world, body));
  ck_assert_int_eq(carom_collider_destroy(world, last), CAROM_OK);
  support_step(world);
  ck_assert_ptr_null(tree_of(world, body));
  carom_world_destroy(world);
}
END_TEST

static size_t changed_count(const carom__several *several) {
  return carom__bits_count(&several->changed, 0, several->changed.words.count);
}

/* All that was made of the others is as it was. */
static void step_keeps(carom_world *world, carom_body body, const carom__obb_tree *tree) {
  const carom__several *several = carom__body_boxed(world, carom__id_index(body.bits));
  ck_assert(several && is_stale(world, body) && changed_count(several) == 1);
  support_step(world);
  ck_assert(!is_stale(world, body) && changed_count(several) == 0);
  ck_assert_ptr_eq(carom__body_boxed(world, carom__id_index(body.bits)), several);
  ck_assert_ptr_eq(tree_of(world, body), tree);
}

START_TEST(one_change_among_many_keeps_tree_and_boxes) {
  carom_world *world = support_world();
  carom_collider last;
  carom_body body = row(world, CAROM_STATIC, 100, &last);
  carom_local_pose aside = {{0, 5, 0}, {0, 0, 0, 1}};
  support_step(world);
  const carom__obb_tree *tree = tree_of(world, body);
  carom_collider_set_local_pose(world, last, &aside);
  step_keeps(world, body, tree);
  carom_collider_destroy(world, last);
  step_keeps(world, body, tree);
  support_collider(world, body, carom_shape_sphere(1));
  step_keeps(world, body, tree);
  carom_world_destroy(world);
}
END_TEST

enum { PARTS = 60 };

/* Boxes all over a ball of radius 6. */
static carom_body cluster(carom_world *world, uint64_t *random, const carom_pose *pose) {
  carom_body_def def = {.pose = *pose};
  carom_body body = carom_body_create(world, &def);
  for (int i = 0; i < PARTS; i++) {
    carom_vec3 half = test_vec3(random, 0.1f, 1);
    carom_collider_def part = {.shape = carom_shape_box(half.x, half.y, half.z),
                               .pose = {test_vec3(random, -6, 6), test_quat(random)}};
    carom_collider_create(world, body, &part);
  }
  return body;
}

static size_t count_touching(const carom_world *world, const carom_body bodies[2]) {
  static placed parts[2 * PARTS];
  size_t count = placed_list(world, bodies, 2, parts, 2 * PARTS), touching = 0;
  ck_assert_uint_eq(count, 2 * PARTS);
  for (size_t i = 0; i < PARTS; i++)
    for (size_t k = PARTS; k < 2 * PARTS; k++) touching += placed_overlap(&parts[i], &parts[k]);
  return touching;
}

START_TEST(two_trees_find_all_that_touches) {
  uint64_t random = (uint64_t)_i;
  carom_world *world = support_world();
  carom_pose pose = {{_i % 2 ? 1e6 : 0, 0, 0}, test_quat(&random)};
  carom_body bodies[2] = {cluster(world, &random, &pose)};
  pose = (carom_pose){{pose.position.x + 4, 1, -2}, test_quat(&random)};
  bodies[1] = cluster(world, &random, &pose);
  support_step(world);
  ck_assert_ptr_nonnull(tree_of(world, bodies[0]));
  ck_assert_ptr_nonnull(tree_of(world, bodies[1]));
  ck_assert_uint_gt(support_contact_count(world), 0);
  ck_assert_uint_eq(support_contact_count(world), count_touching(world, bodies));
  carom_world_destroy(world);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("trees");
  TCase *tests = tcase_create("trees");
  tcase_add_test(tests, many_colliders_have_a_tree);
  tcase_add_test(tests, motion_keeps_a_tree_that_fits);
  tcase_add_test(tests, one_change_among_many_keeps_tree_and_boxes);
  tcase_add_loop_test(tests, two_trees_find_all_that_touches, 0, 20);
  suite_add_tcase(suite, tests);
  return suite;
}
