/* test_mesh_solid.c: what is inside a solid mesh touches it, also where no surface does. */
#include "carom/cast.h"
#include "carom/patch.h"

#include "any_kind.h"
#include "kinds.h"
#include "meshes.h"
#include "pair_call.h"
#include "pose.h"
#include "testing.h"

enum { POSES = 1000 };

static carom_pose pose_within(uint64_t *random, float far) {
  carom_vec3 p = test_vec3(random, -far, far);
  return (carom_pose){{(double)p.x, (double)p.y, (double)p.z}, test_quat(random)};
}

static carom_pose pose_at(carom_vec3 p) {
  return (carom_pose){{(double)p.x, (double)p.y, (double)p.z}, {0, 0, 0, 1}};
}

static void expect_near(float a, float b, float within) { ck_assert(fabsf(a - b) <= within); }

static bool overlap(const carom_shape *a, carom_pose at_a, const carom_shape *b, carom_pose at_b) {
  bool yes = false, back = false;
  ck_assert_int_eq(carom_overlap(a, &at_a, b, &at_b, &yes), CAROM_OK);
  ck_assert_int_eq(carom_overlap(b, &at_b, a, &at_a, &back), CAROM_OK);
  ck_assert_int_eq(yes, back);
  return yes;
}

static bool penetrate(const carom_shape *a, carom_pose at_a, const carom_shape *b, carom_pose at_b) {
  carom_frame frame_a = pose_to_frame(&at_a), frame_b = pose_to_frame(&at_b);
  bool yes = false;
  ck_assert_int_eq(carom__call_penetrate((carom__site){a, &frame_a}, (carom__site){b, &frame_b}, NULL, &yes),
                   CAROM_OK);
  return yes;
}

/* How many parts of A touch B. */
static size_t parts_on(const carom_shape *a, carom_pose at_a, const carom_shape *b, carom_pose at_b) {
  size_t count = 0;
  ck_assert_int_eq(carom_overlap_parts(a, &at_a, b, &at_b, NULL, 0, &count), CAROM_OK);
  return count;
}

/* --- Points, against the winding number --- */

/* A ball whose vertices are moved in and out, so that it has dents. */
static soup dented_ball(uint64_t *random) {
  soup s = soup_ball(8, 12, 1);
  for (uint32_t i = 0; i < s.vertex_count; i++)
    s.vertices[i] = vec3_scale(s.vertices[i], test_uniform(random, 0.4f, 1));
  return s;
}

static carom__dvec3 to_corner(const soup *s, uint32_t triangle, int k, carom_vec3 p) {
  return dvec3_sub(dvec3_widen(soup_corner(s, triangle, k)), dvec3_widen(p));
}

/* The sum of solid angles over a full one. (Van Oosterom and Strackee, 1983.) */
static double winding(const soup *s, carom_vec3 p) {
  double sum = 0;
  for (uint32_t i = 0; i < s->triangle_count; i++) {
    carom__dvec3 c[3];
    double l[3];
    for (int k = 0; k < 3; k++) c[k] = to_corner(s, i, k, p), l[k] = dvec3_length(c[k]);
    double over = dvec3_dot(c[0], dvec3_cross(c[1], c[2]));
    double under = l[0] * l[1] * l[2] + dvec3_dot(c[0], c[1]) * l[2] + dvec3_dot(c[1], c[2]) * l[0] +
                   dvec3_dot(c[2], c[0]) * l[1];
    sum += 2 * atan2(over, under);
  }
  return sum / (4 * acos(-1));
}

static double surface_distance(const carom_mesh *mesh, carom_vec3 p) {
  carom__mesh_near near;
  ck_assert(carom__mesh_nearest(mesh, p, 1e6f, &near));
  return near.distance;
}

