/* test_first_touch.c: what flies to an open surface from anywhere, and goes on by little after the touch, is
 * in contact as little. The borders of meshes and fields, and the ends of chains, are met from all around:
 * the way out may lead behind the side on which the middle of the shape is. */
#include "carom/cast.h"
#include "carom/compound.h"
#include "carom/patch.h"

#include "all_kinds.h"
#include "chain.h"
#include "parts.h"
#include "meshes.h"

/* How far it goes on, and how deep it may be then. */
#define ON 0.002f
#define DEEP (1.25f * ON)

/* --- Open surfaces, which must be released --- */

enum { SHEETS = 4, CHAINS = 4, CELLS = 3 };

static carom_shape make_compound(const carom_shape *shapes, uint32_t count, carom_local_pose pose) {
  carom_compound_child children[3];
  const carom_compound_def def = {.children = children, .child_count = count};
  carom_compound *compound;
  for (uint32_t i = 0; i < count; i++) children[i] = (carom_compound_child){.shape = shapes[i], .pose = pose};
  ck_assert_int_eq(carom_compound_create(NULL, &def, NULL, &compound), CAROM_OK);
  return carom_shape_compound(compound);
}

/* A sheet of 3 x 3 cells of length 1, also one that is rounded, one in a compound, and a field with holes. */
static carom_shape make_sheet(uint64_t *random, int which) {
  if (which == 3) {
    carom_shape field = assets_scaled(rough_assets(), ASSET_MESHES, vec3(3, 0.125f, 2), 0);
    carom__shape_retain(&field);
    return field;
  }
  soup s = soup_field(random, CELLS, 0);
  carom_mesh *mesh = soup_mesh(&s, CAROM_MESH_TWO_SIDED, NULL);
  soup_free(&s);
  carom_shape sheet = carom_shape_scaled_mesh(mesh, vec3(1, 1, 1), which == 1 ? 0.0625f : 0);
  if (which < 2) return sheet;
  carom_local_pose pose = {test_vec3(random, -1, 1), test_quat(random)};
  carom_shape compound = make_compound(&sheet, 1, pose);
  carom_mesh_release(mesh);
  return compound;
}

/* A link, also one that is rounded, and chains of three as compounds. */
static carom_shape make_chain(uint64_t *random, int which) {
  const carom_local_pose none = {.rotation = {0, 0, 0, 1}};
  bool whole = which >= 2;
  float radius = which % 2 ? 0.0625f : 0;
  carom_vec2 points[4] = {{-1.5f, 0}, {1.5f, 0}};
  carom_chain *chain;
  carom_shape links[3];
  for (int i = 0; i < 4 && whole; i++)
    points[i] = (carom_vec2){(float)i - 1.5f, test_uniform(random, -0.3f, 0.3f)};
  const carom_chain_def def = {.points = &points[0].x, .count = whole ? 4 : 2};
  ck_assert_int_eq(carom_chain_create(NULL, &def, &chain), CAROM_OK);
  if (!whole) return carom_shape_chain_link(chain, 0, radius);
  for (uint32_t i = 0; i < 3; i++) links[i] = carom_shape_chain_link(chain, i, radius);
  carom_shape compound = make_compound(links, 3, none);
  carom_chain_release(chain);
  return compound;
}

/* --- Flights --- */

static carom_pos go(carom_pos from, carom_vec3 way, double by) {
  return (carom_pos){from.x + by * (double)way.x, from.y + by * (double)way.y, from.z + by * (double)way.z};
}

typedef struct flights {
  uint64_t random;
  bool planar;
  int touching, deep; /* how many touched, and how many of these were deep at once */
} flights;

static carom_quat any_turn(flights *f) {
  carom_quat q = test_quat(&f->random);
  return f->planar ? quat_normalize((carom_quat){0, 0, q.z, q.w + 2}) : q;
}

/* To a place near the surface, which is in its plane or on its line. */
static void fly(flights *f, const carom_shape *surface, const carom_shape *shape) {
  carom_pose still = {.rotation = any_turn(f)}, pose = {.rotation = any_turn(f)};
  carom_vec3 to = test_vec3(&f->random, -2, 2), way = test_vec3(&f->random, -1, 1);
  if (f->planar) to.z = way.z = 0;
  way = vec3_scale(vec3_normalize_or(way, vec3(1, 0, 0)), 8);
  pose.position = go((carom_pos){(double)to.x, (double)to.y, (double)to.z}, way, -1);
  carom_impact hit;
  carom_manifold m;
  ck_assert_int_eq(carom_cast_shape(surface, &still, shape, &pose, vec3_scale(way, 2), &hit), CAROM_OK);
  if (!hit.hit || hit.inside) return;
  pose.position = go(pose.position, way, 2 * hit.fraction + (double)ON / 8);
  ck_assert_int_eq(carom_collide(surface, &still, shape, &pose, &m), CAROM_OK);
  f->touching += m.point_count > 0;
  f->deep += manifold_depth(&m) > DEEP;
}

