/* test_surface.c: the demo's brute force for meshes that move: boxes as meshes, of which the answers are
 * known beforehand. */
#include "surface.h"

#include <math.h>

#include "testing.h"

/* Each face of a box in so many squares along an edge, of two triangles each. */
enum { SQUARES = 6 };

static carom_mesh *box_mesh(carom_mesh_sides sides) {
  enum { TRIANGLES = 6 * SQUARES * SQUARES * 2 };
  static float vertices[9 * TRIANGLES];
  static uint32_t numbers[3 * TRIANGLES];
  static const int corner[2][6] = {{0, 1, 1, 0, 1, 0}, {0, 0, 1, 0, 1, 1}};
  size_t count = 0;
  for (int face = 0; face < 6; face++) {
    for (int square = 0; square < SQUARES * SQUARES; square++) {
      for (int k = 0; k < 6; k++, count++) {
        bool turned = face % 2 == 0;
        int u = square % SQUARES + corner[turned][k], v = square / SQUARES + corner[!turned][k];
        float *p = vertices + 3 * count;
        p[face / 2] = face % 2 ? 1 : -1;
        p[(face / 2 + 1) % 3] = 2 * (float)u / SQUARES - 1;
        p[(face / 2 + 2) % 3] = 2 * (float)v / SQUARES - 1;
        numbers[count] = (uint32_t)count;
      }
    }
  }
  const carom_mesh_def def = {.vertices = vertices,
                              .vertex_count = count,
                              .triangles = numbers,
                              .triangle_count = count / 3,
                              .sides = sides};
  carom_mesh *mesh = NULL;
  ck_assert_int_eq(carom_mesh_create(NULL, &def, NULL, &mesh), CAROM_OK);
  return mesh;
}

static surface_touch ball_at(const surface *s, carom_pos at, double radius) {
  gap_solid smaller = {&at, 1, 1, radius * 0.99}, larger = {&at, 1, 1, radius};
  const carom_pose pose = {{100, 0, 0}, {0, 0, 0.70710678f, 0.70710678f}};
  at = gap_placed(&pose, at);
  return surface_meets_solid(s, &pose, &smaller, &larger);
}

/* A ball against a box of half sizes 2, 1 and 3. */
START_TEST(a_ball_meets_a_box) {
  for (int solid = 0; solid < 2; solid++) {
    carom_mesh *mesh = box_mesh(solid ? CAROM_MESH_SOLID : CAROM_MESH_TWO_SIDED);
    const carom_shape shape = carom_shape_scaled_mesh(mesh, (carom_vec3){2, 1, 3}, 0);
    surface *s = surface_new(&shape);
    ck_assert(fabs(surface_reach(s) - sqrt(14)) < 1e-12);
    ck_assert_int_eq(ball_at(s, (carom_pos){2.6, 0, 0}, 0.5), SURFACE_APART);
    ck_assert_int_eq(ball_at(s, (carom_pos){2.498, 0.3, -1}, 0.5), SURFACE_UNSURE);
    ck_assert_int_eq(ball_at(s, (carom_pos){2.4, -0.3, 1}, 0.5), SURFACE_TOUCHED);
    ck_assert_int_eq(ball_at(s, (carom_pos){0.5, 0.1, -3.3}, 0.5), SURFACE_TOUCHED);
    ck_assert_int_eq(ball_at(s, (carom_pos){0.51, 0.07, 0.2}, 0.5), solid ? SURFACE_TOUCHED : SURFACE_APART);
    ck_assert_int_eq(ball_at(s, (carom_pos){0.51, 0.07, 3.6}, 0.5), SURFACE_APART);
    ck_assert_int_eq(ball_at(s, (carom_pos){0.51, 0.07, -3.6}, 0.5), SURFACE_APART);
    surface_free(s);
    carom_mesh_release(mesh);
  }
}
END_TEST

/* Two boxes, one of which stands on an edge: it reaches to the left by the square root of 2. */
START_TEST(a_box_meets_a_box) {
  static const struct {
    double x;
    surface_touch expected;
  } cases[] = {{2.5, SURFACE_APART},    {2.4145, SURFACE_UNSURE},  {2.4, SURFACE_TOUCHED},
               {-2.4, SURFACE_TOUCHED}, {-2.4145, SURFACE_UNSURE}, {-2.5, SURFACE_APART}};
  carom_mesh *mesh = box_mesh(CAROM_MESH_SOLID);
  const carom_shape shape = carom_shape_mesh(mesh);
  surface *s = surface_new(&shape);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const carom_pose at = {{1e5, 0, 0}, {0, 0, 0, 1}};
    const carom_pose turned = {{1e5 + cases[i].x, 0.1, 0.05}, {0, 0, 0.38268343f, 0.92387953f}};
    ck_assert_msg(surface_meets_surface(s, &at, s, &turned, 0.001) == cases[i].expected, "case %zu", i);
    ck_assert_msg(surface_meets_surface(s, &turned, s, &at, 0.001) == cases[i].expected, "case %zu", i);
  }
  surface_free(s);
  carom_mesh_release(mesh);
}
END_TEST

