/* test_mesh_slide.c: what slides over triangles is never met by an edge that the surface does not have.
 *
 * Shapes of all kinds lie on flat ground of triangles, as deep in it as a solver leaves them. Whatever
 * touches has contacts, and their normals are those of the ground. */
#include "carom/patch.h"

#include "any_kind.h"
#include "grounds.h"
#include "kinds.h"
#include "meshes.h"
#include "testing.h"

enum { MOST_PATCHES = 64 };

typedef struct slide {
  uint64_t random;
  int asked, wrong, deep; /* patches: all, with a wrong normal, and deeper than the shape */
  ground ground;
  carom_mesh *mesh;
  carom_shape floor;
} slide;

static float flat(float x, float z) {
  (void)x, (void)z;
  return 0;
}

static void begin(slide *s, float (*height)(float x, float z), int i) {
  s->random = (uint64_t)i * 977 + 5;
  if (height)
    ground_grid(&s->random, height, &s->ground);
  else
    ground_strips(&s->random, &s->ground);
  s->mesh = ground_mesh(&s->ground, i % 2 ? CAROM_MESH_ONE_SIDED : CAROM_MESH_TWO_SIDED);
  s->floor = carom_shape_mesh(s->mesh);
}

/* How far a shape reaches down from its origin. */
static float reach_down(const carom_shape *shape, const carom_pose *pose) {
  carom_aabb bounds;
  ck_assert_int_eq(carom_shape_bounds(shape, pose, &bounds), CAROM_OK);
  return (float)(pose->position.y - (double)bounds.min.y);
}

static float height_of(const carom_shape *shape, const carom_pose *pose) {
  carom_aabb bounds;
  ck_assert_int_eq(carom_shape_bounds(shape, pose, &bounds), CAROM_OK);
  return bounds.max.y - bounds.min.y;
}

static carom_quat rest_or_turned(slide *s) {
  static const carom_quat upright = {0, 0, 0, 1};
  float half = test_uniform(&s->random, 0, 3);
  if (test_below(&s->random, 2)) return test_quat(&s->random);
  return test_below(&s->random, 4) ? (carom_quat){0, sinf(half), 0, cosf(half)} : upright;
}

/* A depth from that of touching to that which a solver leaves, and always far less than the shape. */
static float choose_depth(slide *s, float height) {
  float depth = test_below(&s->random, 4) ? test_log_uniform(&s->random, 1e-5f, 5e-3f) : 5e-3f;
  return fminf(depth, 0.1f * height);
}

/* Also where points are those of different triangles. */
static void check_names(const carom_patch *patch) {
  for (uint32_t i = 0; i < patch->point_count; i++)
    for (uint32_t k = 0; k < i; k++) ck_assert_uint_ne(patch->points[i].feature, patch->points[k].feature);
}

static void check_patch(const carom_patch *patch, float depth) {
  check_names(patch);
  ck_assert(patch->normal.y > 0.9999f);
  ck_assert_uint_gt(patch->point_count, 0);
  ck_assert(patch->points[0].separation >= -depth - 1e-4f);
}

/* What is long may reach beyond the border. */
static bool is_over_ground(const carom_shape *shape, const carom_pose *pose) {
  carom_aabb b;
  ck_assert_int_eq(carom_shape_bounds(shape, pose, &b), CAROM_OK);
  return b.min.x > -1 && b.max.x < 1 && b.min.z > -1 && b.max.z < 1;
}

static void slide_over(slide *s, carom_shape_kind kind) {
  carom_pose floor_at = {.rotation = {0, 0, 0, 1}}, at = {.rotation = rest_or_turned(s)};
  carom_patch patches[MOST_PATCHES];
  size_t count = 0;
  carom_shape shape = kind_random(&s->random, kind, test_log_uniform(&s->random, 0.02f, 0.3f));
  float depth = choose_depth(s, height_of(&shape, &at));
  at.position.x = (double)test_uniform(&s->random, -0.35f, 0.35f);
  at.position.z = (double)test_uniform(&s->random, -0.35f, 0.35f);
  at.position.y = (double)(reach_down(&shape, &at) - depth);
  ck_assert_int_eq(carom_collide_patches(&s->floor, &floor_at, &shape, &at, patches, MOST_PATCHES, &count),
                   CAROM_OK);
  ck_assert(count > 0 || !is_over_ground(&shape, &at));
  for (size_t i = 0; i < count; i++) check_patch(&patches[i], depth);
  kind_release(&shape);
}

static void slide_all(int i, float (*height)(float x, float z)) {
  slide s;
  begin(&s, height, i);
  for (int k = 0; k < SPATIAL_KINDS; k++)
    for (int n = 0; n < test_scaled(200); n++) slide_over(&s, spatial_kind((uint32_t)k));
  carom_mesh_release(s.mesh);
}

/* --- A mesh as what slides --- */

