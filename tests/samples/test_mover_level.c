/* test_mover_level.c: movers on random paths through levels of OpenArena, where they are installed: never in
 * a solid, and never out of the level. */
#include "scene_kinds.h"
#include "testing.h"

enum { FRAMES = 60, PATHS = 100 };

/* A game's character: 32 units are about a metre, z is up, and a frame is a sixtieth of a second. */
#define GRAVITY (800.0f / 3600)
#define JUMP (270.0f / 60)
#define SPEED (320.0f / 60)

typedef struct level {
  uint64_t random;
  scene scene;
  carom_world *world;
} level;

typedef struct path {
  level *level;
  carom_mover mover;
  carom_vec3 wish;
  float fall;
  size_t inside, stuck, refused;
} path;

static bool overlaps(const level *l, const carom_mover *mover) {
  size_t count = 1;
  carom_world_overlap_shape(l->world, &mover->shape, &mover->pose, NULL, NULL, 0, &count);
  return count > 0;
}

static double anywhere(uint64_t *random, double low, double high) {
  return low + (high - low) * (double)test_uniform(random, 0, 1);
}

static carom_shape character(uint32_t kind) {
  if (kind == 0) return carom_shape_box(15, 15, 28);
  if (kind == 1) return carom_shape_sphere(20);
  return carom_shape_capsule((carom_vec3){0, 0, -13}, (carom_vec3){0, 0, 13}, 15);
}

/* Somewhere free in the level. Who gets out of it falls, and is in the void for good; on the way, open spaces
 * may have corners that the tree does not call open. */
static void path_start(path *p, level *l) {
  const carom_pos low = l->scene.bounds.min, high = l->scene.bounds.max;
  *p = (path){
      .level = l,
      .mover = {
          .shape = character(test_below(&l->random, 3)), .up = {0, 0, 1}, .step_height = 18, .snap = 18}};
  carom_pos *at = &p->mover.pose.position;
  do {
    at->x = anywhere(&l->random, low.x, high.x);
    at->y = anywhere(&l->random, low.y, high.y);
    at->z = anywhere(&l->random, low.z, high.z);
  } while (!scene_is_open(&l->scene, *at) || overlaps(l, &p->mover));
}

/* Another direction, sometimes a dash, and a jump. */
static void choose(path *p) {
  uint64_t *random = &p->level->random;
  float speed = test_below(random, 16) ? SPEED : 40 * SPEED;
  p->wish = test_vec3(random, -speed, speed);
  p->wish.z = 0;
  if (p->mover.footing == CAROM_ON_GROUND && test_below(random, 3) == 0) p->fall = JUMP;
}

static void path_step(path *p) {
  carom_mover_result result;
  if (test_below(&p->level->random, 16) == 0) choose(p);
  p->fall -= GRAVITY;
  carom_vec3 sent = {p->wish.x, p->wish.y, p->fall};
  p->refused += carom_mover_move(p->level->world, &p->mover, sent, &result) != CAROM_OK;
  if (p->mover.footing == CAROM_ON_GROUND && p->fall < 0) p->fall = 0;
  p->stuck += result.stuck;
  p->inside += overlaps(p->level, &p->mover);
}

static size_t run(level *l) {
  size_t faults = 0;
  path p;
  for (int i = 0; i < test_scaled(PATHS); i++) {
    path_start(&p, l);
    for (int frame = 0; frame < FRAMES; frame++) path_step(&p);
    faults += p.inside + p.stuck + p.refused + !scene_is_open(&l->scene, p.mover.pose.position);
  }
  return faults;
}

static const char *const maps[] = {"oa_dm2", "oa_dm6"};

START_TEST(no_path_leads_out_of_a_level) {
  level l = {.random = 7};
  size_t faults = 0;
  ck_assert_int_eq(carom_world_create(NULL, &l.world), CAROM_OK);
  if (scene_map_load(&l.scene, maps[_i], NULL)) {
    ck_assert(scene_place_statics(&l.scene, l.world, (carom_pos){0, 0, 0}));
    ck_assert_int_eq(carom_world_step(l.world, 0), CAROM_OK); /* makes the tree that queries use */
    faults = run(&l);
  }
  carom_world_destroy(l.world);
  scene_free(&l.scene);
  ck_assert_uint_eq(faults, 0);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("mover_level");
  TCase *tests = tcase_create("level");
  tcase_set_timeout(tests, 600);
  tcase_add_loop_test(tests, no_path_leads_out_of_a_level, 0, 2);
  suite_add_tcase(suite, tests);
  return suite;
}
