/* test_pieces.c: polygons with holes on bodies: points and discs against the rings in integers, which piece
 * is meant, and calls that are refused and change nothing. */
#include "base/grid_rings.h"
#include "support.h"
#include "test_memory.h"

enum { FINE = 8, SIZE = 40 }; /* points are asked on a grid that is so much finer than the corners' */

/* A random polygon and a body that it is on, at an origin that is far away, turned by a right angle. */
typedef struct island {
  grid_polygon shape;
  carom_world *world;
  carom_body body;
  carom_pieces *pieces;
  carom_pieces_view view;
  carom_collider ids[GRID_POINTS];
} island;

static carom_world *planar_world(const carom_allocator *allocator) {
  carom_world *world = NULL;
  carom_world_def def = {.planar = true};
  if (allocator) def.allocator = *allocator;
  ck_assert_int_eq(carom_world_create(&def, &world), CAROM_OK);
  return world;
}

static void cut(island *p, uint64_t *random) {
  carom_vec2 points[GRID_POINTS];
  carom_ring rings[GRID_RINGS];
  grid_polygon_make(&p->shape, random, SIZE, 120);
  grid_to_rings(&p->shape, 1, points, rings);
  ck_assert_int_eq(
      carom_rings_cut(NULL, rings, p->shape.ring_count, CAROM_POLYGON_VERTICES_MAX, &p->pieces, NULL),
      CAROM_OK);
  carom_pieces_describe(p->pieces, &p->view);
}

static void island_make(island *p, uint64_t *random) {
  carom_body_def def = {.kind = CAROM_STATIC, .pose = carom_pose_planar_degrees(1e6, -1e6, 90)};
  carom_collider_def pieces = {.filter.category = 4};
  cut(p, random);
  p->world = planar_world(NULL);
  p->body = carom_body_create(p->world, &def);
  ck_assert_int_eq(carom_collider_create_pieces(p->world, p->body, &pieces, p->pieces, p->ids), CAROM_OK);
}

static void island_free(island *p) {
  carom_pieces_destroy(p->pieces);
  carom_world_destroy(p->world);
}

/* A point of the fine grid in the world. */
static carom_pos placed(grid_point q) {
  return (carom_pos){1e6 - (double)q.y / FINE, -1e6 + (double)q.x / FINE, 0};
}

/* A corner on the fine grid. */
static grid_point corner_at(const island *p, size_t piece, size_t i) {
  size_t start = p->view.starts[piece], count = p->view.starts[piece + 1] - start;
  carom_vec2 c = p->view.points[p->view.corners[start + i % count]];
  return (grid_point){FINE * (int64_t)c.x, FINE * (int64_t)c.y};
}

/* --- Points --- */

static bool is_land(const grid_polygon *fine, grid_point q) {
  bool land = grid_inside(fine, 0, q);
  for (size_t hole = 1; hole < fine->ring_count; hole++) land &= !grid_inside(fine, hole, q);
  return land;
}

static bool is_shore(const grid_polygon *fine, grid_point q) {
  for (size_t i = 0, total = grid_total(fine); i < total; i++)
    if (grid_on(fine->points[i], fine->points[grid_next(fine, i)], q)) return true;
  return false;
}

/* Is a point in the piece that a collider is? */
static bool is_in_piece_of(const island *p, carom_collider collider, grid_point q) {
  size_t piece = 0;
  while (piece < p->view.count && p->ids[piece].bits != collider.bits) piece++;
  if (piece == p->view.count) return false;
  for (size_t i = 0, count = p->view.starts[piece + 1] - p->view.starts[piece]; i < count; i++)
    if (grid_turn(corner_at(p, piece, i), corner_at(p, piece, i + 1), q) < 0) return false;
  return true;
}

static int wrong_points(const island *p, uint64_t *random) {
  grid_polygon fine = p->shape;
  int wrong = 0;
  for (size_t i = 0, total = grid_total(&fine); i < total; i++)
    fine.points[i] = (grid_point){FINE * fine.points[i].x, FINE * fine.points[i].y};
  for (int k = 0; k < 200; k++) {
    carom_found found[8];
    size_t count;
    grid_point q = grid_random(random, FINE * SIZE);
    carom_pos at = placed(q);
    carom_world_overlap_point(p->world, &at, NULL, found, 8, &count);
    wrong += (count > 0) != (is_land(&fine, q) || is_shore(&fine, q));
    for (size_t i = 0; i < count && i < 8; i++) wrong += !is_in_piece_of(p, found[i].collider, q);
  }
  return wrong;
}

