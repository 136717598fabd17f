/* test_mesh_pairs.c: shapes of all kinds against meshes whose answers are known otherwise: the surface of a
 * hull as a mesh, against the hull. */
#include "carom/cast.h"
#include "carom/patch.h"

#include "any_kind.h"
#include "kinds.h"
#include "testing.h"

enum { MOST_TRIANGLES = 128 };

/* A hull and its surface. */
typedef struct twins {
  uint64_t random;
  carom_shape hull, mesh;
  carom_mesh *asset;
  int asked, unproved; /* times of impact */
} twins;

static carom_mesh *surface_of(const carom_hull *hull, carom_mesh_sides sides) {
  uint32_t indices[MOST_TRIANGLES][3], count = 0;
  carom_hull_view view;
  carom_mesh *mesh = NULL;
  ck_assert_int_eq(carom_hull_describe(hull, &view), CAROM_OK);
  for (uint32_t f = 0; f < view.face_count; f++)
    for (uint32_t i = view.face_starts[f] + 2; i < view.face_starts[f + 1]; i++, count++) {
      indices[count][0] = view.loops[view.face_starts[f]];
      indices[count][1] = view.loops[i - 1], indices[count][2] = view.loops[i];
    }
  carom_mesh_def def = {.vertices = &view.vertices->x,
                        .vertex_count = view.vertex_count,
                        .triangles = indices,
                        .triangle_count = count,
                        .sides = sides};
  ck_assert_int_eq(carom_mesh_create(NULL, &def, NULL, &mesh), CAROM_OK);
  return mesh;
}

static twins make_twins(int seed, carom_mesh_sides sides) {
  twins t = {.random = (uint64_t)seed * 7919 + 11};
  do t.hull = kind_random(&t.random, CAROM_HULL, 1);
  while (t.hull.geometry.hull.radius > 0 && (kind_release(&t.hull), true));
  t.asset = surface_of(t.hull.geometry.hull.asset, sides);
  t.mesh = carom_shape_mesh(t.asset);
  return t;
}

static void end_twins(twins *t) {
  kind_release(&t->hull);
  carom_mesh_release(t->asset);
}

static carom_pose pose_within(uint64_t *random, float far) {
  carom_vec3 p = test_vec3(random, -far, far);
  return (carom_pose){{(double)p.x, (double)p.y, (double)p.z}, test_quat(random)};
}

/* Small shapes about the surface: nothing is inside. */
typedef struct scene {
  carom_shape other;
  carom_pose at, other_at;
} scene;

static scene make_scene(twins *t, int kind, float scale) {
  scene s = {.other = kind_random(&t->random, spatial_kind((uint32_t)kind), scale)};
  s.at = pose_within(&t->random, 5);
  s.other_at = pose_within(&t->random, 1.5f);
  s.other_at.position.x += s.at.position.x;
  s.other_at.position.y += s.at.position.y;
  s.other_at.position.z += s.at.position.z;
  return s;
}

static const double NEAR = 2e-5;

static void compare_distances(twins *t, const scene *s) {
  carom_distance_result of_hull, of_mesh;
  bool overlap, overlap_back;
  ck_assert_int_eq(carom_signed_distance(&t->hull, &s->at, &s->other, &s->other_at, &of_hull), CAROM_OK);
  ck_assert_int_eq(carom_distance(&t->mesh, &s->at, &s->other, &s->other_at, &of_mesh), CAROM_OK);
  ck_assert_int_eq(carom_overlap(&t->mesh, &s->at, &s->other, &s->other_at, &overlap), CAROM_OK);
  ck_assert_int_eq(carom_overlap(&s->other, &s->other_at, &t->mesh, &s->at, &overlap_back), CAROM_OK);
  ck_assert_int_eq(overlap, of_mesh.distance == 0);
  ck_assert_int_eq(overlap, overlap_back);
  if ((double)of_hull.distance > NEAR) {
    ck_assert_double_eq_tol((double)of_mesh.distance, (double)of_hull.distance, NEAR);
    carom_vec3 off = pos_sub(of_mesh.point_a, of_hull.point_a);
    if (vec3_length(off) > 1e-2f) { /* two nearest points, as those of parallel faces are */
      carom_vec3 way = pos_sub(of_mesh.point_b, of_mesh.point_a);
      ck_assert_double_eq_tol((double)vec3_length(way), (double)of_hull.distance, NEAR);
    }
  }
}

