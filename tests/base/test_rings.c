/* test_rings.c: random polygons on a grid: faults against every side with every other, pieces by their
 * corners and by their sides, which must cancel but for those of the polygon. Memory that runs out. */
#include "carom/rings.h"

#include "grid_rings.h"
#include "test_memory.h"

typedef struct given {
  carom_vec2 points[GRID_POINTS];
  carom_ring rings[GRID_RINGS];
} given;

/* --- Pieces --- */

/* Are all corners of a piece convex, wherever one looks from? */
static bool is_convex(const grid_polygon *p, const uint32_t *corners, size_t count) {
  int64_t area = 0;
  for (size_t i = 0; i < count; i++)
    for (size_t j = i + 1; j < count; j++)
      for (size_t k = j + 1; k < count; k++) {
        int64_t cross = grid_cross(p->points[corners[i]], p->points[corners[j]], p->points[corners[k]]);
        if (cross < 0) return false;
        area += cross;
      }
  return area > 0;
}

/* sides[a][b]: how often the pieces go from a to b, less how often they go back. */
typedef struct tally {
  int8_t sides[GRID_POINTS][GRID_POINTS];
} tally;

static void add_side(tally *t, size_t from, size_t to, int8_t times) {
  t->sides[from][to] = (int8_t)(t->sides[from][to] + times);
  t->sides[to][from] = (int8_t)(t->sides[to][from] - times);
}

static void add_piece(tally *t, const uint32_t *corners, size_t count) {
  for (size_t i = 0; i < count; i++) add_side(t, corners[i], corners[i + 1 < count ? i + 1 : 0], 1);
}

/* Twice the area that a ring goes around, negative when it does so clockwise. */
static int64_t area_of(const grid_polygon *p, size_t start, size_t count) {
  int64_t area = 0;
  for (size_t i = start; i < start + count; i++)
    area += grid_cross(p->points[start], p->points[i], p->points[grid_next(p, i)]);
  return area;
}

/* Takes the polygon's own sides away, what is inside being on their left. */
static void take_outline(tally *t, const grid_polygon *p) {
  size_t start = 0;
  for (size_t ring = 0; ring < p->ring_count; start += p->counts[ring++]) {
    bool forward = (area_of(p, start, p->counts[ring]) > 0) == (ring == 0);
    for (size_t i = start; i < start + p->counts[ring]; i++)
      add_side(t, i, grid_next(p, i), forward ? -1 : 1);
  }
}

/* Convex pieces that go around to the left, and whose sides cancel but for the outline, cover every place
 * inside once and none outside: the pieces that wind around a place are as many as the outline's turns. */
static int wrong_pieces(const grid_polygon *p, const carom_pieces_view *view, size_t most) {
  static tally t;
  int wrong = 0;
  memset(&t, 0, sizeof t);
  for (size_t i = 0; i < view->count; i++) {
    const uint32_t *corners = view->corners + view->starts[i];
    size_t count = view->starts[i + 1] - view->starts[i];
    wrong += count < 3 || (most && count > most) || !is_convex(p, corners, count);
    add_piece(&t, corners, count);
  }
  take_outline(&t, p);
  for (size_t i = 0; i < GRID_POINTS; i++)
    for (size_t j = 0; j < GRID_POINTS; j++) wrong += t.sides[i][j] != 0;
  return wrong;
}

/* How many corners are not convex: one piece more than those is never needed, but for what holes cost. */
static size_t count_reflex(const grid_polygon *p) {
  size_t start = 0, count = 0;
  for (size_t ring = 0; ring < p->ring_count; start += p->counts[ring++]) {
    int inside = (area_of(p, start, p->counts[ring]) > 0) == (ring == 0) ? 1 : -1;
    for (size_t i = start; i < start + p->counts[ring]; i++) {
      size_t j = grid_next(p, i);
      count += grid_turn(p->points[i], p->points[j], p->points[grid_next(p, j)]) == -inside;
    }
  }
  return count;
}

static int wrong_cut(const grid_polygon *p, float unit, uint32_t most) {
  given g;
  carom_pieces *pieces = NULL;
  carom_pieces_view view;
  grid_to_rings(p, unit, g.points, g.rings);
  if (carom_rings_cut(NULL, g.rings, p->ring_count, most, &pieces, NULL)) return 1;
  ck_assert_int_eq(carom_pieces_describe(pieces, &view), CAROM_OK);
  int wrong = wrong_pieces(p, &view, most);
  if (most == 0) wrong += view.count > 2 * count_reflex(p) + 1;
  carom_pieces_destroy(pieces);
  return wrong;
}