/* A point inside has one contact, as deep as the surface is far, and the normal leads there. */
static void check_way_out(const carom_shape *mesh, const carom_mesh *asset, carom_vec3 p) {
  const carom_shape point = carom_shape_sphere(CAROM_SIZE_MIN);
  carom_pose at = pose_at(p), origin = pose_at(vec3(0, 0, 0));
  carom_manifold contact, mirrored;
  carom_distance_result apart, deep;
  carom_patch patch;
  carom_mesh_triangle triangle;
  size_t count;
  float to_surface = (float)surface_distance(asset, p);
  ck_assert_int_eq(carom_collide(mesh, &origin, &point, &at, &contact), CAROM_OK);
  ck_assert_int_eq(carom_collide(&point, &at, mesh, &origin, &mirrored), CAROM_OK);
  ck_assert_int_eq(carom_collide_patches(mesh, &origin, &point, &at, &patch, 1, &count), CAROM_OK);
  ck_assert_int_eq(carom_distance(mesh, &origin, &point, &at, &apart), CAROM_OK);
  ck_assert_int_eq(carom_signed_distance(mesh, &origin, &point, &at, &deep), CAROM_OK);
  ck_assert(count == 1 && contact.point_count == 1 && apart.distance == 0);
  float depth = to_surface + CAROM_SIZE_MIN;
  expect_near(-contact.points[0].separation, depth, 4e-6f);
  expect_near(-deep.distance, depth, 4e-6f);
  carom_vec3 on = vec3_mad(p, contact.normal, to_surface);
  ck_assert_double_lt(surface_distance(asset, on), 4e-6);
  expect_near(vec3_length(pos_sub(deep.point_a, pose_at(on).position)), 0, 4e-6f);
  expect_near(vec3_length(vec3_add(contact.normal, mirrored.normal)), 0, 4e-6f);
  ck_assert_int_eq(carom_mesh_get_triangle(asset, patch.triangle_a, &triangle), CAROM_OK);
  expect_near(vec3_dot(triangle.normal, vec3_sub(on, triangle.corners[0])), 0, 4e-6f);
  ck_assert(triangle.material == patch.material_a && patch.triangle_b == 0);
}

START_TEST(points_touch_where_the_surface_winds_around_them) {
  uint64_t random = (uint64_t)_i;
  soup s = dented_ball(&random);
  carom_mesh *mesh = soup_mesh(&s, CAROM_MESH_SOLID, NULL);
  carom_shape solid = carom_shape_mesh(mesh), point = carom_shape_sphere(CAROM_SIZE_MIN);
  int inside = 0, count = test_scaled(25000);
  for (int i = 0; i < count; i++) {
    carom_vec3 p = test_vec3(&random, -1.1f, 1.1f);
    if (surface_distance(mesh, p) < 2e-5) continue;
    bool in = winding(&s, p) > 0.5;
    ck_assert_int_eq(overlap(&solid, pose_at(vec3(0, 0, 0)), &point, pose_at(p)), in);
    if (in) check_way_out(&solid, mesh, p);
    inside += in;
  }
  ck_assert_int_gt(inside, count / 20);
  carom_mesh_release(mesh);
  soup_free(&s);
}
END_TEST

/* --- A box, as a hull and as a mesh --- */

static carom_mesh *cube(carom_mesh_sides sides) {
  soup s = soup_cube(3);
  carom_mesh *mesh = soup_mesh(&s, sides, NULL);
  soup_free(&s);
  return mesh;
}

/* Where carom calls shapes touching that are apart by rounding, the two may differ. */
static bool is_certain(const carom_shape *a, carom_pose at_a, const carom_shape *b, carom_pose at_b) {
  carom_distance_result apart;
  ck_assert_int_eq(carom_signed_distance(a, &at_a, b, &at_b, &apart), CAROM_OK);
  return apart.distance < -1e-5f || apart.distance > 1e-5f;
}

/* Moved by its depth along the normal, what was inside a box is outside. */
static void check_depth(const carom_shape *mesh, carom_pose at, const carom_shape *other,
                        carom_pose other_at) {
  carom_manifold contact;
  ck_assert_int_eq(carom_collide(mesh, &at, other, &other_at, &contact), CAROM_OK);
  ck_assert_int_gt(contact.point_count, 0);
  float depth = -contact.points[0].separation;
  other_at.position = pos_add(other_at.position, vec3_scale(contact.normal, depth + 1e-4f));
  ck_assert(!overlap(mesh, at, other, other_at));
}

