/* test_compound_slide.c: what slides over solid children side by side is never met by a side between them.
 *
 * Shapes of all kinds lie on floors of boxes, of hulls, and of both with triangles, as deep in them as a
 * solver leaves them, and deeper. Whatever touches has contacts, and their normals are those of the ground.
 * Steps and walls that stand on the floor are met. */
#include "carom/patch.h"

#include "compounds.h"
#include "parts.h"

enum { MOST_PATCHES = 64, MOST_TILES = 128 };

typedef struct slide {
  uint64_t random;
  carom_compound_child tiles[MOST_TILES];
  uint32_t count;
  carom_compound *compound;
  carom_shape floor;
  int asked, wrong, shallow; /* normals: all, and those that are wrong; depths that are far too small */
} slide;

static void add_tile(slide *s, carom_shape shape, carom_vec3 at) {
  ck_assert_uint_lt(s->count, MOST_TILES);
  s->tiles[s->count] = (carom_compound_child){shape, {.position = at}, s->count, 0};
  s->count++;
}

/* A box whose top is at height 0. */
static void add_box(slide *s, float x0, float x1, float z0, float z1) {
  float thick = test_uniform(&s->random, 0.1f, 0.4f);
  carom_vec3 at = {0.5f * (x0 + x1), -thick, 0.5f * (z0 + z1)};
  add_tile(s, carom_shape_box(0.5f * (x1 - x0), thick, 0.5f * (z1 - z0)), at);
}

/* Strips of boxes, each divided at places of its own. */
static void add_strips(slide *s) {
  for (int strip = 0; strip < 8; strip++) {
    float low = -1 + 0.25f * (float)strip, at = -1;
    for (int i = 0; at < 1 && i < 12; i++) {
      float next = i == 11 ? 1 : fminf(1, at + test_uniform(&s->random, 0.05f, 0.5f));
      add_box(s, at, next, low, low + 0.25f);
      at = next;
    }
  }
}

static void add_hull(slide *s, const carom_vec3 corners[4]) {
  carom_vec3 points[8];
  carom_hull *hull = NULL;
  for (int k = 0; k < 4; k++) {
    points[k] = corners[k];
    points[4 + k] = vec3(corners[k].x, -test_uniform(&s->random, 0.1f, 0.4f), corners[k].z);
  }
  ck_assert_int_eq(carom_hull_from_points(NULL, &points->x, 8, 0, &hull), CAROM_OK);
  add_tile(s, carom_shape_hull(hull), vec3(0, 0, 0));
}

/* Cells whose inner corners are moved at random. */
static void add_hulls(slide *s) {
  carom_vec3 corners[9][9];
  for (int i = 0; i < 81; i++) {
    int x = i % 9, z = i / 9;
    bool inner = x > 0 && x < 8 && z > 0 && z < 8;
    float dx = inner ? test_uniform(&s->random, -0.07f, 0.07f) : 0;
    float dz = inner ? test_uniform(&s->random, -0.07f, 0.07f) : 0;
    corners[x][z] = vec3(-1 + 0.25f * (float)x + dx, 0, -1 + 0.25f * (float)z + dz);
  }
  for (int i = 0; i < 64; i++) {
    int x = i % 8, z = i / 8;
    const carom_vec3 four[4] = {corners[x][z], corners[x + 1][z], corners[x + 1][z + 1], corners[x][z + 1]};
    add_hull(s, four);
  }
}

static float flat(float x, float z) {
  (void)x, (void)z;
  return 0;
}

/* Half of the floor is of triangles. */
static void add_mixed(slide *s) {
  static ground g;
  ground_grid(&s->random, flat, &g);
  for (uint32_t i = 0; i < g.vertex_count; i++) g.vertices[i].x = 0.5f * g.vertices[i].x - 0.5f;
  add_tile(s, carom_shape_mesh(ground_mesh(&g, CAROM_MESH_ONE_SIDED)), vec3(0, 0, 0));
  for (int i = 0; i < 16; i++) {
    float x = 0.25f * (float)(i % 4), z = -1 + 0.5f * (float)(i / 4);
    add_box(s, x, x + 0.25f, z, z + 0.5f);
  }
}