/* Some have triangles that are smaller than it is deep. */
static soup random_soup(slide *s) {
  bool is_fine = test_below(&s->random, 8) == 0;
  if (test_below(&s->random, 2)) return is_fine ? soup_ball(20, 32, 0.5f) : soup_ball(4, 6, 0.5f);
  return soup_cube(is_fine ? 12 : 1 + test_below(&s->random, 3));
}

static carom_mesh *random_slider(slide *s) {
  static const carom_mesh_sides sides[] = {CAROM_MESH_TWO_SIDED, CAROM_MESH_ONE_SIDED, CAROM_MESH_SOLID};
  soup triangles = random_soup(s);
  carom_mesh *mesh = soup_mesh(&triangles, sides[test_below(&s->random, 3)], NULL);
  soup_free(&triangles);
  return mesh;
}

/* Counts what has no contact at all as wrong, too. */
static void slide_mesh_over(slide *s) {
  carom_pose floor_at = {.rotation = {0, 0, 0, 1}}, at = {.rotation = rest_or_turned(s)};
  carom_patch patches[MOST_PATCHES];
  size_t count = 0;
  carom_mesh *mesh = random_slider(s);
  float size = test_log_uniform(&s->random, 0.02f, 0.3f);
  carom_shape shape = carom_shape_scaled_mesh(mesh, vec3_scale(test_vec3(&s->random, 0.2f, 1), size), 0);
  float depth = choose_depth(s, height_of(&shape, &at));
  at.position.x = (double)test_uniform(&s->random, -0.35f, 0.35f);
  at.position.z = (double)test_uniform(&s->random, -0.35f, 0.35f);
  at.position.y = (double)(reach_down(&shape, &at) - depth);
  ck_assert_int_eq(carom_collide_patches(&s->floor, &floor_at, &shape, &at, patches, MOST_PATCHES, &count),
                   CAROM_OK);
  s->wrong += count == 0;
  for (size_t i = 0; i < count; i++) {
    s->wrong += !(patches[i].normal.y > 0.9999f);
    s->deep += patches[i].points[0].separation < -depth - 1e-4f;
  }
  s->asked++;
  carom_mesh_release(mesh);
}

/* Of a fine mesh with two sides, a triangle that barely touches may be met from behind. */
static void slide_meshes(int i, float (*height)(float x, float z)) {
  slide s = {.wrong = 0};
  begin(&s, height, i);
  for (int n = 0; n < test_scaled(2000); n++) slide_mesh_over(&s);
  ck_assert_msg(s.wrong <= 1 + s.asked / 2000, "%d of %d are wrong", s.wrong, s.asked);
  ck_assert_msg(s.deep == 0, "%d of %d are too deep", s.deep, s.asked);
  carom_mesh_release(s.mesh);
}

START_TEST(a_mesh_meets_no_edge_of_flat_ground) { slide_meshes(_i, flat); }
END_TEST

START_TEST(a_mesh_meets_no_edge_of_strips) { slide_meshes(_i, NULL); }
END_TEST

START_TEST(nothing_meets_an_edge_of_flat_ground) { slide_all(_i, flat); }
END_TEST

START_TEST(nothing_meets_an_edge_where_strips_do_not_meet_end_to_end) { slide_all(_i, NULL); }
END_TEST

/* --- Ridges and valleys --- */

/* How much a side rises on a unit. Above one, the normals of two sides differ by more than a right angle. */
static float slope;

static float ridge(float x, float z) {
  (void)z;
  return -slope * fabsf(x);
}

static float valley(float x, float z) {
  (void)z;
  return slope * fabsf(x);
}

/* Two triangles that meet in an edge, and reach far. */
static void fold(float (*height)(float x, float z), ground *g) {
  g->vertex_count = g->triangle_count = 0;
  uint32_t a = ground_vertex(g, vec3(0, 0, -5)), b = ground_vertex(g, vec3(0, 0, 5));
  ground_triangle(g, a, ground_vertex(g, vec3(-5, height(-5, 0), 0)), b);
  ground_triangle(g, a, b, ground_vertex(g, vec3(5, height(5, 0), 0)));
}

/* What has two sides may wind either way. */
static void begin_bent(slide *s, float (*height)(float x, float z), bool of_two, int seed) {
  s->random = (uint64_t)seed * 977 + 5;
  if (of_two)
    fold(height, &s->ground);
  else
    ground_grid(&s->random, height, &s->ground);
  for (uint32_t i = 0; seed % 3 == 2 && i < s->ground.triangle_count; i++) {
    uint32_t *t = s->ground.indices[i], last = t[2];
    t[2] = t[1], t[1] = last;
  }
  s->mesh = ground_mesh(&s->ground, seed % 3 == 1 ? CAROM_MESH_ONE_SIDED : CAROM_MESH_TWO_SIDED);
  s->floor = carom_shape_mesh(s->mesh);
}

