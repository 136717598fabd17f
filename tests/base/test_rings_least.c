/* test_rings_least.c: into how few pieces polygons are cut: tiny ones against all ways to cut them, strips
 * whose least number is known, a coast against one diagonal for each corner that is not convex. */
#include "carom/rings.h"

#include "grid_rings.h"

/* --- All ways to cut a tiny polygon --- */

enum { GROWN = 11, TINY = 14 };

typedef struct tiny {
  grid_point points[TINY]; /* counter-clockwise */
  size_t count;
} tiny;

static grid_point tiny_point(const tiny *t, size_t i) { return t->points[i % t->count]; }

static int tiny_turn(const tiny *t, size_t i) {
  return grid_turn(tiny_point(t, i + t->count - 1), tiny_point(t, i), tiny_point(t, i + 1));
}

/* Does the way from corner i to a point start inside? */
static bool starts_inside(const tiny *t, size_t i, grid_point to) {
  bool after = grid_turn(tiny_point(t, i + t->count - 1), tiny_point(t, i), to) > 0;
  bool before = grid_turn(tiny_point(t, i), tiny_point(t, i + 1), to) > 0;
  return tiny_turn(t, i) > 0 ? after && before : after || before;
}

static bool is_diagonal(const tiny *t, size_t i, size_t j) {
  grid_point a = tiny_point(t, i), b = tiny_point(t, j);
  if (!starts_inside(t, i, b) || !starts_inside(t, j, a)) return false;
  for (size_t k = 0; k < t->count; k++) {
    grid_point c = tiny_point(t, k), d = tiny_point(t, k + 1);
    bool at_end = grid_same(c, a) || grid_same(c, b) || grid_same(d, a) || grid_same(d, b);
    if (!at_end && grid_meet(a, b, c, d)) return false;
    if (!grid_same(c, a) && !grid_same(c, b) && grid_on(a, b, c)) return false;
  }
  return true;
}

static tiny part_of(const tiny *t, size_t from, size_t to) {
  tiny part = {.count = 0};
  for (size_t i = from; i != to; i = (i + 1) % t->count) part.points[part.count++] = t->points[i];
  part.points[part.count++] = t->points[to];
  return part;
}

/* Some diagonal must end at a corner that is not convex; the rest is as hard as its two parts. */
static size_t least_pieces(const tiny *t) {
  size_t i = 0, least = SIZE_MAX;
  while (i < t->count && tiny_turn(t, i) >= 0) i++;
  if (i == t->count) return 1;
  for (size_t j = 0; j < t->count; j++) {
    if (j == i || !is_diagonal(t, i, j)) continue;
    tiny left = part_of(t, i, j), right = part_of(t, j, i);
    size_t pieces = least_pieces(&left) + least_pieces(&right);
    if (pieces < least) least = pieces;
  }
  return least;
}

static size_t count_pieces(const carom_ring *ring) {
  carom_pieces *pieces = NULL;
  carom_pieces_view view = {.count = 0};
  if (carom_rings_cut(NULL, ring, 1, 0, &pieces, NULL)) return 0;
  carom_pieces_describe(pieces, &view);
  carom_pieces_destroy(pieces);
  return view.count;
}

/* The outer ring alone, to the left. */
static tiny tiny_make(uint64_t *random, uint32_t size) {
  grid_polygon p = {.ring_count = 0};
  tiny t = {.count = 0};
  while (p.ring_count == 0) grid_add_ring(&p, random, size);
  for (int i = 0; i < 40 && p.counts[0] < GROWN; i++) grid_grow(&p, random, size);
  int64_t area = 0;
  for (size_t i = 1; i + 1 < p.counts[0]; i++) area += grid_cross(p.points[0], p.points[i], p.points[i + 1]);
  for (size_t i = 0; i < p.counts[0]; i++) t.points[t.count++] = p.points[area > 0 ? i : p.counts[0] - 1 - i];
  return t;
}

/* Around the origin, with a corner in each direction: many cuts of its parts are as good as can be. */
static tiny tiny_star(uint64_t *random) {
  tiny t = {.count = TINY};
  for (int i = 0; i < TINY; i++) {
    double angle = 2 * 3.14159265358979 * i / TINY, far = (double)test_uniform(random, 1000, 4000);
    t.points[i] = (grid_point){(int64_t)(far * cos(angle)), (int64_t)(far * sin(angle))};
  }
  return t;
}

static bool is_cut_best(const tiny *t) {
  carom_vec2 points[TINY];
  for (size_t i = 0; i < t->count; i++)
    points[i] = (carom_vec2){(float)t->points[i].x, (float)t->points[i].y};
  return count_pieces(&(carom_ring){points, t->count}) == least_pieces(t);
}

START_TEST(tiny_polygons_are_cut_into_as_few_as_can_be) {
  uint64_t random = 5 + (uint64_t)_i;
  int wrong = 0;
  for (int round = 0; round < test_scaled(4000); round++) {
    tiny t = tiny_make(&random, _i ? 1000 : 8);
    wrong += !is_cut_best(&t);
  }
  ck_assert_int_eq(wrong, 0);
}
END_TEST

