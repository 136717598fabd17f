/* test_mesh_edges.c: shapes that meet the edges of a sheet of one side along its plane. The direction is that
 * of neither side but for rounding, which must not decide. */
#include "carom/cast.h"
#include "carom/compound.h"
#include "carom/patch.h"

#include "meshes.h"
#include "parts.h"
#include "pose.h"

enum { CELLS = 4, UPRIGHT_SHAPES = 4 };

/* A flat sheet of 4 x 4 cells of length 1, whose front is where z > 0, anywhere. */
typedef struct stage {
  uint64_t random;
  carom_mesh *mesh;
  carom_compound *compound; /* that holds the sheet, or NULL */
  carom_hull *hull;         /* a box, one of the shapes that meet it */
  carom_shape sheet;
  carom_pose pose;        /* of the shape */
  carom_local_pose place; /* of the mesh in it */
} stage;

static void put_into_compound(stage *t) {
  const carom_compound_child child = {.shape = t->sheet, .pose = t->place};
  const carom_compound_def def = {.children = &child, .child_count = 1};
  ck_assert_int_eq(carom_compound_create(NULL, &def, NULL, &t->compound), CAROM_OK);
  t->sheet = carom_shape_compound(t->compound);
}

static stage make_stage(int seed, carom_mesh_sides sides) {
  stage t = {.random = (uint64_t)seed * 77 + 3, .place = {.rotation = {0, 0, 0, 1}}};
  soup s = soup_field(&t.random, CELLS, 0);
  t.mesh = soup_mesh(&s, sides, NULL);
  soup_free(&s);
  carom_vec3 corners[8];
  for (int i = 0; i < 8; i++)
    corners[i] = vec3(i & 1 ? 0.25f : -0.25f, i & 2 ? 0.375f : -0.375f, i & 4 ? 0.5f : -0.5f);
  ck_assert_int_eq(carom_hull_from_points(NULL, &corners[0].x, 8, 0, &t.hull), CAROM_OK);
  carom_vec3 p = test_vec3(&t.random, -9, 9);
  t.sheet = carom_shape_scaled_mesh(t.mesh, vec3(1, 1, 1), seed % 3 == 0 ? 0.125f : 0);
  t.pose = (carom_pose){{(double)p.x, (double)p.y, (double)p.z}, test_quat(&t.random)};
  if (seed % 2) {
    t.place = (carom_local_pose){test_vec3(&t.random, -3, 3), test_quat(&t.random)};
    put_into_compound(&t);
  }
  return t;
}

static void free_stage(const stage *t) {
  carom_compound_release(t->compound);
  carom_hull_release(t->hull);
  carom_mesh_release(t->mesh);
}

/* A pose in the frame of the mesh, in the world. */
static carom_pose pose_of(const stage *t, carom_vec3 at, carom_quat turn) {
  const carom_local_pose own = {at, turn}, whole = local_pose_compose(&t->place, &own);
  carom_frame frame = pose_to_frame(&t->pose);
  return (carom_pose){frame_apply(&frame, whole.position),
                      quat_normalize(quat_mul(t->pose.rotation, whole.rotation))};
}

static carom_vec3 way_of(const stage *t, carom_vec3 way) {
  carom_mat3 axes = quat_to_mat3(t->pose.rotation), own = quat_to_mat3(t->place.rotation);
  return mat3_mul_vec3(&axes, mat3_mul_vec3(&own, way));
}

/* Shapes whose surface is upright where they pass through the plane z = 0. They reach 0.25 along x. */
static carom_shape upright_shape(const stage *t, uint32_t n) {
  if (n == 0) return carom_shape_box(0.25f, 0.375f, 0.5f);
  if (n == 1) return carom_shape_capsule(vec3(0, 0, -0.5f), vec3(0, 0, 0.5f), 0.25f);
  if (n == 2) return carom_shape_rounded_box(0.125f, 0.25f, 0.5f, 0.125f);
  return carom_shape_hull(t->hull);
}

/* Casts a shape along a way from a place, or the sheet the other way. */
static carom_impact cast(const stage *t, const carom_shape *shape, carom_vec3 from, carom_vec3 way,
                         bool sheet_moves) {
  const carom_pose pose = pose_of(t, from, quat_identity());
  const carom_vec3 by = way_of(t, sheet_moves ? vec3_neg(way) : way);
  carom_impact hit;
  carom_status status = sheet_moves ? carom_cast_shape(shape, &pose, &t->sheet, &t->pose, by, &hit)
                                    : carom_cast_shape(&t->sheet, &t->pose, shape, &pose, by, &hit);
  ck_assert_int_eq(status, CAROM_OK);
  return hit;
}