/* Lowers a shape from above until it touches; false when it does not at its lowest. */
static bool lay(const slide *s, const carom_shape *shape, float lowest, carom_pose *at) {
  carom_pose floor_at = {.rotation = {0, 0, 0, 1}};
  double low = (double)lowest, high = low + 8;
  for (int i = 0; i < 32; i++) {
    bool touches;
    at->position.y = i == 0 ? low : 0.5 * (low + high);
    ck_assert_int_eq(carom_overlap(&s->floor, &floor_at, shape, at, &touches), CAROM_OK);
    if (i == 0 && !touches) return false;
    if (touches)
      low = at->position.y;
    else
      high = at->position.y;
  }
  at->position.y = low;
  return true;
}

/* Is it a normal of the ground: of one of its sides, or between them on a ridge? */
static bool is_normal(carom_vec3 normal, bool of_ridge) {
  float of_side = (slope * fabsf(normal.x) + normal.y) / sqrtf(1 + slope * slope);
  bool between = fabsf(normal.x) < slope * normal.y && fabsf(normal.z) < 0.02f;
  return (of_side > 0.9998f && normal.y > 0) || (of_ridge && between);
}

/* Of the ground of a fold, in which touching is no more than rounding. */
#define LEAST_DEPTH 1e-5f

/* A solver leaves far less than a shape is thin, but where that is nothing: what is flat is lowered by more
 * than rounding, or it may be apart again. */
static float depth_on_fold(slide *s, const carom_shape *shape, const carom_pose *at) {
  carom_obb box;
  ck_assert_int_eq(carom_shape_obb(shape, &box), CAROM_OK);
  float least = fminf(fminf(box.half.x, box.half.y), box.half.z);
  return fminf(choose_depth(s, height_of(shape, at)), fmaxf(0.25f * least, LEAST_DEPTH));
}

static void lay_over(slide *s, carom_shape_kind kind, float (*height)(float x, float z)) {
  carom_pose floor_at = {.rotation = {0, 0, 0, 1}}, at = {.rotation = rest_or_turned(s)};
  carom_patch patches[MOST_PATCHES];
  size_t count = 0;
  carom_shape shape = kind_random(&s->random, kind, test_log_uniform(&s->random, 0.02f, 0.2f));
  float depth = depth_on_fold(s, &shape, &at), x = test_uniform(&s->random, -0.3f, 0.3f);
  if (test_below(&s->random, 2)) x *= 0.1f;
  at.position.x = (double)x;
  at.position.z = (double)test_uniform(&s->random, -0.3f, 0.3f);
  if (lay(s, &shape, height(x, 0), &at)) {
    at.position.y -= (double)depth;
    ck_assert_int_eq(carom_collide_patches(&s->floor, &floor_at, &shape, &at, patches, MOST_PATCHES, &count),
                     CAROM_OK);
    ck_assert_uint_gt(count, 0);
    for (size_t i = 0; i < count; i++) {
      s->asked++;
      s->wrong += !is_normal(patches[i].normal, height == ridge);
      s->deep += patches[i].points[0].separation < -depth - 1e-4f;
    }
  }
  kind_release(&shape);
}

/* Where a shape lies across a ridge, it may be deeper along the normal of a side than it was lowered. */
static void lay_all(int i, float (*height)(float x, float z)) {
  static const float slopes[] = {0.2f, 0.5f, 1, 2, 4};
  slide s = {.wrong = 0};
  slope = slopes[i % 5];
  for (int seed = 0; seed < 6; seed++) {
    begin_bent(&s, height, i / 5, seed);
    for (int k = 0; k < SPATIAL_KINDS; k++)
      for (int n = 0; n < test_scaled(40); n++) lay_over(&s, spatial_kind((uint32_t)k), height);
    carom_mesh_release(s.mesh);
  }
  ck_assert_msg(s.wrong == 0, "%d of %d normals are wrong", s.wrong, s.asked);
  ck_assert_msg(s.deep <= 3 + s.asked / 80, "%d of %d patches are too deep", s.deep, s.asked);
}

START_TEST(ridges_have_no_normals_but_those_between_their_sides) { lay_all(_i, ridge); }
END_TEST

START_TEST(valleys_have_no_normals_but_those_of_their_sides) { lay_all(_i, valley); }
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("mesh_slide");
  TCase *tests = tcase_create("flat ground");
  tcase_set_timeout(tests, 300);
  tcase_add_loop_test(tests, nothing_meets_an_edge_of_flat_ground, 0, 20);
  tcase_add_loop_test(tests, a_mesh_meets_no_edge_of_flat_ground, 0, 20);
  tcase_add_loop_test(tests, a_mesh_meets_no_edge_of_strips, 0, 20);
  tcase_add_loop_test(tests, nothing_meets_an_edge_where_strips_do_not_meet_end_to_end, 0, 20);
  tcase_add_loop_test(tests, ridges_have_no_normals_but_those_between_their_sides, 0, 10);
  tcase_add_loop_test(tests, valleys_have_no_normals_but_those_of_their_sides, 0, 10);
  suite_add_tcase(suite, tests);
  return suite;
}