START_TEST(a_box_as_a_mesh_touches_what_it_touches_as_a_hull) {
  uint64_t random = (uint64_t)_i + 77;
  carom_mesh *mesh = cube(CAROM_MESH_SOLID), *surface = cube(CAROM_MESH_TWO_SIDED);
  carom_shape solid = carom_shape_mesh(mesh), shell = carom_shape_mesh(surface);
  carom_vec3 half = test_vec3(&random, 0.2f, 1);
  int inside = 0;
  solid.geometry.mesh.scale = vec3_scale(half, _i % 2 ? -2 : 2);
  shell.geometry.mesh.scale = solid.geometry.mesh.scale;
  carom_shape box = carom_shape_box(half.x, half.y, half.z);
  for (int i = 0; i < test_scaled(8 * POSES); i++) {
    float size = test_log_uniform(&random, 0.02f, 1);
    carom_shape other = kind_random(&random, spatial_kind((uint32_t)(i % SPATIAL_KINDS)), size);
    carom_pose at = pose_within(&random, 3), other_at = pose_within(&random, 1.2f), box_at = at;
    other_at.position = pos_add(at.position, pos_sub(other_at.position, (carom_pos){0, 0, 0}));
    carom_frame frame = pose_to_frame(&at);
    box_at.position = frame_apply(&frame, vec3_scale(solid.geometry.mesh.scale, 0.5f));
    if (is_certain(&box, box_at, &other, other_at)) {
      bool yes = overlap(&box, box_at, &other, other_at);
      ck_assert_int_eq(overlap(&solid, at, &other, other_at), yes);
      ck_assert_int_eq(penetrate(&solid, at, &other, other_at), yes);
      ck_assert_uint_eq(parts_on(&other, other_at, &solid, at), yes);
      if (yes && !overlap(&shell, at, &other, other_at)) check_depth(&solid, at, &other, other_at), inside++;
    }
    kind_release(&other);
  }
  ck_assert_int_gt(inside, test_scaled(POSES / 20));
  carom_mesh_release(mesh);
  carom_mesh_release(surface);
}
END_TEST

/* --- Meshes in meshes --- */

/* All pairs of sides of two boxes as meshes: the one inside a solid touches it, whatever it is itself. */
START_TEST(meshes_touch_what_is_inside_them) {
  uint64_t random = (uint64_t)_i;
  carom_mesh *assets[CAROM_MESH_SIDES_COUNT];
  for (int s = 0; s < CAROM_MESH_SIDES_COUNT; s++) assets[s] = cube((carom_mesh_sides)s);
  for (int i = 0; i < test_scaled(POSES); i++) {
    int side_a = i % CAROM_MESH_SIDES_COUNT, side_b = i / CAROM_MESH_SIDES_COUNT % CAROM_MESH_SIDES_COUNT;
    carom_shape a = carom_shape_mesh(assets[side_a]), b = carom_shape_mesh(assets[side_b]);
    float size = test_uniform(&random, 0.05f, 1);
    b.geometry.mesh.scale = vec3(size, size, size);
    carom_pose at = pose_within(&random, 2), small = pose_within(&random, 0.8f);
    small.position = pos_add(at.position, pos_sub(small.position, (carom_pos){0, 0, 0}));
    carom_shape whole = carom_shape_box(0.5f, 0.5f, 0.5f),
                part = carom_shape_box(0.5f * size, 0.5f * size, 0.5f * size);
    carom_frame frame = pose_to_frame(&at), small_frame = pose_to_frame(&small);
    carom_pose whole_at = {frame_apply(&frame, vec3(0.5f, 0.5f, 0.5f)), at.rotation};
    carom_pose part_at = {frame_apply(&small_frame, vec3(0.5f * size, 0.5f * size, 0.5f * size)),
                          small.rotation};
    if (!is_certain(&whole, whole_at, &part, part_at)) continue;
    bool solids = overlap(&whole, whole_at, &part, part_at), yes = overlap(&a, at, &b, small);
    carom_manifold contact;
    ck_assert_int_eq(carom_collide(&a, &at, &b, &small, &contact), CAROM_OK);
    ck_assert_int_eq(contact.point_count > 0, yes);
    ck_assert_int_eq(parts_on(&b, small, &a, at) > 0, yes);
    if (side_a == CAROM_MESH_SOLID && side_b == CAROM_MESH_SOLID) ck_assert_int_eq(yes, solids);
    if (side_a == CAROM_MESH_SOLID && size < 0.5f) ck_assert_int_eq(yes, solids);
    ck_assert(solids || !yes);
  }
  for (int s = 0; s < CAROM_MESH_SIDES_COUNT; s++) carom_mesh_release(assets[s]);
}
END_TEST

