/* test_draw_trees.c: what a world draws of its trees and of the cells of its sweep. */
#include "support.h"

enum { BODIES = 400, BOXES_MAX = 4000, LINES_A_BOX = 12 };

/* The bounds of each box that is drawn: the lines of a box follow each other. */
typedef struct {
  struct {
    carom_aabb box;
    carom_body body;
    carom_draw_part part;
  } boxes[BOXES_MAX];
  size_t lines;
} drawing;

static carom_vec3 narrow(carom_pos p) { return (carom_vec3){(float)p.x, (float)p.y, (float)p.z}; }

static void grow(carom_aabb *box, carom_vec3 p) {
  box->min = (carom_vec3){fminf(box->min.x, p.x), fminf(box->min.y, p.y), fminf(box->min.z, p.z)};
  box->max = (carom_vec3){fmaxf(box->max.x, p.x), fmaxf(box->max.y, p.y), fmaxf(box->max.z, p.z)};
}

static void on_line(void *user, const carom_draw_item *item, carom_pos a, carom_pos b) {
  drawing *d = user;
  size_t at = d->lines / LINES_A_BOX;
  ck_assert_uint_lt(at, BOXES_MAX);
  ck_assert_uint_eq(item->collider.bits, 0);
  if (d->lines++ % LINES_A_BOX == 0) {
    d->boxes[at].box = (carom_aabb){narrow(a), narrow(a)};
    d->boxes[at].body = item->body;
    d->boxes[at].part = item->part;
  }
  ck_assert(item->body.bits == d->boxes[at].body.bits && item->part == d->boxes[at].part);
  grow(&d->boxes[at].box, narrow(a));
  grow(&d->boxes[at].box, narrow(b));
}

/* How many boxes are drawn of these parts. */
static size_t draw(const carom_world *world, uint32_t parts, drawing *out) {
  const carom_draw to = {.user = out, .parts = parts, .line = on_line};
  out->lines = 0;
  ck_assert_int_eq(carom_world_draw(world, &to), CAROM_OK);
  ck_assert_uint_eq(out->lines % LINES_A_BOX, 0);
  return out->lines / LINES_A_BOX;
}

static bool holds(const carom_aabb *box, const carom_aabb *inner, float slack) {
  return box->min.x <= inner->min.x + slack && box->min.y <= inner->min.y + slack &&
         box->min.z <= inner->min.z + slack && box->max.x >= inner->max.x - slack &&
         box->max.y >= inner->max.y - slack && box->max.z >= inner->max.z - slack;
}

static carom_aabb bounds_of(const carom_world *world, carom_collider collider) {
  carom_aabb box;
  ck_assert_int_eq(carom_collider_get_bounds(world, collider, &box), CAROM_OK);
  return box;
}

/* Boxes in a room whose edges are as long as 100 of them; one is as long as eight. */
static carom_world *room_of_boxes(carom_broadphase_kind kind, carom_body bodies[BODIES]) {
  const carom_world_def def = {.broadphase = kind};
  carom_world *world;
  uint64_t random = 11;
  ck_assert_int_eq(carom_world_create(&def, &world), CAROM_OK);
  for (int i = 0; i < BODIES; i++) {
    carom_vec3 at = test_vec3(&random, -50, 50);
    float half = i == 7 ? 4 : 0.5f;
    bodies[i] =
        support_body(world, i % 4 ? CAROM_KINEMATIC : CAROM_STATIC, (double)at.x, (double)at.y, (double)at.z);
    support_collider(world, bodies[i], carom_shape_box(half, half, half));
  }
  return world;
}

/* Every body is in a leaf of eight; the greatest box holds all. */
START_TEST(the_tree_over_all_bodies_holds_them) {
  static drawing d;
  carom_body bodies[BODIES];
  carom_world *world = room_of_boxes(CAROM_BROADPHASE_SWEEP, bodies);
  for (int step = 0; step < 2; step++) {
    size_t count = draw(world, CAROM_DRAW_TREES, &d);
    ck_assert(count > BODIES / 8 && count < BODIES);
    for (int i = 0; i < BODIES; i++) {
      carom_aabb box = bounds_of(world, support_collider_of(world, bodies[i]));
      size_t around = 0;
      for (size_t k = 0; k < count; k++) around += holds(&d.boxes[k].box, &box, 1e-4f);
      ck_assert_uint_ge(around, 3);
      ck_assert_uint_le(around, count / 2);
    }
    for (size_t k = 0; k < count; k++)
      ck_assert(d.boxes[k].body.bits == 0 && d.boxes[k].part == CAROM_DRAW_TREES);
    const carom_pose far = {.position = {200, 0, 0}};
    ck_assert_int_eq(carom_body_set_pose(world, bodies[1], &far), CAROM_OK);
    support_step(world);
  }
  carom_world_destroy(world);
}
END_TEST