/* What sticks in the surface of the hull touches that of the mesh; what is inside touches a solid only. */
static void compare_contacts(twins *t, const scene *s) {
  carom_manifold of_hull, of_mesh;
  carom_patch patches[MOST_TRIANGLES];
  size_t count = 0;
  bool overlap;
  ck_assert_int_eq(carom_collide(&t->hull, &s->at, &s->other, &s->other_at, &of_hull), CAROM_OK);
  ck_assert_int_eq(carom_collide(&t->mesh, &s->at, &s->other, &s->other_at, &of_mesh), CAROM_OK);
  ck_assert_int_eq(carom_overlap(&t->mesh, &s->at, &s->other, &s->other_at, &overlap), CAROM_OK);
  ck_assert_int_eq(
      carom_collide_patches(&t->mesh, &s->at, &s->other, &s->other_at, patches, MOST_TRIANGLES, &count),
      CAROM_OK);
  ck_assert_int_eq(overlap, of_mesh.point_count > 0);
  ck_assert_int_eq(overlap, count > 0);
  if (!overlap) return;
  ck_assert_int_eq(memcmp(&of_mesh.points, &patches[0].points, sizeof of_mesh.points), 0);
  for (size_t i = 1; i < count; i++)
    ck_assert(patches[i].points[0].separation >= patches[i - 1].points[0].separation);
}

static void all_kinds(int seed, float scale, void (*compare)(twins *, const scene *)) {
  twins t = make_twins(seed, CAROM_MESH_TWO_SIDED);
  for (int kind = 0; kind < SPATIAL_KINDS; kind++)
    for (int i = 0; i < test_scaled(200); i++) {
      scene s = make_scene(&t, kind, scale);
      compare(&t, &s);
      kind_release(&s.other);
    }
  ck_assert_int_eq(t.unproved, 0);
  end_twins(&t);
}

START_TEST(distances_are_those_of_the_hull) { all_kinds(_i, 0.5f, compare_distances); }
END_TEST
START_TEST(contacts_agree_with_overlaps) { all_kinds(_i, 0.5f, compare_contacts); }
END_TEST

static void compare_casts(twins *t, const scene *s) {
  carom_vec3 way = test_vec3(&t->random, -3, 3);
  carom_impact of_hull, of_mesh;
  carom_status status = carom_cast_shape(&t->hull, &s->at, &s->other, &s->other_at, way, &of_hull);
  ck_assert_int_eq(status, CAROM_OK);
  ck_assert_int_eq(carom_cast_shape(&t->mesh, &s->at, &s->other, &s->other_at, way, &of_mesh), CAROM_OK);
  if (of_hull.inside) return;
  ck_assert_int_eq(of_mesh.hit, of_hull.hit);
  ck_assert_double_eq_tol(of_mesh.fraction, of_hull.fraction, 1e-4);
}
START_TEST(casts_are_those_of_the_hull) { all_kinds(_i, 0.5f, compare_casts); }
END_TEST