START_TEST(points_are_on_land_or_not) {
  static island p;
  uint64_t random = 3;
  int wrong = 0;
  for (int round = 0; round < test_scaled(60); round++) {
    island_make(&p, &random);
    wrong += wrong_points(&p, &random);
    island_free(&p);
  }
  ck_assert_int_eq(wrong, 0);
}
END_TEST

/* --- Discs that go about: which pieces they touch, by the events --- */

static double distance_to_side(grid_point a, grid_point b, grid_point q) {
  double x = (double)(b.x - a.x), y = (double)(b.y - a.y), u = (double)(q.x - a.x), v = (double)(q.y - a.y);
  double t = fmin(fmax((u * x + v * y) / (x * x + y * y), 0), 1);
  return hypot(u - t * x, v - t * y);
}

static double distance_to_piece(const island *p, size_t piece, grid_point q) {
  double least = (double)INFINITY;
  if (is_in_piece_of(p, p->ids[piece], q)) return 0;
  for (size_t i = 0, count = p->view.starts[piece + 1] - p->view.starts[piece]; i < count; i++)
    least = fmin(least, distance_to_side(corner_at(p, piece, i), corner_at(p, piece, i + 1), q));
  return least;
}

/* The pieces in contact, as the events have told so far. */
typedef struct told {
  const island *island;
  bool touching[GRID_POINTS];
} told;

static void on_event(void *user, carom_world *world, const carom_event *event) {
  told *t = user;
  const carom_contact *c = event->contact;
  carom_collider land = c->a.category == 4 ? c->a.collider : c->b.collider;
  (void)world;
  for (size_t i = 0; i < t->island->view.count; i++)
    if (t->island->ids[i].bits == land.bits) t->touching[i] = event->kind == CAROM_EVENT_BEGIN;
}

START_TEST(events_tell_which_pieces) {
  static island p;
  static told t;
  uint64_t random = 9;
  int wrong = 0;
  island_make(&p, &random);
  t = (told){.island = &p};
  carom_handler_add(p.world, &(carom_handler_def){.callback = on_event, .user = &t});
  carom_body disc = carom_body_create(p.world, NULL);
  support_collider(p.world, disc, carom_shape_disc(3));
  for (int k = 0; k < test_scaled(300); k++) {
    grid_point q = grid_random(&random, FINE * SIZE);
    carom_pose pose = {placed(q), {0, 0, 0, 1}};
    ck_assert_int_eq(carom_body_set_pose(p.world, disc, &pose), CAROM_OK);
    support_step(p.world);
    for (size_t i = 0; i < p.view.count; i++) {
      double gap = distance_to_piece(&p, i, q) / FINE - 3;
      wrong += fabs(gap) > 1e-4 && t.touching[i] != (gap < 0);
    }
  }
  ck_assert_int_eq(wrong, 0);
  island_free(&p);
}
END_TEST

/* --- All or none --- */

static carom_pieces *cut_ring(const carom_vec2 *points, size_t count) {
  carom_pieces *pieces = NULL;
  ck_assert_int_eq(carom_rings_cut(NULL, &(carom_ring){points, count}, 1, 0, &pieces, NULL), CAROM_OK);
  return pieces;
}

static const carom_vec2 arrow[] = {{0, 0}, {4, 2}, {0, 4}, {1, 2}};

START_TEST(refusals_change_nothing) {
  enum { ROUND = CAROM_POLYGON_VERTICES_MAX + 1 };
  carom_vec2 round[ROUND];
  carom_collider_def def = {0}, nowhere = {.pose.position = {NAN, 0, 0}};
  for (int i = 0; i < ROUND; i++) round[i] = carom_direction(6.28318530718 * i / ROUND);
  carom_world *world = planar_world(NULL);
  carom_body body = carom_body_create(world, NULL);
  carom_pieces *many = cut_ring(round, ROUND), *good = cut_ring(arrow, 4);
  carom_collider ids[2] = {{7}, {7}};
  uint64_t hash = carom_world_hash(world);
  ck_assert_int_eq(carom_collider_create_pieces(world, body, &def, many, ids), CAROM_LIMIT);
  ck_assert_int_eq(carom_collider_create_pieces(world, body, &nowhere, good, ids), CAROM_NOT_FINITE);
  ck_assert_int_eq(carom_collider_create_pieces(world, (carom_body){0}, &def, good, ids), CAROM_STALE_ID);
  ck_assert_uint_eq(carom_world_hash(world), hash);
  ck_assert(ids[0].bits == 7 && ids[1].bits == 7);
  carom_pieces_destroy(many);
  carom_pieces_destroy(good);
  carom_world_destroy(world);
}
END_TEST

