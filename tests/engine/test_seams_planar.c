/* test_seams_planar.c: what slides in the plane over colliders side by side is never met by a corner or an
 * edge between them. */
#include "carom/carom.h"

#include "shape_class.h"
#include "testing.h"
#include "vec.h"

enum { TILES = 6 };

typedef enum tile_kind { RECTANGLES, POLYGONS, SEGMENTS, TILE_KINDS } tile_kind;

typedef struct floor_scene {
  uint64_t random;
  carom_world *world;
  carom_body body;
  float lines[TILES + 1];
} floor_scene;

static carom_shape polygon(const carom_vec2 *points, size_t count) {
  carom_polygon *asset = NULL;
  ck_assert_int_eq(carom_polygon_from_points(NULL, &points->x, count, 0, &asset), CAROM_OK);
  return carom_shape_polygon(asset);
}

static void release(const carom_shape *shape) {
  if (shape->kind == CAROM_POLYGON) carom_polygon_release(shape->geometry.polygon.asset);
}

/* With its top at y = 0; the sides of a polygon lean inward farther below. */
static carom_shape tile_shape(floor_scene *s, tile_kind kind, float half) {
  float lean = half * test_uniform(&s->random, 0, 0.4f);
  const carom_vec2 points[6] = {{-half, 0.25f},        {-half, 0.1f}, {-half + lean, -0.25f},
                                {half - lean, -0.25f}, {half, 0.1f},  {half, 0.25f}};
  if (kind == RECTANGLES) return carom_shape_rectangle(half, 0.25f);
  return kind == POLYGONS ? polygon(points, 6)
                          : carom_shape_segment((carom_vec2){-half, 0.25f}, (carom_vec2){half, 0.25f});
}

static void make_floor(floor_scene *s, tile_kind kind, bool single, bool seamless, int seed) {
  carom_world_def def = {.planar = true, .seamless = seamless};
  carom_body_def body = {.kind = single ? CAROM_KINEMATIC : CAROM_STATIC};
  *s = (floor_scene){.random = (uint64_t)seed * 977 + 5};
  ck_assert_int_eq(carom_world_create(&def, &s->world), CAROM_OK);
  for (int i = 0; i <= TILES; i++) s->lines[i] = (float)i - 3 + test_uniform(&s->random, -0.4f, 0.4f);
  for (int i = 0; i < TILES; i++) {
    float half = 0.5f * (s->lines[i + 1] - s->lines[i]), middle = 0.5f * (s->lines[i] + s->lines[i + 1]);
    carom_shape shape = tile_shape(s, kind, half);
    if (!single || i == 0) s->body = carom_body_create(s->world, &body);
    carom_collider_create(s->world, s->body,
                          &(carom_collider_def){.shape = shape, .pose.position = {middle, -0.25f, 0}});
    release(&shape);
  }
  ck_assert_int_eq(carom_world_get_last_status(s->world), CAROM_OK);
}

static carom_shape random_polygon(uint64_t *random, float size) {
  for (;;) {
    carom_vec2 points[6];
    carom_polygon *asset = NULL;
    for (int i = 0; i < 6; i++)
      points[i] = (carom_vec2){test_uniform(random, -size, size), test_uniform(random, -size, size)};
    if (carom_polygon_from_points(NULL, &points->x, 6, 0, &asset) == CAROM_OK)
      return carom_shape_polygon(asset);
  }
}

static carom_shape random_shape(uint64_t *random, float size) {
  float other = size * test_uniform(random, 0.3f, 1);
  switch (test_below(random, 4)) {
  case 0:
    return carom_shape_disc(size);
  case 1:
    return carom_shape_stadium((carom_vec2){-size, 0}, (carom_vec2){size, 0}, other);
  case 2:
    return carom_shape_rectangle(size, other);
  default:
    return random_polygon(random, size);
  }
}

static carom_body put_on(floor_scene *s, const carom_shape *shape, float size, float depth) {
  carom_aabb bounds;
  carom_obb box;
  bool upright = test_below(&s->random, 2);
  carom_pose at = carom_pose_planar(0, 0, upright ? 0 : (double)test_uniform(&s->random, -3, 3));
  ck_assert_int_eq(carom_shape_bounds(shape, &at, &bounds), CAROM_OK);
  at.position.x = (double)(s->lines[2 + test_below(&s->random, 3)] + test_uniform(&s->random, -size, size));
  carom__shape_class_of(shape->kind)->obb(shape, &box);
  float least = 0.25f * fminf(box.half.x, box.half.y);
  at.position.y = (double)(-bounds.min.y - fminf(depth, least));
  carom_body body = carom_body_create(s->world, &(carom_body_def){.pose = at});
  carom_collider_create(s->world, body, &(carom_collider_def){.shape = *shape});
  return body;
}

