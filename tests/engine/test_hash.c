/* test_hash.c: everything that a following step depends on is in the hash, and nothing else. */
#include "support.h"

typedef struct {
  carom_world *world;
  carom_body body, still;
  carom_collider collider;
} scene;

static scene scene_make(void) {
  scene s = {.world = support_world()};
  s.body = support_ball(s.world, CAROM_KINEMATIC, 0);
  s.still = support_ball(s.world, CAROM_STATIC, 1);
  s.collider = support_collider_of(s.world, s.body);
  support_step(s.world);
  return s;
}

static void set_pose(scene *s) { support_move(s->world, s->body, 0x1p-30); }
static void put_away_and_back(scene *s) {
  support_move(s->world, s->body, 9);
  support_move(s->world, s->body, 0);
}
static void turn(scene *s) {
  carom_pose pose = {.rotation = {0, 0, 1, 0}};
  carom_body_set_pose(s->world, s->body, &pose);
}
static void push(scene *s) {
  carom_body_set_velocity(s->world, s->body, (carom_vec3){0, 1, 0}, (carom_vec3){0, 0, 0});
}
static void spin(scene *s) {
  carom_body_set_velocity(s->world, s->body, (carom_vec3){0, 0, 0}, (carom_vec3){0, 1, 0});
}
static void disable(scene *s) { carom_body_set_enabled(s->world, s->body, false); }
static void destroy(scene *s) { carom_body_destroy(s->world, s->still); }
static void destroy_collider(scene *s) { carom_collider_destroy(s->world, s->collider); }
static void create(scene *s) { carom_body_create(s->world, NULL); }
static void create_collider(scene *s) { support_collider(s->world, s->still, carom_shape_sphere(1)); }
static void grow(scene *s) {
  carom_shape shape = carom_shape_sphere(1.0001f);
  carom_collider_set_shape(s->world, s->collider, &shape);
}
static void make_cube(scene *s) {
  carom_shape shape = carom_shape_box(1, 1, 1);
  carom_collider_set_shape(s->world, s->collider, &shape);
}
static void lay_down(scene *s) {
  carom_shape shape = carom_shape_capsule((carom_vec3){-1, 0, 0}, (carom_vec3){1, 0, 0}, 1);
  carom_collider_set_shape(s->world, s->collider, &shape);
}
static void stand_up(scene *s) {
  carom_shape shape = carom_shape_capsule((carom_vec3){0, -1, 0}, (carom_vec3){0, 1, 0}, 1);
  carom_collider_set_shape(s->world, s->collider, &shape);
}
static void shift(scene *s) {
  carom_local_pose local = {.position = {0, 0x1p-20f, 0}};
  carom_collider_set_local_pose(s->world, s->collider, &local);
}
static void set_category(scene *s) {
  carom_collider_set_filter(s->world, s->collider, (carom_filter){2, 0, 0});
}
static void set_mask(scene *s) { carom_collider_set_filter(s->world, s->collider, (carom_filter){0, 2, 0}); }
static void set_group(scene *s) {
  carom_collider_set_filter(s->world, s->collider, (carom_filter){0, 0, -2});
}
static void step(scene *s) {
  push(s);
  support_step(s->world);
}

typedef void change(scene *s);
static change *const changes[] = {
    set_pose,
    put_away_and_back,
    turn,
    push,
    spin,
    disable,
    destroy,
    destroy_collider,
    create,
    grow,
    create_collider,
    make_cube,
    lay_down,
    stand_up,
    shift,
    set_category,
    set_mask,
    set_group,
    step,
};
enum { CHANGES = sizeof changes / sizeof *changes };

/* All changes give hashes of their own, the same each time. */
START_TEST(each_change_has_its_hash) {
  uint64_t hashes[CHANGES + 1];
  for (int round = 0; round < 2; round++)
    for (int i = 0; i <= CHANGES; i++) {
      scene s = scene_make();
      if (i < CHANGES) changes[i](&s);
      uint64_t hash = carom_world_hash(s.world);
      ck_assert_msg(round == 0 || hash == hashes[i], "change %d", i);
      hashes[i] = hash;
      for (int k = 0; k < i; k++) ck_assert_msg(hashes[k] != hash, "changes %d and %d", k, i);
      carom_world_destroy(s.world);
    }
}
END_TEST

