/* test_gap.c: the brute force of the demo: answers that are known beforehand. */
#include "gap.h"

#include <math.h>

#include "testing.h"

static const gap_triangle triangle = {{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}};

static bool touches(carom_shape shape, carom_pose pose, double scale) {
  gap_solid solid = {0};
  ck_assert(gap_solid_set(&solid, &shape, 0, &pose, scale));
  bool answer = gap_touches(&solid, &triangle);
  gap_solid_free(&solid);
  return answer;
}

/* Along the normal, beside an edge, beside a corner, and beside the longest edge. */
START_TEST(a_ball_touches_within_its_radius) {
  static const carom_pos ways[] = {{1, 1, 1}, {2, -1, 0}, {-0.6, -0.8, 0}, {2 + 0.70711, 2 + 0.70711, 0}};
  static const carom_pos away[] = {{0, 0, 1}, {0, -1, 0}, {-0.6, -0.8, 0}, {0.70711, 0.70711, 0}};
  for (int i = 0; i < 4; i++) {
    carom_pose out = {.position = ways[i]}, in = out;
    out.position.x += 0.002 * away[i].x, out.position.y += 0.002 * away[i].y,
        out.position.z += 0.002 * away[i].z;
    in.position.x -= 0.002 * away[i].x, in.position.y -= 0.002 * away[i].y,
        in.position.z -= 0.002 * away[i].z;
    ck_assert_msg(!touches(carom_shape_sphere(1), out, 1), "place %d", i);
    ck_assert_msg(touches(carom_shape_sphere(1), in, 1), "place %d", i);
    ck_assert_msg(!touches(carom_shape_sphere(1), in, 0.99), "place %d, smaller", i);
    ck_assert_msg(touches(carom_shape_sphere(1), out, 1.01), "place %d, larger", i);
  }
}
END_TEST

/* A cube on its corner reaches down by half its diagonal, and cuts through the triangle when it is lower. */
START_TEST(a_box_touches_with_its_corner) {
  const carom_shape box = carom_shape_box(1, 1, 1);
  const double reach = 1.7320508;
  /* Turns the diagonal onto the z axis. */
  carom_quat turn = {-0.3250576f, 0.3250576f, 0, 0.8880738f};
  for (int i = 0; i < 20; i++) {
    double height = -1.9 + 0.2 * i;
    bool expected = height < reach && height > -reach;
    ck_assert_msg(touches(box, (carom_pose){{1, 1, height}, turn}, 1) == expected, "height %g", height);
  }
}
END_TEST

START_TEST(a_capsule_touches_with_its_side) {
  const carom_shape capsule = carom_shape_capsule((carom_vec3){-9, 0, 0}, (carom_vec3){9, 0, 0}, 0.5f);
  ck_assert(touches(capsule, (carom_pose){.position = {0, 1, 0.49}}, 1));
  ck_assert(!touches(capsule, (carom_pose){.position = {0, 1, 0.51}}, 1));
  ck_assert(!touches(capsule, (carom_pose){.position = {0, -0.51, 0}}, 1));
  ck_assert(touches(capsule, (carom_pose){.position = {12.6, 1, 0}}, 1));
  ck_assert(!touches(capsule, (carom_pose){.position = {12.8, 1, 0}}, 1));
}
END_TEST

START_TEST(a_hull_counts_and_a_cone_does_not) {
  const float points[] = {0, 0, 0, 1, 0, 1, 0, 1, 1, -1, -1, 1};
  carom_hull *hull;
  gap_solid solid = {0};
  const carom_shape cone = carom_shape_cone(1, 1);
  ck_assert_int_eq(carom_hull_from_points(NULL, points, 4, 0, &hull), CAROM_OK);
  ck_assert(touches(carom_shape_hull(hull), (carom_pose){.position = {1, 1, -0.01}}, 1));
  ck_assert(!touches(carom_shape_hull(hull), (carom_pose){.position = {1, 1, 0.01}}, 1));
  ck_assert(!touches(carom_shape_hull(hull), (carom_pose){.position = {1, 1, -1.01}}, 1));
  ck_assert(!gap_solid_set(&solid, &cone, 0, &(carom_pose){.position = {0, 0, 0}}, 1));
  gap_solid_free(&solid);
  carom_hull_release(hull);
}
END_TEST

/* A ball in a turned compound: the second child, which is moved along x and with the compound along y. */
START_TEST(a_compound_is_its_children) {
  const carom_compound_child children[2] = {{.shape = carom_shape_sphere(1)},
                                            {.shape = carom_shape_sphere(0.5f), .pose.position = {3, 0, 0}}};
  const carom_compound_def def = {.children = children, .child_count = 2};
  const carom_pose pose = {{0, 1, 0.49}, {0, 0, 0.70710678f, 0.70710678f}};
  carom_compound *compound = NULL;
  ck_assert_int_eq(carom_compound_create(NULL, &def, NULL, &compound), CAROM_OK);
  const carom_shape shape = carom_shape_compound(compound), ball = carom_shape_sphere(1);
  ck_assert(gap_solid_count(&shape) == 2 && gap_solid_count(&ball) == 1);
  gap_solid solid = {0};
  ck_assert(gap_solid_set(&solid, &shape, 1, &pose, 0.5));
  ck_assert(solid.count == 2 && solid.radius == 0.25);
  ck_assert(fabs(solid.points[0].x) < 1e-6 && fabs(solid.points[0].y - 4) < 1e-6 &&
            solid.points[0].z == 0.49);
  gap_solid_free(&solid);
  carom_compound_release(compound);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("gap");
  TCase *tests = tcase_create("gap");
  tcase_add_test(tests, a_ball_touches_within_its_radius);
  tcase_add_test(tests, a_box_touches_with_its_corner);
  tcase_add_test(tests, a_capsule_touches_with_its_side);
  tcase_add_test(tests, a_hull_counts_and_a_cone_does_not);
  tcase_add_test(tests, a_compound_is_its_children);
  suite_add_tcase(suite, tests);
  return suite;
}