START_TEST(a_small_box_lies_in_a_large_one) {
  carom_mesh *mesh = box_mesh(CAROM_MESH_SOLID), *hollow = box_mesh(CAROM_MESH_TWO_SIDED);
  const carom_shape shape = carom_shape_mesh(mesh);
  const carom_shape shell = carom_shape_mesh(hollow);
  const carom_shape less = carom_shape_scaled_mesh(mesh, (carom_vec3){0.3f, 0.3f, 0.3f}, 0);
  const carom_pose at = {{0, 0, 0}, {0, 0, 0, 1}},
                   near = {{0.11, -0.23, 0.31}, {0.1f, 0.2f, 0.3f, 0.9273618f}};
  surface *large = surface_new(&shape), *small = surface_new(&less), *empty = surface_new(&shell);
  ck_assert_int_eq(surface_meets_surface(large, &at, small, &near, 0.001), SURFACE_TOUCHED);
  ck_assert_int_eq(surface_meets_surface(small, &near, large, &at, 0.001), SURFACE_TOUCHED);
  ck_assert_int_eq(surface_meets_surface(empty, &at, small, &near, 0.001), SURFACE_APART);
  surface_free(large);
  surface_free(small);
  surface_free(empty);
  carom_mesh_release(mesh);
  carom_mesh_release(hollow);
}
END_TEST

/* --- Random boxes, as carom sees them --- */

static carom_pose random_pose(uint64_t *random, float far) {
  const carom_vec3 p = test_vec3(random, -far, far);
  return (carom_pose){{50 + (double)p.x, (double)p.y, (double)p.z}, test_quat(random)};
}

static double gap_of(const carom_shape *a, const carom_pose *at_a, const carom_shape *b,
                     const carom_pose *at_b) {
  carom_distance_result found;
  ck_assert_int_eq(carom_signed_distance(a, at_a, b, at_b, &found), CAROM_OK);
  return (double)found.distance;
}

/* Boxes of unlike sides that are solid: they touch when they overlap, also when one is in the other. */
START_TEST(random_boxes_meet_as_boxes_do) {
  uint64_t random = 9;
  carom_mesh *mesh = box_mesh(CAROM_MESH_SOLID);
  const carom_vec3 half[2] = {{1, 0.5f, 2}, {0.4f, 0.7f, 0.3f}};
  carom_shape boxes[2];
  surface *surfaces[2];
  int met = 0;
  for (int i = 0; i < 2; i++) {
    const carom_shape shape = carom_shape_scaled_mesh(mesh, half[i], 0);
    boxes[i] = carom_shape_box(half[i].x, half[i].y, half[i].z);
    surfaces[i] = surface_new(&shape);
  }
  for (int i = 0; i < test_scaled(2000); i++) {
    const carom_pose a = random_pose(&random, 1), b = random_pose(&random, 1);
    double gap = gap_of(&boxes[0], &a, &boxes[1], &b);
    if (fabs(gap) < 1e-3) continue;
    surface_touch expected = gap < 0 ? SURFACE_TOUCHED : SURFACE_APART;
    ck_assert_int_eq(surface_meets_surface(surfaces[0], &a, surfaces[1], &b, 1e-4), expected);
    gap_solid smaller = {.count = 0}, larger = {.count = 0};
    gap_solid_set(&smaller, &boxes[1], 0, &b, 0.9999);
    gap_solid_set(&larger, &boxes[1], 0, &b, 1);
    ck_assert_int_eq(surface_meets_solid(surfaces[0], &a, &smaller, &larger), expected);
    gap_solid_free(&smaller);
    gap_solid_free(&larger);
    met += gap < 0;
  }
  ck_assert_int_gt(met, test_scaled(2000) / 4);
  for (int i = 0; i < 2; i++) surface_free(surfaces[i]);
  carom_mesh_release(mesh);
}
END_TEST

START_TEST(other_shapes_have_no_surface) {
  const carom_shape box = carom_shape_box(1, 1, 1);
  ck_assert_ptr_null(surface_new(&box));
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("surface");
  TCase *tests = tcase_create("surface");
  tcase_add_test(tests, a_ball_meets_a_box);
  tcase_add_test(tests, a_box_meets_a_box);
  tcase_add_test(tests, a_small_box_lies_in_a_large_one);
  tcase_add_test(tests, random_boxes_meet_as_boxes_do);
  tcase_add_test(tests, other_shapes_have_no_surface);
  suite_add_tcase(suite, tests);
  return suite;
}
