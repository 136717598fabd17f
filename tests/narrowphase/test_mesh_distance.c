/* test_mesh_distance.c: distances of meshes of any scale and radius against those of each triangle
 * alone. */
#include "any_kind.h"
#include "hulls.h"
#include "kinds.h"
#include "meshes.h"
#include "pair_call.h"
#include "placed.h"
#include "triangle_nearest.h"

enum { TRIANGLES = 50 };

typedef struct scene {
  uint64_t random;
  soup soup;
  carom_mesh *asset;
  carom_shape mesh, other;
  carom_pose at, other_at;
} scene;

static soup make_soup(scene *s, int i) {
  if (i % 3 == 0) return soup_random(&s->random, TRIANGLES, 1);
  if (i % 3 == 1) return soup_degenerate(&s->random, TRIANGLES, 4);
  return soup_field(&s->random, 6, 0.3f);
}

static scene make_scene(int i) {
  scene s = {.random = (uint64_t)i * 6151 + 7};
  s.soup = make_soup(&s, i);
  s.asset = soup_mesh(&s.soup, i % 2 ? CAROM_MESH_ONE_SIDED : CAROM_MESH_TWO_SIDED, NULL);
  s.mesh = carom_shape_mesh(s.asset);
  return s;
}

static void end_scene(scene *s) {
  carom_mesh_release(s->asset);
  soup_free(&s->soup);
}

/* Every other mesh is as large as its asset, others are scaled and mirrored, and some are round. */
static void change_mesh(scene *s) {
  carom_vec3 scale = test_vec3(&s->random, 0.3f, 2);
  if (test_below(&s->random, 2)) scale = vec3(1, 1, 1);
  for (int k = 0; k < 3; k++)
    if (scale.x != 1 && test_below(&s->random, 4) == 0) (&scale.x)[k] *= -1;
  s->mesh.geometry.mesh.scale = scale;
  s->mesh.geometry.mesh.radius = test_below(&s->random, 3) ? 0 : 0.1f;
}

static carom_pos pos_about(scene *s, float far) {
  carom_vec3 p = test_vec3(&s->random, -far, far);
  return (carom_pos){(double)p.x, (double)p.y, (double)p.z};
}

static void place(scene *s) {
  float far = s->asset->bounds.max.x > 3 ? 8 : 3;
  s->at = (carom_pose){pos_about(s, 5), test_quat(&s->random)};
  s->other_at = (carom_pose){pos_about(s, far), test_quat(&s->random)};
  s->other_at.position.x += s->at.position.x;
  s->other_at.position.y += s->at.position.y;
  s->other_at.position.z += s->at.position.z;
}

/* --- Shapes --- */

typedef struct least {
  carom__site other;
  const carom_frame *frame;
  float distance;
} least;

static bool measure_alone(void *context, const carom__piece *piece) {
  least *l = context;
  carom__site triangle = {&piece->shape, l->frame};
  carom_distance_result found;
  ck_assert_int_eq(carom__call_distance(triangle, l->other, NULL, &found), CAROM_OK);
  l->distance = fminf(l->distance, found.distance);
  return true;
}