static void compare_sweeps(twins *t, const scene *s) {
  carom_motion of_a = {s->at, pose_within(&t->random, 2)}, of_b = {s->other_at, pose_within(&t->random, 2)};
  carom_impact of_hull, of_mesh;
  if (carom_time_of_impact(&t->hull, &of_a, &s->other, &of_b, 1e-4f, &of_hull)) return;
  carom_status status = carom_time_of_impact(&t->mesh, &of_a, &s->other, &of_b, 1e-4f, &of_mesh);
  t->asked++;
  t->unproved += status == CAROM_NOT_CONVERGED;
  if (of_hull.inside || status == CAROM_NOT_CONVERGED) return;
  ck_assert_int_eq(status, CAROM_OK);
  ck_assert_int_eq(of_mesh.hit, of_hull.hit);
  ck_assert_double_eq_tol(of_mesh.fraction, of_hull.fraction, 1e-3);
}
START_TEST(times_of_impact_are_those_of_the_hull) { all_kinds(_i, 0.5f, compare_sweeps); }
END_TEST

/* Needles, whose sides turn fast, are slow to be proved apart from edges. */
START_TEST(needles_are_proved_apart) {
  twins t = make_twins(_i, CAROM_MESH_TWO_SIDED);
  for (int i = 0; i < test_scaled(2000); i++) {
    float radius = test_log_uniform(&t.random, 0.003f, 0.06f);
    scene s = make_scene(&t, 0, 0.5f);
    s.other = i % 2 ? carom_shape_cylinder(0.5f, radius) : carom_shape_cone(0.5f, radius);
    compare_sweeps(&t, &s);
  }
  ck_assert_int_gt(t.asked, 0);
  ck_assert_int_eq(t.unproved, 0);
  end_twins(&t);
}
END_TEST

/* A needle that turns beside an edge of a triangle. */
typedef struct slow_case {
  float radius;
  bool cone;
  carom_vec3 corners[3];
  carom_motion of_triangle, of_needle;
} slow_case;

/* Directions that turn with one of the two alone take more than 128 distances for these. */
START_TEST(directions_follow_the_side_of_a_needle) {
  static const slow_case cases[] = {
      {0.0525115915f,
       true,
       {{0.317116052f, -0.460610241f, -0.515084147f},
        {-0.467066735f, -0.421401709f, 0.501084387f},
        {0.148835018f, -0.443830907f, -0.623763859f}},
       {{{2.622547, -4.5784302, 2.752922}, {-0.534350693f, -0.421002209f, -0.281494886f, -0.676747441f}},
        {{0.925915, -0.19755912, 0.77707696}, {-0.183832213f, -0.74758774f, -0.358771861f, 0.527826846f}}},
       {{{2.3160906, -5.3874305, 2.8757461}, {0.684427917f, 0.21417813f, 0.447873324f, -0.533943415f}},
        {{0.79330897, -0.58619452, 0.30024576},
         {-0.0689530745f, -0.136893243f, 0.941022456f, 0.301632881f}}}},
      {0.0259852521f,
       false,
       {{-0.120960928f, 0.274466127f, 0.547239721f},
        {0.637799144f, -0.142410159f, 0.639183998f},
        {0.440818906f, 0.263438374f, -0.416883141f}},
       {{{2.2635469, 1.0206156, 1.0203981}, {0.299698263f, -0.107702494f, -0.4045344f, 0.857282281f}},
        {{0.4455781, 0.23655701, -0.65293956}, {0.131470546f, 0.120861821f, -0.982652664f, 0.0500161499f}}},
       {{{1.4055501, -0.31749797, 0.014199018}, {-0.577879906f, -0.200891063f, 0.662198126f, -0.43265602f}},
        {{1.0576241, 0.42806077, 0.20042825}, {-0.373344362f, -0.825316072f, -0.274052143f, -0.323052078f}}}},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const slow_case *c = &cases[i];
    const uint32_t indices[3] = {0, 1, 2};
    carom_mesh_def def = {
        .vertices = &c->corners[0].x, .vertex_count = 3, .triangles = indices, .triangle_count = 1};
    carom_mesh *mesh = NULL;
    ck_assert_int_eq(carom_mesh_create(NULL, &def, NULL, &mesh), CAROM_OK);
    carom_shape triangle = carom_shape_mesh(mesh);
    carom_shape needle = c->cone ? carom_shape_cone(0.5f, c->radius) : carom_shape_cylinder(0.5f, c->radius);
    for (int margin = 0; margin < 2; margin++) {
      carom_impact impact;
      carom_status status = carom_time_of_impact(&triangle, &c->of_triangle, &needle, &c->of_needle,
                                                 1e-4f * (float)margin, &impact);
      ck_assert_int_eq(status, CAROM_OK);
      ck_assert_int_le((int)impact.iterations, 96);
    }
    carom_mesh_release(mesh);
  }
}
END_TEST

