/* test_trees.c: bodies of many colliders have a tree over them. Results are the same without one, so this
 * looks inside the world. */
#include "state.h"

#include "support.h"

static const carom__obb_tree *tree_of(const carom_world *world, carom_body body) {
  return world->bodies.rest.data[carom__id_index(body.bits)].tree;
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

START_TEST(motion_keeps_a_tree_and_change_does_not) {
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

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("trees");
  TCase *tests = tcase_create("trees");
  tcase_add_test(tests, many_colliders_have_a_tree);
  tcase_add_test(tests, motion_keeps_a_tree_and_change_does_not);
  suite_add_tcase(suite, tests);
  return suite;
}