static const carom_obb everywhere = {{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {1e3f, 1e3f, 1e3f}};

static float least_distance(const scene *s) {
  carom_frame frame = pose_to_frame(&s->at), other_frame = pose_to_frame(&s->other_at);
  least l = {{&s->other, &other_frame}, &frame, HUGE_VALF};
  carom__shape_class_of(s->mesh.kind)->walk(&s->mesh, &everywhere, measure_alone, &l);
  return l.distance;
}

static const double NEAR = 1e-5;

static void check_points(const carom_distance_result *found) {
  carom_vec3 way = pos_sub(found->point_b, found->point_a);
  ck_assert_double_eq_tol((double)vec3_length(way), (double)found->distance, NEAR);
  if (found->distance > 0.01f)
    ck_assert_double_eq_tol((double)vec3_dot(way, found->normal), (double)found->distance, NEAR);
}

static void check_distance(const scene *s) {
  carom_distance_result found, back;
  bool overlap;
  float truth = least_distance(s);
  ck_assert_int_eq(carom_distance(&s->mesh, &s->at, &s->other, &s->other_at, &found), CAROM_OK);
  ck_assert_int_eq(carom_distance(&s->other, &s->other_at, &s->mesh, &s->at, &back), CAROM_OK);
  ck_assert_int_eq(carom_overlap(&s->mesh, &s->at, &s->other, &s->other_at, &overlap), CAROM_OK);
  ck_assert_double_eq_tol((double)found.distance, (double)truth, NEAR);
  ck_assert_double_eq_tol((double)back.distance, (double)truth, NEAR);
  ck_assert_int_eq(found.distance == 0, overlap);
  if ((double)truth > NEAR || truth == 0) ck_assert_int_eq(overlap, truth == 0);
  if (overlap) return;
  check_points(&found);
  check_points(&back);
}

START_TEST(distances_are_those_of_the_nearest_triangle) {
  scene s = make_scene(_i);
  for (int kind = 0; kind < SPATIAL_KINDS; kind++)
    for (int n = 0; n < test_scaled(100); n++) {
      float size = test_log_uniform(&s.random, 0.05f, 1.5f);
      s.other = kind_random(&s.random, spatial_kind((uint32_t)kind), size);
      change_mesh(&s);
      place(&s);
      check_distance(&s);
      kind_release(&s.other);
    }
  end_scene(&s);
}
END_TEST

/* Hulls that hardly reach into the corners of their boxes. */
START_TEST(hulls_like_balls_are_as_near_as_the_nearest_triangle) {
  scene s = make_scene(_i);
  for (int n = 0; n < test_scaled(200); n++) {
    float size = test_log_uniform(&s.random, 0.05f, 1.5f);
    carom_hull *hull = test_ball_hull(&s.random, 12 + test_below(&s.random, 28), size);
    s.other = carom_shape_hull(hull);
    s.other.geometry.hull.radius = n % 3 ? 0 : 0.05f;
    change_mesh(&s);
    place(&s);
    check_distance(&s);
    carom_hull_release(hull);
  }
  end_scene(&s);
}
END_TEST

/* Boxes that are at right angles to what they meet, and touch it but for rounding. */
START_TEST(boxes_at_right_angles_are_as_near_as_the_nearest_triangle) {
  scene s = make_scene(3 * _i + 1);
  s.at = (carom_pose){.rotation = {0, 0, 0, 1}};
  for (int n = 0; n < test_scaled(500); n++) {
    float x = 0.5f * (float)test_below(&s.random, 4), y = 0.5f * (float)test_below(&s.random, 4);
    s.other = carom_shape_box(x + 0.5f, y + 0.5f, 0.5f);
    carom_vec3 p = test_vec3(&s.random, -4, 8);
    s.other_at =
        (carom_pose){{floor((double)p.x), floor((double)p.y), 0.5 * floor((double)p.z)}, {0, 0, 0, 1}};
    if (test_below(&s.random, 3) == 0) s.other_at.position.x += 1e-7;
    check_distance(&s);
  }
  end_scene(&s);
}
END_TEST

/* --- Points --- */

typedef struct least_point {
  carom__dvec3 p;
  double distance;
} least_point;

static bool measure_point(void *context, const carom__piece *piece) {
  least_point *l = context;
  carom__dvec3 at = carom__triangle_nearest(shape_triangle(&piece->shape), l->p);
  l->distance = fmin(l->distance, dvec3_length(dvec3_sub(l->p, at)));
  return true;
}

/* Rounding that goes with the size of the triangles decides what touches a ball that is smaller than it: both
 * calls must look at the same triangles. */
START_TEST(tiny_balls_on_huge_meshes_touch_or_are_apart) {
  uint64_t random = 1000 + (uint64_t)_i;
  int touching = 0;
  for (int i = 0; i < 100 + test_scaled(4000); i++) {
    carom_shape mesh = rough_random(&random, CAROM_MESH, 4.9e5f), ball = carom_shape_sphere(1e-4f);
    carom_pose at = {.rotation = test_quat(&random)}, center = {.rotation = {0, 0, 0, 1}};
    carom_distance_result apart;
    bool overlap = false;
    center.position.x = (double)test_log_uniform(&random, 1e-6f, 1);
    ck_assert_int_eq(carom_overlap(&mesh, &at, &ball, &center, &overlap), CAROM_OK);
    ck_assert_int_eq(carom_distance(&mesh, &at, &ball, &center, &apart), CAROM_OK);
    ck_assert_int_eq(overlap, apart.distance == 0);
    touching += overlap;
    kind_release(&mesh);
  }
  ck_assert_int_gt(touching, 0);
}
END_TEST

START_TEST(points_are_as_near_as_the_nearest_triangle) {
  scene s = make_scene(_i);
  for (int n = 0; n < test_scaled(1000); n++) {
    change_mesh(&s);
    place(&s);
    carom_frame frame = pose_to_frame(&s.at);
    least_point l = {dvec3_widen(frame_unapply(&frame, s.other_at.position)), HUGE_VAL};
    carom_point_distance found;
    carom__shape_class_of(s.mesh.kind)->walk(&s.mesh, &everywhere, measure_point, &l);
    ck_assert_int_eq(carom_distance_to_point(&s.mesh, &s.at, &s.other_at.position, &found), CAROM_OK);
    double truth = fmax(l.distance - (double)s.mesh.geometry.mesh.radius, 0);
    ck_assert_double_eq_tol((double)found.distance, truth, NEAR);
  }
  end_scene(&s);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("mesh_distance");
  TCase *tests = tcase_create("a mesh and its triangles");
  tcase_set_timeout(tests, 300);
  tcase_add_loop_test(tests, distances_are_those_of_the_nearest_triangle, 0, 12);
  tcase_add_loop_test(tests, hulls_like_balls_are_as_near_as_the_nearest_triangle, 0, 12);
  tcase_add_loop_test(tests, boxes_at_right_angles_are_as_near_as_the_nearest_triangle, 0, 6);
  tcase_add_loop_test(tests, tiny_balls_on_huge_meshes_touch_or_are_apart, 0, 2);
  tcase_add_loop_test(tests, points_are_as_near_as_the_nearest_triangle, 0, 12);
  suite_add_tcase(suite, tests);
  return suite;
}
