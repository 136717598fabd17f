/* test_mesh_edges.c: shapes that meet the edges of a sheet of one side along its plane. The direction is that
 * of neither side but for rounding, which must not decide. */
#include "carom/cast.h"
#include "carom/compound.h"

#include "meshes.h"
#include "pose.h"

enum { CELLS = 4 };

/* A flat sheet of 4 x 4 cells of length 1, whose front is where z > 0, anywhere. */
typedef struct stage {
  uint64_t random;
  carom_mesh *mesh;
  carom_compound *compound; /* that holds it, or NULL */
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

static stage make_stage(int seed) {
  stage t = {.random = (uint64_t)seed * 77 + 3, .place = {.rotation = {0, 0, 0, 1}}};
  soup s = soup_field(&t.random, CELLS, 0);
  t.mesh = soup_mesh(&s, CAROM_MESH_ONE_SIDED, NULL);
  soup_free(&s);
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

/* Shapes whose surface is upright where they pass through the plane z = 0, and how far they reach along x. */
static carom_shape upright_shape(uint32_t n, float *reach) {
  *reach = 0.25f;
  if (n == 0) return carom_shape_box(0.25f, 0.375f, 0.5f);
  if (n == 1) return carom_shape_capsule(vec3(0, 0, -0.5f), vec3(0, 0, 0.5f), 0.25f);
  return carom_shape_rounded_box(0.125f, 0.25f, 0.5f, 0.125f);
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
  stage t = make_stage(_i);
  float radius = _i % 3 == 0 ? 0.125f : 0, reach;
  for (uint32_t n = 0; n < 3; n++)
    for (int k = 0; k < 4; k++) {
      carom_shape shape = upright_shape(n, &reach);
      float side = k % 2 ? 1 : -1, height = test_uniform(&t.random, -0.25f, 0.25f);
      carom_vec3 from = vec3(0.5f * CELLS + side * 5, test_uniform(&t.random, 0.5f, 3.5f), height);
      carom_impact hit = cast(&t, &shape, from, vec3(-6 * side, 0, 0), k >= 2);
      ck_assert(hit.hit && !hit.inside);
      ck_assert_double_eq_tol(hit.fraction, (5 - 0.5 * CELLS - (double)(reach + radius)) / 6, 1e-5);
      carom_vec3 out = way_of(&t, vec3(k >= 2 ? -side : side, 0, 0));
      ck_assert(vec3_dot(out, hit.normal) > 0.9999f);
    }
  free_stage(&t);
}
END_TEST

/* What came through from behind is in the way of no edge within the sheet. */
START_TEST(an_edge_within_lets_pass_what_came_from_behind) {
  stage t = make_stage(_i);
  float reach;
  for (uint32_t n = 0; n < 3; n++)
    for (int k = 0; k < 4; k++) {
      carom_shape shape = upright_shape(n, &reach);
      carom_vec3 from = test_vec3(&t.random, 0.5f, 1), way = test_vec3(&t.random, 1, 2);
      from.z = -1, way.z = 1.125f;
      ck_assert(!cast(&t, &shape, from, way, k >= 2).hit);
    }
  free_stage(&t);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("mesh_edges");
  TCase *tests = tcase_create("sheet");
  tcase_add_loop_test(tests, a_border_is_met_along_the_plane, 0, 24);
  tcase_add_loop_test(tests, an_edge_within_lets_pass_what_came_from_behind, 0, 24);
  suite_add_tcase(suite, tests);
  return suite;
}