/* What has no end flies nowhere. What is met from one side only may be deep when that first happens. */
static bool can_fly(const carom_shape *shape) {
  if (shape->kind == CAROM_HALF_SPACE || shape->kind == CAROM_HALF_PLANE) return false;
  return shape->kind == CAROM_CHAIN_LINK ? !shape->geometry.chain_link.asset->one_sided
                                         : !rough_lets_pass(shape);
}

/* Two triangles of a sheet may both be crossed along their common edge, so that neither tells the way aside:
 * then the contact is along the face. That is rare. */
static void fly_kind(carom_shape_kind kind, carom_shape (*make)(uint64_t *, int), int which) {
  flights f = {.random = (uint64_t)which + 1, .planar = make == make_chain};
  int flown = 0;
  for (int i = 0; i < test_scaled(2000); i++) {
    carom_shape surface = make(&f.random, which), shape = random_shape_of(&f.random, kind, 0.5f);
    if (can_fly(&shape)) flown++, fly(&f, &surface, &shape);
    kind_release(&surface), kind_release(&shape);
  }
  ck_assert_msg(f.touching * 16 >= flown, "%s: %d of %d touch", carom_shape_kind_name(kind), f.touching,
                flown);
  ck_assert_msg(f.deep <= 1 + f.touching / 100, "%s: %d of %d are deep", carom_shape_kind_name(kind), f.deep,
                f.touching);
}

START_TEST(sheets_are_touched_by_little) {
  fly_kind(any_spatial_kind((uint32_t)_i / SHEETS), make_sheet, _i % SHEETS);
}
END_TEST

START_TEST(chains_are_touched_by_little) {
  fly_kind(planar_kind((uint32_t)_i / CHAINS), make_chain, _i % CHAINS);
}
END_TEST

/* --- Sides --- */

/* A flat sheet of one side, whose twin has two. The front is where z > 0. */
typedef struct twins {
  carom_shape one, two;
} twins;

static twins make_twins(uint64_t *random) {
  soup s = soup_field(random, CELLS, 0);
  twins t = {carom_shape_mesh(soup_mesh(&s, CAROM_MESH_ONE_SIDED, NULL)),
             carom_shape_mesh(soup_mesh(&s, CAROM_MESH_TWO_SIDED, NULL))};
  soup_free(&s);
  return t;
}

/* Of what has its middle in front, both tell the same. What has it behind is never led to the back of the one
 * of one side. */
static void compare_sides(const twins *t, const carom_shape *shape, const carom_pose *pose, int counts[2]) {
  const carom_pose still = {.rotation = {0, 0, 0, 1}};
  const carom_frame frame = pose_to_frame(pose);
  carom_pos middle = frame_apply(&frame, shape_center(carom__shape_class_of(shape->kind), shape));
  carom_manifold one, two;
  ck_assert_int_eq(carom_collide(&t->one, &still, shape, pose, &one), CAROM_OK);
  ck_assert_int_eq(carom_collide(&t->two, &still, shape, pose, &two), CAROM_OK);
  if (one.point_count == 0 || fabs(middle.z) < 1e-3) return;
  counts[middle.z < 0]++;
  if (middle.z > 0)
    ck_assert(manifold_depth(&one) == manifold_depth(&two) && vec3_dot(one.normal, two.normal) > 0.9999f);
  else
    ck_assert(one.normal.z > -0x1p-15f);
}

START_TEST(a_sheet_of_one_side_leads_around_what_is_in_front) {
  carom_shape_kind kind = spatial_kind((uint32_t)_i);
  uint64_t random = (uint64_t)_i + 1;
  twins t = make_twins(&random);
  int counts[2] = {0, 0};
  for (int i = 0; i < test_scaled(1000) && kind != CAROM_HALF_SPACE; i++) {
    carom_shape shape = random_shape_of(&random, kind, 0.5f);
    carom_vec3 p = test_vec3(&random, -0.5f, 3.5f);
    p.z = 0.25f * (p.z - 1.5f);
    const carom_pose pose = {{(double)p.x, (double)p.y, (double)p.z}, test_quat(&random)};
    compare_sides(&t, &shape, &pose, counts);
    kind_release(&shape);
  }
  ck_assert(kind == CAROM_HALF_SPACE || (counts[0] > 0 && counts[1] > 0));
  kind_release(&t.one), kind_release(&t.two);
}
END_TEST

/* A roof of two sides along y, whose ridge is at a height. */
static carom_mesh *make_roof(float height) {
  soup s = soup_make(6, 4);
  for (int k = 0; k < 6; k++) soup_vertex(&s, (float)(k % 3) - 1, k < 3 ? -2 : 2, k % 3 == 1 ? height : 0);
  soup_triangle(&s, 0, 1, 4), soup_triangle(&s, 0, 4, 3);
  soup_triangle(&s, 1, 2, 5), soup_triangle(&s, 1, 5, 4);
  carom_mesh *mesh = soup_mesh(&s, CAROM_MESH_TWO_SIDED, NULL);
  soup_free(&s);
  return mesh;
}

