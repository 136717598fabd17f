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
  tcase_add_test(tests, other_shapes_have_no_surface);
  suite_add_tcase(suite, tests);
  return suite;
}