START_TEST(a_border_is_met_along_the_plane) {
  stage t = make_stage(_i, CAROM_MESH_ONE_SIDED);
  float radius = _i % 3 == 0 ? 0.125f : 0;
  for (uint32_t n = 0; n < UPRIGHT_SHAPES; n++)
    for (int k = 0; k < 4; k++) {
      carom_shape shape = upright_shape(&t, n);
      float side = k % 2 ? 1 : -1, height = test_uniform(&t.random, -0.25f, 0.25f);
      carom_vec3 from = vec3(0.5f * CELLS + side * 5, test_uniform(&t.random, 0.5f, 3.5f), height);
      carom_impact hit = cast(&t, &shape, from, vec3(-6 * side, 0, 0), k >= 2);
      ck_assert(hit.hit && !hit.inside);
      ck_assert_double_eq_tol(hit.fraction, (5 - 0.5 * CELLS - 0.25 - (double)radius) / 6, 1e-5);
      carom_vec3 out = way_of(&t, vec3(k >= 2 ? -side : side, 0, 0));
      ck_assert(vec3_dot(out, hit.normal) > 0.9999f);
    }
  free_stage(&t);
}
END_TEST

/* What came through from behind is in the way of no edge within the sheet. */
START_TEST(an_edge_within_lets_pass_what_came_from_behind) {
  stage t = make_stage(_i, CAROM_MESH_ONE_SIDED);
  for (uint32_t n = 0; n < UPRIGHT_SHAPES; n++)
    for (int k = 0; k < 4; k++) {
      carom_shape shape = upright_shape(&t, n);
      carom_vec3 from = test_vec3(&t.random, 0.5f, 1), way = test_vec3(&t.random, 1, 2);
      from.z = -1, way.z = 1.125f;
      ck_assert(!cast(&t, &shape, from, way, k >= 2).hit);
    }
  free_stage(&t);
}
END_TEST

/* --- Where the sheet turns --- */

static carom_quat about_z(float half_angle) {
  return quat_normalize((carom_quat){0, 0, sinf(half_angle), cosf(half_angle)});
}

/* Finds when a shape comes within a margin of the sheet, while the sheet turns about its normal through its
 * first corner, and both move on by the same way. */
static carom_impact turn_sheet(stage *t, const carom_shape *shape, carom_vec3 from, carom_vec3 way,
                               float margin, carom_motion *of_sheet, carom_motion *of_shape) {
  carom_impact hit;
  carom_vec3 on = test_vec3(&t->random, -2, 2);
  *of_shape =
      (carom_motion){pose_of(t, from, quat_identity()), pose_of(t, vec3_add(from, way), quat_identity())};
  *of_sheet = (carom_motion){t->pose, t->pose};
  of_sheet->end.rotation = quat_normalize(quat_mul(t->pose.rotation, about_z(0.25f)));
  of_sheet->end.position = pos_add(of_sheet->end.position, on);
  of_shape->end.position = pos_add(of_shape->end.position, on);
  ck_assert_int_eq(carom_time_of_impact(&t->sheet, of_sheet, shape, of_shape, margin, &hit), CAROM_OK);
  return hit;
}

/* The border that lies along y turns towards -x. */
START_TEST(a_border_that_turns_is_met) {
  stage t = make_stage(2 * _i, CAROM_MESH_ONE_SIDED);
  for (uint32_t n = 0; n < UPRIGHT_SHAPES; n++) {
    carom_shape shape = upright_shape(&t, n);
    carom_motion of_sheet, of_shape;
    carom_pose at, sheet_at;
    carom_distance_result gap;
    carom_vec3 from = vec3(-0.75f, test_uniform(&t.random, 2, 3), test_uniform(&t.random, -0.2f, 0.2f));
    carom_impact hit = turn_sheet(&t, &shape, from, vec3(0, 0, 0), 0.02f, &of_sheet, &of_shape);
    ck_assert(hit.hit && hit.fraction > 0 && hit.fraction < 1);
    ck_assert_int_eq(carom_motion_pose(&of_sheet, hit.fraction, &sheet_at), CAROM_OK);
    ck_assert_int_eq(carom_motion_pose(&of_shape, hit.fraction, &at), CAROM_OK);
    ck_assert_int_eq(carom_distance(&t.sheet, &sheet_at, &shape, &at, &gap), CAROM_OK);
    ck_assert(gap.distance <= 0.0251f && gap.distance > 0.0199f);
  }
  free_stage(&t);
}
END_TEST