static carom_hull *make_pyramid(void) {
  const carom_vec3 corners[5] = {{-3, -3, 0}, {3, -3, 0}, {3, 3, 0}, {-3, 3, 0}, {0, 0, 2}};
  carom_hull *hull;
  ck_assert_int_eq(carom_hull_from_points(NULL, &corners[0].x, 5, 0, &hull), CAROM_OK);
  return hull;
}

/* A pyramid whose middle is below a surface, and whose tip is high above it, is pushed down, though the way
 * up is shorter. */
static void push_down(uint64_t *random, const carom_hull *pyramid, const carom_shape *surface, float height,
                      carom_quat turn) {
  carom_shape shape = carom_shape_rounded_hull(pyramid, test_below(random, 2) ? 0.0625f : 0);
  float x = test_uniform(random, -0.05f, 0.05f), y = test_uniform(random, -1, 1);
  float z = height - test_uniform(random, 0.6f, 0.7f);
  const carom_pose still = {.rotation = {0, 0, 0, 1}}, pose = {{(double)x, (double)y, (double)z}, turn};
  carom_patch patches[8];
  size_t count;
  ck_assert_int_eq(carom_collide_patches(surface, &still, &shape, &pose, patches, 8, &count), CAROM_OK);
  ck_assert(count > 0 && count <= 8);
  for (size_t k = 0; k < count; k++) ck_assert(patches[k].normal.z < 0);
}

/* The way up is a normal of the ridge. */
START_TEST(a_ridge_lets_nothing_through) {
  uint64_t random = (uint64_t)_i + 1;
  carom_hull *pyramid = make_pyramid();
  for (int i = 0; i < test_scaled(400); i++) {
    float height = test_uniform(&random, 0.05f, 0.5f);
    carom_shape roof = carom_shape_mesh(make_roof(height));
    push_down(&random, pyramid, &roof, height, quat_identity());
    kind_release(&roof);
  }
  carom_hull_release(pyramid);
}
END_TEST

static carom_quat leaning(uint64_t *random) {
  return quat_normalize(
      (carom_quat){test_uniform(random, -0.02f, 0.02f), test_uniform(random, -0.02f, 0.02f), 0, 1});
}

/* The way up leads around the border, but that is far away. */
START_TEST(a_wide_sheet_lets_nothing_through) {
  uint64_t random = (uint64_t)_i + 1;
  carom_hull *pyramid = make_pyramid();
  carom_shape sheet = carom_shape_scaled_mesh(make_roof(0), vec3(8, 4, 1), 0);
  for (int i = 0; i < test_scaled(400); i++)
    push_down(&random, pyramid, &sheet, 0, i % 4 ? leaning(&random) : quat_identity());
  kind_release(&sheet);
  carom_hull_release(pyramid);
}
END_TEST

/* The same in the plane. */
START_TEST(a_long_link_lets_nothing_through) {
  uint64_t random = (uint64_t)_i + 1;
  const carom_vec2 points[2] = {{-20, 0}, {20, 0}};
  const carom_vec2 corners[3] = {{-3, 0}, {3, 0}, {0, 2}};
  const carom_chain_def def = {.points = &points[0].x, .count = 2};
  carom_chain *chain;
  carom_polygon *polygon;
  ck_assert_int_eq(carom_chain_create(NULL, &def, &chain), CAROM_OK);
  ck_assert_int_eq(carom_polygon_from_points(NULL, &corners[0].x, 3, 0, &polygon), CAROM_OK);
  carom_shape link = carom_shape_chain_link(chain, 0, 0), shape = carom_shape_polygon(polygon);
  for (int i = 0; i < test_scaled(400); i++) {
    double up = (double)test_uniform(&random, -0.9f, -0.8f),
           turn = i % 4 ? (double)test_uniform(&random, -0.05f, 0.05f) : 0;
    const carom_pose still = carom_pose_planar(0, 0, 0),
                     pose = carom_pose_planar((double)test_uniform(&random, -9, 9), up, turn);
    carom_manifold m;
    ck_assert_int_eq(carom_collide(&link, &still, &shape, &pose, &m), CAROM_OK);
    ck_assert(m.point_count > 0 && m.normal.y < 0);
  }
  carom_chain_release(chain);
  carom_polygon_release(polygon);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("first_touch");
  TCase *tests = tcase_create("open surfaces");
  tcase_set_timeout(tests, 60);
  tcase_add_loop_test(tests, sheets_are_touched_by_little, 0, ALL_SPATIAL_KINDS * SHEETS);
  tcase_add_loop_test(tests, chains_are_touched_by_little, 0, PLANAR_KINDS * CHAINS);
  tcase_add_loop_test(tests, a_sheet_of_one_side_leads_around_what_is_in_front, 0, SPATIAL_KINDS);
  tcase_add_loop_test(tests, a_ridge_lets_nothing_through, 0, 4);
  tcase_add_loop_test(tests, a_wide_sheet_lets_nothing_through, 0, 4);
  tcase_add_loop_test(tests, a_long_link_lets_nothing_through, 0, 4);
  suite_add_tcase(suite, tests);
  return suite;
}