static void begin(slide *s, int seed, void (*add)(slide *)) {
  s->random = (uint64_t)seed * 977 + 5;
  s->count = 0;
  s->asked = s->wrong = s->shallow = 0;
  add(s);
  s->compound = make_compound(s->tiles, s->count);
  s->floor = carom_shape_compound(s->compound);
}

static void end(slide *s) {
  release_children(s->tiles, s->count);
  carom_compound_release(s->compound);
}

static carom_aabb bounds_of(const carom_shape *shape, const carom_pose *pose) {
  carom_aabb bounds;
  ck_assert_int_eq(carom_shape_bounds(shape, pose, &bounds), CAROM_OK);
  return bounds;
}

static carom_quat rest_or_turned(slide *s) {
  static const carom_quat upright = {0, 0, 0, 1};
  float half = test_uniform(&s->random, 0, 3);
  if (test_below(&s->random, 2)) return test_quat(&s->random);
  return test_below(&s->random, 4) ? (carom_quat){0, sinf(half), 0, cosf(half)} : upright;
}

/* What is long may reach beyond the border. */
static bool is_over_floor(const carom_shape *shape, const carom_pose *pose) {
  carom_aabb b = bounds_of(shape, pose);
  return b.min.x > -1 && b.max.x < 1 && b.min.z > -1 && b.max.z < 1;
}

static void check_patches(slide *s, const carom_patch *patches, size_t count, float depth) {
  ck_assert_uint_ge(count, 1);
  for (size_t i = 0; i < count; i++) {
    s->asked++;
    s->wrong += !(patches[i].normal.y > 0.9999f);
    ck_assert(patches[i].points[0].separation >= -depth - 1e-4f);
  }
  s->shallow += !(patches[0].points[0].separation <= -0.5f * depth + 1e-4f);
}

static void slide_over(slide *s, carom_shape_kind kind) {
  carom_pose floor_at = {.rotation = {0, 0, 0, 1}}, at = {.rotation = rest_or_turned(s)};
  carom_patch patches[MOST_PATCHES];
  size_t count = 0;
  carom_shape shape = kind_random(&s->random, kind, test_log_uniform(&s->random, 0.02f, 0.3f));
  carom_aabb bounds = bounds_of(&shape, &at);
  float depth = test_below(&s->random, 4) ? test_log_uniform(&s->random, 1e-5f, 5e-3f) : 5e-3f;
  depth = fminf(depth, 0.1f * (bounds.max.y - bounds.min.y));
  at.position.x = (double)test_uniform(&s->random, -0.35f, 0.35f);
  at.position.z = (double)test_uniform(&s->random, -0.35f, 0.35f);
  at.position.y = (double)(-bounds.min.y - depth);
  ck_assert_int_eq(carom_collide_patches(&s->floor, &floor_at, &shape, &at, patches, MOST_PATCHES, &count),
                   CAROM_OK);
  if (is_over_floor(&shape, &at)) check_patches(s, patches, count, depth);
  kind_release(&shape);
}

static void slide_all(int seed, void (*add)(slide *), int thousandths) {
  slide s;
  begin(&s, seed, add);
  for (int k = 0; k < SPATIAL_KINDS; k++)
    for (int n = 0; n < test_scaled(200); n++) slide_over(&s, spatial_kind((uint32_t)k));
  ck_assert_msg(s.wrong == 0, "%d of %d normals are wrong", s.wrong, s.asked);
  ck_assert_msg(s.shallow <= (thousandths > 0) + s.asked * thousandths / 1000, "%d of %d are too shallow",
                s.shallow, s.asked);
  end(&s);
}

START_TEST(nothing_meets_a_side_between_boxes) { slide_all(_i, add_strips, 0); }
END_TEST
START_TEST(nothing_meets_a_side_between_hulls) { slide_all(_i, add_hulls, 0); }
END_TEST
/* What leans through a thin surface may have its deepest point under a triangle that it does not touch. */
START_TEST(nothing_meets_a_side_between_boxes_and_triangles) { slide_all(_i, add_mixed, 1); }
END_TEST

/* --- Steps --- */