START_TEST(users_and_handlers_have_no_hash) {
  scene s = scene_make();
  support_log log;
  uint64_t hash = carom_world_hash(s.world);
  carom_body_set_user(s.world, s.body, &s);
  carom_collider_set_user(s.world, s.collider, &s);
  support_listen(s.world, &log);
  ck_assert_uint_eq(carom_world_hash(s.world), hash);
  carom_collider_set_filter(s.world, s.collider, (carom_filter){CAROM_CATEGORY_DEFAULT, ~CAROM_MASK_NONE, 0});
  ck_assert_uint_eq(carom_world_hash(s.world), hash);
  carom_world_destroy(s.world);
}
END_TEST

/* A mark of the last step has its effect in the next, and is gone then. */
START_TEST(hashes_come_back) {
  scene s = scene_make();
  uint64_t hash = carom_world_hash(s.world);
  put_away_and_back(&s);
  ck_assert_uint_ne(carom_world_hash(s.world), hash);
  ck_assert_int_eq(carom_world_step(s.world, 0), CAROM_OK);
  ck_assert_uint_eq(carom_world_hash(s.world), hash);
  carom_world_destroy(s.world);
}
END_TEST

/* --- Assets --- */

static uint64_t hash_of(carom_shape shape, bool planar) {
  carom_world *world;
  carom_world_def def = {.planar = planar};
  ck_assert_int_eq(carom_world_create(&def, &world), CAROM_OK);
  support_collider(world, carom_body_create(world, NULL), shape);
  uint64_t hash = carom_world_hash(world);
  carom_world_destroy(world);
  return hash;
}

/* Squares and cubes with one of their corners cut off, here or there, more or less: their boxes are alike. */
static uint64_t polygon_hash(int corner, float cut) {
  carom_vec2 points[5];
  const carom_vec2 square[4] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
  for (int i = 0, n = 0; i < 4; i++) {
    carom_vec2 p = square[i];
    if (i == corner) points[n++] = (carom_vec2){p.x * (1 - cut), p.y};
    points[n++] = i == corner ? (carom_vec2){p.x, p.y * (1 - cut)} : p;
  }
  carom_polygon *polygon;
  ck_assert_int_eq(carom_polygon_from_points(NULL, &points[0].x, 5, 0, &polygon), CAROM_OK);
  uint64_t hash = hash_of(carom_shape_polygon(polygon), true);
  carom_polygon_release(polygon);
  return hash;
}

static uint64_t hull_hash(int corner, float cut) {
  carom_vec3 points[10];
  int n = 0;
  for (int i = 0; i < 8; i++) {
    carom_vec3 p = {i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1}, q = p, r = p;
    p.x *= i == corner ? 1 - cut : 1;
    q.y *= 1 - cut;
    r.z *= 1 - cut;
    points[n++] = p;
    if (i == corner) points[n++] = q, points[n++] = r;
  }
  carom_hull *hull;
  ck_assert_int_eq(carom_hull_from_points(NULL, &points[0].x, (size_t)n, 0, &hull), CAROM_OK);
  uint64_t hash = hash_of(carom_shape_hull(hull), false);
  carom_hull_release(hull);
  return hash;
}

/* The link is the same, its chain is not. */
static uint64_t chain_hash(int corner, float cut) {
  float points[8] = {0, 0, 1, 0, 2, 1, 3, 3};
  points[4 + corner % 4] += cut;
  carom_chain *chain;
  const carom_chain_def def = {.points = points, .count = 4};
  ck_assert_int_eq(carom_chain_create(NULL, &def, &chain), CAROM_OK);
  uint64_t hash = hash_of(carom_shape_chain_link(chain, 0, 0), true);
  carom_chain_release(chain);
  return hash;
}

START_TEST(what_is_in_an_asset_counts) {
  uint64_t (*const kinds[])(int corner, float cut) = {polygon_hash, hull_hash, chain_hash};
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
    uint64_t hashes[8];
    for (int i = 0; i < 8; i++) {
      hashes[i] = kinds[k](i / 2, i % 2 ? 0.25f : 0.5f);
      ck_assert_uint_eq(hashes[i], kinds[k](i / 2, i % 2 ? 0.25f : 0.5f));
      for (int j = 0; j < i; j++) ck_assert_msg(hashes[i] != hashes[j], "kind %zu: %d and %d", k, i, j);
    }
  }
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("hash");
  TCase *tests = tcase_create("changes");
  tcase_add_test(tests, each_change_has_its_hash);
  tcase_add_test(tests, what_is_in_an_asset_counts);
  tcase_add_test(tests, users_and_handlers_have_no_hash);
  tcase_add_test(tests, hashes_come_back);
  suite_add_tcase(suite, tests);
  return suite;
}