START_TEST(pieces_cover_the_polygon_once) {
  static const float units[] = {1, 0x1p-13f, 0x1p12f};
  static const uint32_t mosts[] = {0, 3, 4, 8};
  uint64_t random = (uint64_t)_i + 1;
  int wrong = 0;
  for (int round = 0; round < test_scaled(150); round++) {
    grid_polygon p;
    grid_polygon_make(&p, &random, 4 + test_below(&random, 60), test_below(&random, 500));
    wrong += wrong_cut(&p, units[round % 3], mosts[round % 4]);
  }
  ck_assert_int_eq(wrong, 0);
}
END_TEST

/* Both holes are joined to the corner on the left, each from its own side of the way to the other one. */
START_TEST(holes_may_be_joined_to_one_corner) {
  for (int64_t side = -1; side <= 1; side += 2) {
    const grid_polygon p = {{{0, 0},
                             {30, -30},
                             {60, 0},
                             {30, 30},
                             {10, 7 * side},
                             {14, 6 * side},
                             {13, 9 * side},
                             {11, -7 * side},
                             {14, -9 * side},
                             {13, -6 * side}},
                            {4, 3, 3},
                            3};
    ck_assert_int_eq(wrong_cut(&p, 1, 0), 0);
  }
}
END_TEST

/* --- Faults --- */

static void random_rings(grid_polygon *p, uint64_t *random) {
  uint32_t size = 2 + test_below(random, 12);
  p->ring_count = 1 + test_below(random, 3);
  for (size_t ring = 0; ring < p->ring_count; ring++) p->counts[ring] = 3 + test_below(random, 3);
  for (size_t i = 0, total = grid_total(p); i < total; i++) p->points[i] = grid_random(random, size);
}

static size_t point_at(const grid_polygon *p, carom_rings_fault fault) {
  for (size_t ring = 0; ring < fault.ring; ring++) fault.point += p->counts[ring];
  return fault.point;
}

/* Is what the check says true? */
static bool tells_truth(const grid_polygon *p, carom_status status, carom_rings_fault fault) {
  size_t point = point_at(p, fault);
  switch (status) {
  case CAROM_OK:
    return grid_is_good(p);
  case CAROM_REPEATED_POINT:
    return grid_same(p->points[point], p->points[grid_next(p, point)]);
  case CAROM_CROSSING:
    return grid_side_fails(p, point);
  case CAROM_HOLE_OUTSIDE:
    return grid_sides_are_good(p) && !grid_holes_are_good(p) && fault.ring > 0;
  default:
    return false;
  }
}

START_TEST(faults_are_found) {
  uint64_t random = (uint64_t)_i + 77;
  int wrong = 0, good = 0;
  for (int round = 0; round < test_scaled(100000); round++) {
    grid_polygon p;
    given g;
    carom_rings_fault fault = {0, 0};
    random_rings(&p, &random);
    grid_to_rings(&p, 1, g.points, g.rings);
    carom_status status = carom_rings_check(NULL, g.rings, p.ring_count, &fault);
    good += status == CAROM_OK;
    wrong += !tells_truth(&p, status, fault);
  }
  ck_assert_int_eq(wrong, 0);
  ck_assert_int_gt(good, 0);
}
END_TEST

static const carom_vec2 square[] = {{0, 0}, {4, 0}, {4, 4}, {0, 4}};
static const carom_vec2 beyond[] = {{0, 0}, {1, 0}, {1, 2e6f}};
static const carom_vec2 infinite[] = {{0, 0}, {1, 0}, {INFINITY, 0}};
static const carom_vec2 bow[] = {{0, 0}, {2, 2}, {2, 0}, {0, 2}};
static const carom_vec2 line[] = {{0, 0}, {1, 1}, {2, 2}};
static const carom_vec2 twice[] = {{0, 0}, {1, 0}, {1, 1}, {0, 0}};
static const carom_vec2 far_hole[] = {{8, 8}, {9, 8}, {9, 9}};
static const carom_vec2 touching_hole[] = {{0, 1}, {1, 1}, {1, 2}};

START_TEST(refusals_tell_where) {
  const struct {
    carom_ring ring; /* alone, or as a hole of the square */
    bool hole;
    carom_status status;
    size_t point;
  } rows[] = {{{square, 4}, false, CAROM_OK, 7},
              {{square, 2}, false, CAROM_TOO_FEW_POINTS, 0},
              {{beyond, 3}, false, CAROM_OUT_OF_RANGE, 2},
              {{infinite, 3}, false, CAROM_NOT_FINITE, 2},
              {{bow, 4}, false, CAROM_CROSSING, 0},
              {{line, 3}, false, CAROM_CROSSING, 2},
              {{twice, 4}, false, CAROM_REPEATED_POINT, 3},
              {{NULL, 3}, false, CAROM_NULL_ARGUMENT, 7},
              {{square, CAROM_RINGS_POINTS_MAX}, true, CAROM_LIMIT, 7},
              {{far_hole, 3}, true, CAROM_HOLE_OUTSIDE, 0},
              {{touching_hole, 3}, true, CAROM_CROSSING, 3}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    carom_ring rings[] = {rows[i].hole ? (carom_ring){square, 4} : rows[i].ring, rows[i].ring};
    carom_rings_fault fault = {0, 7};
    ck_assert_int_eq(carom_rings_check(NULL, rings, rows[i].hole ? 2 : 1, &fault), rows[i].status);
    ck_assert_uint_eq(fault.point, rows[i].point);
    ck_assert_int_eq(carom_rings_check(NULL, rings, rows[i].hole ? 2 : 1, NULL), rows[i].status);
  }
}
END_TEST