static int slide(floor_scene *s, float depth) {
  float size = test_log_uniform(&s->random, 0.03f, 0.3f);
  carom_shape shape = random_shape(&s->random, size);
  carom_body mover = put_on(s, &shape, size, depth);
  size_t count;
  int wrong = 0;
  ck_assert_int_eq(carom_world_step(s->world, 0), CAROM_OK);
  carom_counts counts;
  carom_world_get_counts(s->world, &counts);
  const carom_contact *contacts = carom_world_get_contacts(s->world, &count);
  if (counts.collider_pairs < 2) count = 0; /* where only the box of one tile is near there is no seam */
  for (size_t i = 0; i < count; i++) {
    float up = contacts[i].manifold.normal.y;
    wrong += !((contacts[i].a.body.bits == mover.bits ? -up : up) > 0.9999f);
  }
  carom_body_destroy(s->world, mover);
  release(&shape);
  return wrong;
}

static int slide_all(int seed, tile_kind kind, bool single, bool seamless, int positions) {
  floor_scene s;
  int wrong = 0;
  make_floor(&s, kind, single, seamless, seed);
  for (int i = 0; i < positions; i++) wrong += slide(&s, i % 4 ? 5e-3f : 0);
  ck_assert_int_eq(carom_world_destroy(s.world), CAROM_OK);
  return wrong;
}

START_TEST(tiles_are_one_floor) {
  tile_kind kind = (tile_kind)(_i % TILE_KINDS);
  int positions = test_scaled(kind == SEGMENTS ? 6000 : 20400);
  for (int seed = 0; seed < 10; seed++)
    ck_assert_int_eq(slide_all(seed, kind, _i / TILE_KINDS, true, positions), 0);
}
END_TEST

START_TEST(without_it_corners_are_met) {
  ck_assert_int_gt(slide_all(0, (tile_kind)(_i % TILE_KINDS), _i / TILE_KINDS, false, 1000), 100);
}
END_TEST

/* A disc that reaches just beyond the end of a tile has its point there, and is as deep as it is there. */
START_TEST(points_are_where_they_were) {
  carom_world *world = NULL;
  carom_collider tiles[2];
  carom_contact contact;
  carom_world_def def = {.planar = true, .seamless = true};
  ck_assert_int_eq(carom_world_create(&def, &world), CAROM_OK);
  for (int i = 0; i < 2; i++) {
    carom_body tile = carom_body_create(
        world, &(carom_body_def){.kind = CAROM_STATIC, .pose.position = {2.0 * i - 1, -1, 0}});
    tiles[i] =
        carom_collider_create(world, tile, &(carom_collider_def){.shape = carom_shape_rectangle(1, 1)});
  }
  carom_body body = carom_body_create(world, &(carom_body_def){.pose.position = {-0.05, 0.495, 0}});
  carom_collider disc =
      carom_collider_create(world, body, &(carom_collider_def){.shape = carom_shape_disc(0.5f)});
  ck_assert_int_eq(carom_world_step(world, 0), CAROM_OK);
  ck_assert_int_eq(carom_contact_between(world, tiles[1], disc, &contact), CAROM_OK);
  const carom_contact_point *point = &contact.manifold.points[0];
  ck_assert(contact.manifold.normal.y > 0.9999f && contact.manifold.point_count == 1);
  ck_assert(fabs(point->position.x) < 1e-5 && fabsf(point->separation + 0.00248f) < 5e-5f);
  ck_assert(fabs(point->position.y - 0.5 * (double)point->separation) < 1e-5);
  ck_assert_int_eq(carom_world_destroy(world), CAROM_OK);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("seams_planar");
  TCase *tests = tcase_create("seams of the plane");
  tcase_set_timeout(tests, 300);
  tcase_add_loop_test(tests, tiles_are_one_floor, 0, 2 * TILE_KINDS);
  tcase_add_loop_test(tests, without_it_corners_are_met, 0, 2 * TILE_KINDS);
  tcase_add_test(tests, points_are_where_they_were);
  suite_add_tcase(suite, tests);
  return suite;
}
