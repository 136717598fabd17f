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

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("hash");
  TCase *tests = tcase_create("changes");
  tcase_add_test(tests, each_change_has_its_hash);
  tcase_add_test(tests, users_and_handlers_have_no_hash);
  tcase_add_test(tests, hashes_come_back);
  suite_add_tcase(suite, tests);
  return suite;
}