/* Either coordinate of any point. */
START_TEST(points_that_are_no_numbers_are_found) {
  for (size_t i = 0; i < 6; i++) {
    float numbers[] = {0, 0, 4, 0, 0, 4};
    numbers[i] = i % 2 ? NAN : HUGE_VALF;
    const carom_vec2 points[] = {
        {numbers[0], numbers[1]}, {numbers[2], numbers[3]}, {numbers[4], numbers[5]}};
    carom_rings_fault fault = {7, 7};
    ck_assert_int_eq(carom_rings_check(NULL, &(carom_ring){points, 3}, 1, &fault), CAROM_NOT_FINITE);
    ck_assert_uint_eq(fault.ring, 0);
    ck_assert_uint_eq(fault.point, i / 2);
  }
}
END_TEST

START_TEST(wrong_arguments) {
  carom_ring ring = {square, 4};
  carom_pieces *pieces = (carom_pieces *)&ring;
  carom_pieces_view view;
  ck_assert_int_eq(carom_rings_check(NULL, NULL, 1, NULL), CAROM_NULL_ARGUMENT);
  ck_assert_int_eq(carom_rings_check(NULL, &ring, 0, NULL), CAROM_NULL_ARGUMENT);
  ck_assert_int_eq(carom_rings_cut(NULL, &ring, 1, 0, NULL, NULL), CAROM_NULL_ARGUMENT);
  ck_assert_int_eq(carom_rings_cut(NULL, &ring, 1, 1, &pieces, NULL), CAROM_OUT_OF_RANGE);
  ck_assert_int_eq(carom_rings_cut(NULL, &ring, 1, 2, &pieces, NULL), CAROM_OUT_OF_RANGE);
  ring.points = bow;
  ck_assert_int_eq(carom_rings_cut(NULL, &ring, 1, 0, &pieces, NULL), CAROM_CROSSING);
  ck_assert_ptr_eq(pieces, &ring);
  ck_assert_int_eq(carom_pieces_describe(NULL, &view), CAROM_NULL_ARGUMENT);
  ck_assert_int_eq(carom_pieces_describe(pieces, NULL), CAROM_NULL_ARGUMENT);
  carom_pieces_destroy(NULL);
}
END_TEST

/* --- Memory --- */

/* A comb, whose teeth fill more memory than one request gives. */
enum { TEETH = 2000 };

static carom_ring comb(void) {
  static carom_vec2 points[2 * TEETH + 1];
  for (int i = 0; i < 2 * TEETH; i++) points[i] = (carom_vec2){(float)i, (float)(i % 2)};
  points[2 * TEETH] = (carom_vec2){TEETH, -1e5f};
  return (carom_ring){points, 2 * TEETH + 1};
}

/* All from one on: a single refusal may be got round by asking for less. */
START_TEST(every_allocation_may_fail) {
  const carom_ring ring = comb();
  carom_pieces *pieces;
  test_memory memory = {0};
  carom_allocator allocator = test_memory_allocator(&memory);
  carom_status status = CAROM_OUT_OF_MEMORY;
  size_t failed = 0;
  for (; status; failed++) {
    test_memory_fail_at(&memory, failed + 1);
    memory.fail_after = true;
    status = carom_rings_cut(&allocator, &ring, 1, 0, &pieces, NULL);
    ck_assert(status == CAROM_OK || (status == CAROM_OUT_OF_MEMORY && test_memory_is_clean(&memory)));
  }
  ck_assert_uint_gt(failed, 5);
  carom_pieces_destroy(pieces);
  ck_assert(test_memory_is_clean(&memory));
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("polygon");
  TCase *tests = tcase_create("polygon");
  tcase_set_timeout(tests, 300);
  tcase_add_loop_test(tests, pieces_cover_the_polygon_once, 0, 4);
  tcase_add_test(tests, holes_may_be_joined_to_one_corner);
  tcase_add_test(tests, faults_are_found);
  tcase_add_test(tests, refusals_tell_where);
  tcase_add_test(tests, points_that_are_no_numbers_are_found);
  tcase_add_test(tests, wrong_arguments);
  tcase_add_test(tests, every_allocation_may_fail);
  suite_add_tcase(suite, tests);
  return suite;
}