START_TEST(an_edge_that_turns_within_lets_pass) {
  stage t = make_stage(2 * _i, CAROM_MESH_ONE_SIDED);
  for (uint32_t n = 0; n < UPRIGHT_SHAPES; n++) {
    carom_shape shape = upright_shape(&t, n);
    carom_motion of_sheet, of_shape;
    carom_vec3 from = test_vec3(&t.random, 1.75f, 2.25f);
    from.z = -1;
    ck_assert(!turn_sheet(&t, &shape, from, vec3(0, 0, 1.125f), 0.02f, &of_sheet, &of_shape).hit);
  }
  free_stage(&t);
}
END_TEST

/* --- Contacts --- */

/* What reaches over a border by little is pushed aside by that. Some border triangles only have a corner
 * below it. */
START_TEST(a_border_pushes_aside) {
  stage t = make_stage(_i, _i / 2 % 2 ? CAROM_MESH_ONE_SIDED : CAROM_MESH_TWO_SIDED);
  float radius = _i % 3 == 0 ? 0.125f : 0;
  for (int i = 0; i < test_scaled(400); i++) {
    carom_shape shape = upright_shape(&t, (uint32_t)i % UPRIGHT_SHAPES);
    float depth = test_uniform(&t.random, 0.01f, 0.06f), height = test_uniform(&t.random, -0.3f, 0.3f);
    carom_vec3 at = vec3(depth - 0.25f - radius, test_uniform(&t.random, 0.5f, 3.5f), height);
    const carom_pose pose = pose_of(&t, at, quat_identity());
    carom_manifold m;
    ck_assert_int_eq(carom_collide(&t.sheet, &t.pose, &shape, &pose, &m), CAROM_OK);
    ck_assert_uint_gt(m.point_count, 0);
    ck_assert(vec3_dot(way_of(&t, vec3(-1, 0, 0)), m.normal) > 0.9999f);
    ck_assert_double_eq_tol((double)manifold_depth(&m), (double)depth, 1e-5);
  }
  free_stage(&t);
}
END_TEST

/* The same of a cube of triangles. Two meshes may have a contact along the front beside the one aside, but
 * mostly have none. */
START_TEST(a_border_pushes_a_mesh_aside) {
  stage t = make_stage(_i, CAROM_MESH_TWO_SIDED);
  soup s = soup_cube(1);
  carom_mesh *mesh = soup_mesh(&s, CAROM_MESH_TWO_SIDED, NULL);
  carom_shape cube = carom_shape_mesh(mesh);
  float radius = _i % 3 == 0 ? 0.125f : 0;
  int alone = 0;
  for (int i = 0; i < 100; i++) {
    float y = test_uniform(&t.random, 0.5f, 2.5f), z = test_uniform(&t.random, -0.7f, -0.3f);
    const carom_pose pose = pose_of(&t, vec3(0.05f - 1 - radius, y, z), quat_identity());
    carom_patch patches[8];
    size_t count;
    bool aside = false;
    ck_assert_int_eq(carom_collide_patches(&t.sheet, &t.pose, &cube, &pose, patches, 8, &count), CAROM_OK);
    for (size_t k = 0; k < count && k < 8; k++)
      aside = aside || vec3_dot(way_of(&t, vec3(-1, 0, 0)), patches[k].normal) > 0.9999f;
    ck_assert(aside);
    alone += count == 1;
  }
  ck_assert_int_ge(alone, 75);
  carom_mesh_release(mesh);
  soup_free(&s);
  free_stage(&t);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("mesh_edges");
  TCase *tests = tcase_create("sheet");
  tcase_add_loop_test(tests, a_border_is_met_along_the_plane, 0, 24);
  tcase_add_loop_test(tests, an_edge_within_lets_pass_what_came_from_behind, 0, 24);
  tcase_add_loop_test(tests, a_border_that_turns_is_met, 0, 24);
  tcase_add_loop_test(tests, an_edge_that_turns_within_lets_pass, 0, 24);
  tcase_add_loop_test(tests, a_border_pushes_aside, 0, 24);
  tcase_add_loop_test(tests, a_border_pushes_a_mesh_aside, 0, 6);
  suite_add_tcase(suite, tests);
  return suite;
}