/* Of one star in two thousand the best cut is found only if no choice is kept that another one is better than
 * at both ends: one of these is among them. */
START_TEST(stars_are_cut_into_as_few_as_can_be) {
  uint64_t random = 151;
  int wrong = 0;
  for (int round = 0; round < 40; round++) {
    tiny t = tiny_star(&random);
    wrong += !is_cut_best(&t);
  }
  ck_assert_int_eq(wrong, 0);
}
END_TEST

/* --- As many corners as are promised --- */

enum { NOTCHES = 10, NOTCHED = 4 + 6 * NOTCHES };

/* A strip with notches on both sides, tip above tip: the ways between tips cut it into as few pieces as can
 * be, because no diagonal ends at more than two corners that are not convex. */
static void make_notched(carom_vec2 *points, uint64_t *random) {
  const float end = 6 * NOTCHES;
  points[0] = (carom_vec2){0, 0};
  points[NOTCHED / 2 - 1] = (carom_vec2){end, 0};
  points[NOTCHED / 2] = (carom_vec2){end, 20};
  points[NOTCHED - 1] = (carom_vec2){0, 20};
  for (int i = 0; i < NOTCHES; i++) {
    carom_vec2 *below = points + 1 + 3 * i, *above = points + NOTCHED - 2 - 3 * i;
    for (int k = 0; k < 3; k++) below[k] = (carom_vec2){(float)(6 * i + 2 + k), 0}, above[-k] = below[k];
    above[0].y = above[-2].y = 20;
    below[1].y = (float)(2 + test_below(random, 7));
    above[-1].y = (float)(11 + test_below(random, 7));
  }
}

START_TEST(notched_strips_are_cut_from_tip_to_tip) {
  uint64_t random = 3;
  int wrong = 0;
  for (int round = 0; round < test_scaled(200); round++) {
    carom_vec2 points[NOTCHED];
    make_notched(points, &random);
    wrong += count_pieces(&(carom_ring){points, NOTCHED}) != NOTCHES + 1;
  }
  ck_assert_int_eq(wrong, 0);
}
END_TEST

/* --- Coasts --- */

/* A ring around the origin whose distance from there wanders. */
enum { COAST = 4000, COAST_SIZE = 1 << 20 };

static void make_coast(carom_vec2 *points, uint64_t *random) {
  double distance = COAST_SIZE / 2;
  for (int i = 0; i < COAST; i++) {
    double angle = 2 * 3.14159265358979 * i / COAST;
    distance = fmin(fmax(distance + 3000 * (double)test_uniform(random, -1, 1), COAST_SIZE / 4), COAST_SIZE);
    points[i] = (carom_vec2){(float)rint(distance * cos(angle)), (float)rint(distance * sin(angle))};
  }
}

static int64_t cross_of(const carom_vec2 *points, uint32_t i, uint32_t j, uint32_t k) {
  carom_vec2 a = points[i], b = points[j], c = points[k];
  return grid_cross((grid_point){(int64_t)a.x, (int64_t)a.y}, (grid_point){(int64_t)b.x, (int64_t)b.y},
                    (grid_point){(int64_t)c.x, (int64_t)c.y});
}

/* Twice the area of a piece; none where a corner is not convex. */
static int64_t area_of(const carom_vec2 *points, const uint32_t *corners, size_t count) {
  int64_t area = 0;
  for (size_t i = 0; i < count; i++) {
    uint32_t next = corners[(i + 1) % count];
    if (cross_of(points, corners[i], next, corners[(i + 2) % count]) < 0) return 0;
    area += cross_of(points, corners[0], corners[i], next);
  }
  return area;
}

START_TEST(coasts_are_cut_into_few) {
  static carom_vec2 points[COAST];
  uint64_t random = 11;
  carom_pieces *pieces = NULL;
  carom_pieces_view view;
  size_t reflex = 0;
  int64_t area = 0;
  make_coast(points, &random);
  for (uint32_t i = 0; i < COAST; i++) {
    uint32_t next = (i + 1) % COAST;
    reflex += cross_of(points, i, next, (i + 2) % COAST) < 0;
    area -= cross_of(points, 0, i, next);
  }
  ck_assert_int_eq(carom_rings_cut(NULL, &(carom_ring){points, COAST}, 1, 0, &pieces, NULL), CAROM_OK);
  carom_pieces_describe(pieces, &view);
  for (size_t i = 0; i < view.count; i++)
    area += area_of(points, view.corners + view.starts[i], view.starts[i + 1] - view.starts[i]);
  ck_assert_int_eq(area, 0);
  ck_assert_uint_lt(view.count, reflex);
  carom_pieces_destroy(pieces);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("rings_least");
  TCase *tests = tcase_create("rings_least");
  tcase_set_timeout(tests, 300);
  tcase_add_loop_test(tests, tiny_polygons_are_cut_into_as_few_as_can_be, 0, 2);
  tcase_add_test(tests, stars_are_cut_into_as_few_as_can_be);
  tcase_add_test(tests, notched_strips_are_cut_from_tip_to_tip);
  tcase_add_test(tests, coasts_are_cut_into_few);
  suite_add_tcase(suite, tests);
  return suite;
}