/* A mesh of many small tetrahedra, some of which are inside: each is looked at. */
START_TEST(parts_that_do_not_hang_together_are_looked_at_alone) {
  uint64_t random = (uint64_t)_i;
  carom_mesh *big = cube(CAROM_MESH_SOLID), *small;
  carom_shape solid = carom_shape_mesh(big);
  for (int i = 0; i < test_scaled(POSES); i++) {
    soup s = soup_make(40, 40);
    bool any = false;
    for (uint32_t k = 0; k < 10; k++) {
      carom_vec3 p = test_vec3(&random, -0.6f, k ? 0.45f : 1);
      any = any || (p.x > 0 && p.y > 0 && p.z > 0 && p.x < 1 && p.y < 1 && p.z < 1);
      uint32_t a = soup_vertex(&s, p.x, p.y, p.z);
      for (int c = 0; c < 3; c++)
        soup_vertex(&s, p.x + (c == 0) * 1e-6f, p.y + (c == 1) * 1e-6f, p.z + (c == 2) * 1e-6f);
      soup_triangle(&s, a, a + 2, a + 1), soup_triangle(&s, a, a + 1, a + 3);
      soup_triangle(&s, a, a + 3, a + 2), soup_triangle(&s, a + 1, a + 2, a + 3);
    }
    small = soup_mesh(&s, CAROM_MESH_TWO_SIDED, NULL);
    carom_shape parts = carom_shape_mesh(small);
    carom_pose origin = pose_at(vec3(0, 0, 0));
    if (is_certain(&solid, origin, &parts, origin))
      ck_assert_int_eq(overlap(&solid, origin, &parts, origin), any);
    carom_mesh_release(small);
    soup_free(&s);
  }
  carom_mesh_release(big);
}
END_TEST

/* Cubes of which one stands on the other, or against it from inside, within rounding. */
START_TEST(what_merely_touches_does_not_penetrate) {
  carom_mesh *mesh = cube(CAROM_MESH_SOLID);
  carom_shape whole = carom_shape_mesh(mesh), half = whole;
  carom_pose origin = pose_at(vec3(0, 0, 0));
  half.geometry.mesh.scale = vec3(0.5f, 0.5f, 0.5f);
  for (int i = -4; i <= 4; i++) {
    carom_pose on = pose_at(vec3(0.2f, 1 + (float)i * 0x1p-24f, 0.1f)), under = on, inside = on;
    under.position.y = -0.5, inside.position.y -= 0.5;
    ck_assert(overlap(&whole, origin, &half, on) || i > 0);
    ck_assert(!penetrate(&whole, origin, &half, on) && !penetrate(&half, on, &whole, origin));
    ck_assert(!penetrate(&whole, origin, &half, under) && !penetrate(&half, under, &whole, origin));
    ck_assert(penetrate(&whole, origin, &half, inside) && penetrate(&half, inside, &whole, origin));
  }
  carom_mesh_release(mesh);
}
END_TEST

/* --- Casts --- */

START_TEST(casts_begin_inside) {
  uint64_t random = (uint64_t)_i;
  carom_mesh *mesh = cube(CAROM_MESH_SOLID);
  carom_shape solid = carom_shape_mesh(mesh), ball = carom_shape_sphere(0.1f);
  carom_pose origin = pose_at(vec3(0, 0, 0));
  for (int i = 0; i < test_scaled(POSES); i++) {
    carom_pose at = pose_at(test_vec3(&random, 0.15f, 0.85f));
    carom_impact impact;
    carom_vec3 way = test_vec3(&random, -1, 1);
    ck_assert_int_eq(carom_cast_shape(&solid, &origin, &ball, &at, way, &impact), CAROM_OK);
    ck_assert(impact.hit && impact.inside && impact.fraction == 0);
    expect_near(vec3_length(impact.normal), 1, 1e-5f);
  }
  carom_mesh_release(mesh);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("mesh_solid");
  TCase *tests = tcase_create("inside");
  tcase_set_timeout(tests, 120);
  tcase_add_loop_test(tests, points_touch_where_the_surface_winds_around_them, 0, 4);
  tcase_add_loop_test(tests, a_box_as_a_mesh_touches_what_it_touches_as_a_hull, 0, 4);
  tcase_add_loop_test(tests, meshes_touch_what_is_inside_them, 0, 4);
  tcase_add_loop_test(tests, parts_that_do_not_hang_together_are_looked_at_alone, 0, 2);
  tcase_add_test(tests, what_merely_touches_does_not_penetrate);
  tcase_add_loop_test(tests, casts_begin_inside, 0, 2);
  suite_add_tcase(suite, tests);
  return suite;
}