/* A comb whose one tooth is thinner than a polygon can be. */
START_TEST(slivers_are_left_out) {
  static const carom_vec2 comb[] = {{0, 0}, {9, 0}, {9, 1}, {3, 1}, {3, 5}, {2.9999995f, 1}, {0, 1}};
  carom_world *world = planar_world(NULL);
  carom_body body = carom_body_create(world, NULL);
  carom_pieces *pieces = cut_ring(comb, sizeof comb / sizeof *comb);
  carom_pieces_view view;
  carom_collider ids[8];
  size_t left_out = 0, alive = 0;
  carom_pieces_describe(pieces, &view);
  ck_assert_int_eq(carom_collider_create_pieces(world, body, &(carom_collider_def){0}, pieces, ids),
                   CAROM_OK);
  for (size_t i = 0; i < view.count; i++) {
    left_out += ids[i].bits == 0;
    alive += carom_collider_is_valid(world, ids[i]);
  }
  ck_assert_uint_eq(left_out, 1);
  ck_assert_uint_eq(alive, view.count - 1);
  carom_pieces_destroy(pieces);
  carom_world_destroy(world);
}
END_TEST

START_TEST(every_allocation_may_fail) {
  test_memory memory = {0};
  carom_allocator allocator = test_memory_allocator(&memory);
  carom_pieces *pieces = cut_ring(arrow, 4);
  carom_status status = CAROM_OUT_OF_MEMORY;
  size_t refused = 0;
  for (; status; refused++) {
    carom_world *world = planar_world(&allocator);
    carom_body body = carom_body_create(world, NULL);
    uint64_t hash = carom_world_hash(world);
    test_memory_fail_at(&memory, refused + 1);
    status = carom_collider_create_pieces(world, body, &(carom_collider_def){0}, pieces, NULL);
    test_memory_fail_at(&memory, 0);
    ck_assert(status == CAROM_OK || status == CAROM_OUT_OF_MEMORY);
    ck_assert(!status || carom_world_hash(world) == hash);
    carom_world_destroy(world);
    ck_assert(test_memory_is_clean(&memory));
  }
  ck_assert_uint_gt(refused, 4);
  carom_pieces_destroy(pieces);
}
END_TEST

/* --- Saves and rewinding --- */

static uint64_t hash_of_copy(const carom_world *world) {
  static unsigned char bytes[1 << 18];
  carom_world *copy = NULL;
  size_t size = 0;
  ck_assert_int_eq(carom_world_save(world, NULL, bytes, sizeof bytes, &size), CAROM_OK);
  ck_assert_int_eq(carom_world_load(NULL, NULL, bytes, size, &copy), CAROM_OK);
  uint64_t hash = carom_world_hash(copy);
  carom_world_destroy(copy);
  return hash;
}

START_TEST(pieces_are_saved_and_taken_back) {
  static island p;
  unsigned char before[4096];
  uint64_t random = 5;
  size_t size = 0;
  island_make(&p, &random);
  ck_assert_uint_eq(hash_of_copy(p.world), carom_world_hash(p.world));
  ck_assert_int_eq(carom_world_rollback_keep(p.world, 4), CAROM_OK);
  ck_assert_int_eq(carom_world_rollback_save(p.world, before, sizeof before, &size), CAROM_OK);
  uint64_t hash = carom_world_hash(p.world);
  carom_body body = carom_body_create(p.world, NULL);
  ck_assert_int_eq(carom_collider_create_pieces(p.world, body, &(carom_collider_def){0}, p.pieces, NULL),
                   CAROM_OK);
  support_step(p.world);
  ck_assert_int_eq(carom_world_rollback_restore(p.world, before, size), CAROM_OK);
  ck_assert_uint_eq(carom_world_hash(p.world), hash);
  island_free(&p);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("pieces");
  TCase *tests = tcase_create("pieces");
  tcase_set_timeout(tests, 300);
  tcase_add_test(tests, points_are_on_land_or_not);
  tcase_add_test(tests, events_tell_which_pieces);
  tcase_add_test(tests, refusals_change_nothing);
  tcase_add_test(tests, slivers_are_left_out);
  tcase_add_test(tests, every_allocation_may_fail);
  tcase_add_test(tests, pieces_are_saved_and_taken_back);
  suite_add_tcase(suite, tests);
  return suite;
}