/* A wall that stands in a row of boxes is met along its own normal, from the foot to the top. */
START_TEST(a_step_is_met) {
  slide s;
  begin(&s, _i, add_strips);
  add_tile(&s, carom_shape_box(0.5f, 0.2f, 1), vec3(1.3f, 0.2f, 0));
  carom_compound_release(s.compound);
  s.compound = make_compound(s.tiles, s.count);
  s.floor = carom_shape_compound(s.compound);
  for (int n = 0; n < test_scaled(2000); n++) {
    carom_pose floor_at = {.rotation = {0, 0, 0, 1}}, at = {.rotation = {0, 0, 0, 1}};
    carom_shape shape = carom_shape_box(0.1f, test_uniform(&s.random, 0.05f, 0.3f), 0.1f);
    carom_patch patches[MOST_PATCHES];
    float lift = test_uniform(&s.random, -5e-3f, 0.05f), depth = test_uniform(&s.random, 1e-4f, 5e-3f);
    size_t count = 0;
    at.position = (carom_pos){(double)(0.7f + depth), (double)(shape.geometry.box.half.y + lift), 0};
    at.position.z = (double)test_uniform(&s.random, -0.5f, 0.5f);
    ck_assert_int_eq(carom_collide_patches(&s.floor, &floor_at, &shape, &at, patches, MOST_PATCHES, &count),
                     CAROM_OK);
    bool met = false;
    for (size_t i = 0; i < count; i++) {
      bool wall = patches[i].normal.x < -0.9999f;
      ck_assert(wall || patches[i].normal.y > 0.9999f);
      met |= wall;
      if (wall) ck_assert_double_eq_tol(-(double)patches[i].points[0].separation, (double)depth, 1e-5);
    }
    ck_assert(met);
  }
  end(&s);
}
END_TEST

/* --- Layers --- */

static void add_layers(slide *s) {
  add_strips(s);
  add_tile(s, carom_shape_box(1, 0.1f, 1), vec3(0, 0.1f, 0));
}

/* The top of a box under another one is covered. What reaches through the upper box is not pushed down by the
 * lower one. */
START_TEST(what_sinks_through_a_layer_is_pushed_up) {
  const carom_shape shapes[] = {carom_shape_box(0.2f, 0.5f, 0.25f), carom_shape_cylinder(0.5f, 0.2f),
                                carom_shape_capsule(vec3(0, -0.3f, 0), vec3(0, 0.3f, 0), 0.2f)};
  slide s;
  begin(&s, _i, add_layers);
  carom_pose floor_at = {.rotation = test_quat(&s.random)};
  carom_frame frame = pose_to_frame(&floor_at);
  for (int i = 0; i < test_scaled(300); i++) {
    float depth = test_uniform(&s.random, 0.21f, 0.32f), x = test_uniform(&s.random, -0.5f, 0.5f);
    carom_vec3 place = vec3(x, 0.2f + 0.5f - depth, test_uniform(&s.random, -0.5f, 0.5f));
    carom_pose at = {frame_apply(&frame, place), floor_at.rotation};
    carom_manifold m;
    ck_assert_int_eq(carom_collide(&s.floor, &floor_at, &shapes[i % 3], &at, &m), CAROM_OK);
    ck_assert(m.point_count > 0 && vec3_dot(m.normal, frame.axes.y) > 0.9999f);
    ck_assert_double_eq_tol((double)manifold_depth(&m), (double)depth, 1e-5);
  }
  end(&s);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("compound_slide");
  TCase *tests = tcase_create("floors");
  tcase_set_timeout(tests, 300);
  tcase_add_loop_test(tests, nothing_meets_a_side_between_boxes, 0, 20);
  tcase_add_loop_test(tests, nothing_meets_a_side_between_hulls, 0, 20);
  tcase_add_loop_test(tests, nothing_meets_a_side_between_boxes_and_triangles, 0, 20);
  tcase_add_loop_test(tests, a_step_is_met, 0, 5);
  tcase_add_loop_test(tests, what_sinks_through_a_layer_is_pushed_up, 0, 5);
  suite_add_tcase(suite, tests);
  return suite;
}
