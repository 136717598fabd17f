/* test_mover_lips.c: movers before low steps that are followed by what is too high, at all slopes of what
 * they touch, in corners with a wall and on their way along one: they come to stand as high as there is room.
 */
#include "mover_scene.h"

#define RADIUS 0.3f
#define STEP 0.3f
#define MARGIN (RADIUS / 64)

/* The lip's upper edge is at x = 0; behind it is a ledge, and then a wall or another step. */
typedef struct lip {
  float height, ledge, behind; /* behind: how high it is there, above the floor */
  float bevel;                 /* how far its foot comes forward */
  bool walled;                 /* at z = 0 a wall goes across it */
  float turn;                  /* of all of it, about y */
} lip;

static lip draw_lip(uint64_t *random) {
  lip l = {.height = test_uniform(random, 0.03f, 0.29f), .ledge = test_uniform(random, 0.1f, 0.5f)};
  l.behind = test_uniform(random, STEP + 0.02f, 1.2f);
  l.bevel = test_below(random, 2) ? l.height * test_uniform(random, 0, 0.8f) : 0;
  l.walled = test_below(random, 2);
  l.turn = test_uniform(random, 0, 6.28f);
  return l;
}

static void add_at(carom_world *world, carom_body body, carom_shape shape, float x, float y, float z) {
  carom_collider_def def = {.shape = shape, .pose.position = {x, y, z}};
  ck_assert_uint_ne(carom_collider_create(world, body, &def).bits, 0);
}

static void add_prism(carom_world *world, carom_body body, const lip *l) {
  const float end = l->ledge + 1;
  carom_hull *hull;
  carom_vec3 points[8];
  for (int i = 0; i < 8; i++) {
    float x = i & 1 ? end : i & 2 ? 0 : -l->bevel;
    points[i] = (carom_vec3){x, i & 2 ? l->height : -0.5f, i & 4 ? 5.0f : -5.0f};
  }
  ck_assert_int_eq(carom_hull_from_points(NULL, &points[0].x, 8, sizeof *points, &hull), CAROM_OK);
  add_at(world, body, carom_shape_hull(hull), 0, 0, 0);
  carom_hull_release(hull);
}

static carom_world *lip_world(const lip *l) {
  carom_world *world = support_world();
  carom_quat turn = turn_about((carom_vec3){0, 1, 0}, l->turn);
  carom_body body = carom_body_create(world, &(carom_body_def){.kind = CAROM_STATIC, .pose.rotation = turn});
  add_at(world, body, carom_shape_box(10, 1, 10), 0, -1, 0);
  if (l->bevel > 0)
    add_prism(world, body, l);
  else
    add_at(world, body, carom_shape_box(2, l->height, 5), 2, 0, 0);
  add_at(world, body, carom_shape_box(2, l->behind, 5), 2 + l->ledge, 0, 0);
  if (l->walled) add_at(world, body, carom_shape_box(5, 3, 1), 0, 3, 1);
  return world;
}

/* A vector that is given along the lip's axes. */
static carom_vec3 turned(const lip *l, float x, float y, float z) {
  float c = cosf(l->turn), s = sinf(l->turn);
  return (carom_vec3){x * c + z * s, y, z * c - x * s};
}

/* How high above the floor a foot comes where it leans on what is behind the ledge. */
static float room_on(const lip *l) {
  float aside = RADIUS + MARGIN - l->ledge;
  return aside <= 0 ? l->height : l->height - RADIUS + sqrtf(fmaxf(RADIUS * RADIUS - aside * aside, 0));
}

/* Walks towards the lip, straight or not, and tells how high its foot is then. */
static float walk(const carom_world *world, const lip *l, uint64_t *random) {
  float aside = test_uniform(random, -1, 1), pace = test_uniform(random, 0.01f, 0.1f);
  carom_vec3 at = turned(l, -0.7f, 0.6f + RADIUS + MARGIN, -RADIUS - 0.1f);
  carom_vec3 way = turned(l, pace * cosf(aside), -0.003f, pace * sinf(aside));
  carom_shape shape = carom_shape_capsule((carom_vec3){0, -0.6f, 0}, (carom_vec3){0, 0.6f, 0}, RADIUS);
  carom_mover mover = {.shape = shape,
                       .pose.position = {(double)at.x, (double)at.y, (double)at.z},
                       .step_height = STEP,
                       .snap = STEP};
  for (int i = 0; i < (int)(2 / pace); i++) {
    carom_mover_result result;
    ck_assert_int_eq(carom_mover_move(world, &mover, way, &result), CAROM_OK);
  }
  return (float)mover.pose.position.y - 0.6f - RADIUS - MARGIN;
}

START_TEST(it_gets_onto_narrow_lips) {
  uint64_t random = 3;
  int low = 0;
  for (int i = 0; i < test_scaled(2000); i++) {
    lip l = draw_lip(&random);
    carom_world *world = lip_world(&l);
    float foot = walk(world, &l, &random);
    low += foot < room_on(&l) - 2 * MARGIN;
    carom_world_destroy(world);
  }
  ck_assert_int_eq(low, 0);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("mover_lips");
  TCase *tests = tcase_create("lips");
  tcase_set_timeout(tests, 300);
  tcase_add_test(tests, it_gets_onto_narrow_lips);
  suite_add_tcase(suite, tests);
  return suite;
}