/* --- Bounds --- */

START_TEST(bounds_are_those_of_the_hull) {
  twins t = make_twins(_i, CAROM_MESH_ONE_SIDED);
  for (int i = 0; i < test_scaled(1000); i++) {
    carom_pose at = pose_within(&t.random, 5);
    carom_aabb of_hull, of_mesh;
    ck_assert_int_eq(carom_shape_bounds(&t.hull, &at, &of_hull), CAROM_OK);
    ck_assert_int_eq(carom_shape_bounds(&t.mesh, &at, &of_mesh), CAROM_OK);
    ck_assert_mem_eq(&of_hull, &of_mesh, sizeof of_mesh);
  }
  end_twins(&t);
}
END_TEST

/* --- Points and rays --- */

START_TEST(points_are_as_far_and_rays_as_long_as_of_the_hull) {
  twins t = make_twins(_i, CAROM_MESH_SOLID);
  carom_pose at = pose_within(&t.random, 5);
  for (int i = 0; i < test_scaled(3000); i++) {
    carom_point_distance of_hull, of_mesh;
    carom_ray_result hit_hull, hit_mesh;
    carom_vec3 p = test_vec3(&t.random, -2, 2);
    carom_ray ray = {pos_add(at.position, p), test_vec3(&t.random, -3, 3)};
    ck_assert_int_eq(carom_distance_to_point(&t.hull, &at, &ray.origin, &of_hull), CAROM_OK);
    ck_assert_int_eq(carom_distance_to_point(&t.mesh, &at, &ray.origin, &of_mesh), CAROM_OK);
    ck_assert_double_eq_tol((double)of_mesh.distance, (double)of_hull.distance, NEAR);
    ck_assert_int_eq(carom_cast_ray(&t.hull, &at, &ray, &hit_hull), CAROM_OK);
    ck_assert_int_eq(carom_cast_ray(&t.mesh, &at, &ray, &hit_mesh), CAROM_OK);
    if (hit_hull.hit && hit_mesh.hit) {
      ck_assert_double_eq_tol((double)hit_mesh.fraction, (double)hit_hull.fraction, NEAR);
      ck_assert(hit_hull.inside || vec3_dot(hit_mesh.normal, hit_hull.normal) > 0.99f ||
                hit_hull.fraction == 0);
    } else {
      ck_assert_int_eq(hit_hull.hit, hit_mesh.hit);
    }
  }
  end_twins(&t);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("mesh_pairs");
  TCase *tests = tcase_create("the surface of a hull");
  tcase_set_timeout(tests, 300);
  tcase_add_loop_test(tests, distances_are_those_of_the_hull, 0, 10);
  tcase_add_loop_test(tests, contacts_agree_with_overlaps, 0, 10);
  tcase_add_loop_test(tests, casts_are_those_of_the_hull, 0, 10);
  tcase_add_loop_test(tests, times_of_impact_are_those_of_the_hull, 0, 10);
  tcase_add_loop_test(tests, needles_are_proved_apart, 0, 8);
  tcase_add_test(tests, directions_follow_the_side_of_a_needle);
  tcase_add_loop_test(tests, bounds_are_those_of_the_hull, 0, 10);
  tcase_add_loop_test(tests, points_are_as_far_and_rays_as_long_as_of_the_hull, 0, 10);
  suite_add_tcase(suite, tests);
  return suite;
}