/* The boxes of its tree turn with the body, and hold its colliders. */
START_TEST(the_tree_of_a_body_holds_its_colliders) {
  enum { COLLIDERS = 60 };
  static drawing d;
  carom_world *world = support_world();
  const carom_body_def def = {.pose = {{100, 0, 0}, {0.6f, 0, 0.8f, 0}}};
  carom_body body = carom_body_create(world, &def);
  carom_collider colliders[COLLIDERS];
  for (int i = 0; i < COLLIDERS; i++)
    colliders[i] = carom_collider_create(
        world, body, &(carom_collider_def){.shape = carom_shape_sphere(0.4f), .pose.position = {i, 0, 0}});
  support_step(world);
  size_t count = draw(world, CAROM_DRAW_TREES, &d), own = 0;
  for (size_t k = 0; k < count; k++) own += d.boxes[k].body.bits == body.bits;
  ck_assert_uint_ge(own, COLLIDERS);
  for (int i = 0; i < COLLIDERS; i++) {
    carom_aabb box = bounds_of(world, colliders[i]);
    size_t around = 0;
    for (size_t k = 0; k < count; k++)
      around += d.boxes[k].body.bits == body.bits && holds(&d.boxes[k].box, &box, 1e-3f);
    ck_assert(around >= 2 && around <= own / 4);
  }
  carom_world_destroy(world);
}
END_TEST

static float extent(const carom_aabb *box, int k) { return (&box->max.x)[k] - (&box->min.x)[k]; }

/* Is x nearly a whole number of times w, up to eight? */
static bool is_multiple(float x, float w) {
  float times = x / w, whole = floorf(times + 0.5f);
  return whole >= 1 && whole <= 8 && fabsf(times - whole) < 1e-3f;
}

/* Cells are columns: wider than the bodies on two axes, by steps of one width, as long as they are on one. */
START_TEST(cells_are_columns_around_bodies) {
  static drawing d;
  carom_body bodies[BODIES];
  carom_world *world = room_of_boxes(CAROM_BROADPHASE_SWEEP, bodies);
  ck_assert_uint_eq(draw(world, CAROM_DRAW_CELLS, &d), 0);
  support_step(world);
  ck_assert_uint_eq(draw(world, CAROM_DRAW_CELLS, &d), BODIES);
  int columns = 0;
  float width = INFINITY;
  for (int i = 0; i < BODIES; i++) {
    carom_aabb box = bounds_of(world, support_collider_of(world, bodies[i]));
    ck_assert(d.boxes[i].body.bits == bodies[i].bits && d.boxes[i].part == CAROM_DRAW_CELLS);
    ck_assert(holds(&d.boxes[i].box, &box, 1e-4f));
    for (int k = 0; k < 3; k++)
      if (extent(&d.boxes[i].box, k) > extent(&box, k) + 1e-3f)
        width = fminf(width, extent(&d.boxes[i].box, k));
  }
  ck_assert(width > 1.5f && width < 20);
  for (int i = 0; i < BODIES; i++) {
    int wide = 0;
    for (int k = 0; k < 3; k++) wide += is_multiple(extent(&d.boxes[i].box, k), width);
    columns += wide == 2;
  }
  ck_assert_int_eq(columns, BODIES);
  carom_world_destroy(world);
}
END_TEST

START_TEST(brute_force_has_no_cells) {
  static drawing d;
  carom_body bodies[BODIES];
  carom_world *world = room_of_boxes(CAROM_BROADPHASE_BRUTE, bodies);
  support_step(world);
  ck_assert_uint_eq(draw(world, CAROM_DRAW_CELLS, &d), 0);
  carom_world_destroy(world);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("draw_trees");
  TCase *tests = tcase_create("boxes");
  tcase_add_test(tests, the_tree_over_all_bodies_holds_them);
  tcase_add_test(tests, the_tree_of_a_body_holds_its_colliders);
  tcase_add_test(tests, cells_are_columns_around_bodies);
  tcase_add_test(tests, brute_force_has_no_cells);
  suite_add_tcase(suite, tests);
  return suite;
}
