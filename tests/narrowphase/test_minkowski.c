/* test_minkowski.c: convex polygons as arrays, against all of their corners in integers and long double. */
#include "carom/minkowski.h"

#include "flats.h"

enum { MOST = CAROM__FLAT_VERTICES };

typedef struct polygon {
  carom_vec2 points[MOST];
  size_t count;
} polygon;

static carom_ring ring_of(const polygon *p) { return (carom_ring){p->points, p->count}; }

/* --- On a grid: all is exact --- */

typedef struct whole {
  int64_t x, y;
} whole;

static whole whole_of(carom_vec2 p) { return (whole){(int64_t)p.x, (int64_t)p.y}; }
static whole whole_sub(whole a, whole b) { return (whole){a.x - b.x, a.y - b.y}; }
static int64_t whole_turn(whole a, whole b, whole c) {
  whole ab = whole_sub(b, a), ac = whole_sub(c, a);
  return ab.x * ac.y - ab.y * ac.x;
}
static bool whole_before(whole a, whole b) { return a.y < b.y || (a.y == b.y && a.x < b.x); }

/* The hull of points, from the lowest and of these the leftmost, by going around it (Jarvis, 1973). */
static size_t wrap(const whole *points, size_t count, whole *out) {
  size_t found = 0, first = 0;
  for (size_t i = 1; i < count; i++)
    if (whole_before(points[i], points[first])) first = i;
  size_t at = first;
  do {
    out[found++] = points[at];
    size_t next = at == 0 ? 1 : 0;
    for (size_t i = 0; i < count; i++) {
      int64_t turn = whole_turn(points[at], points[next], points[i]);
      whole far = whole_sub(points[next], points[at]), other = whole_sub(points[i], points[at]);
      bool farther = other.x * other.x + other.y * other.y > far.x * far.x + far.y * far.y;
      if (turn < 0 || (turn == 0 && farther)) next = i;
    }
    at = next;
  } while (whole_before(points[first], points[at]) && found < count);
  return found;
}

/* Equal points but for one are dropped, because going around would stop between them. */
static size_t unite(whole *points, size_t count) {
  size_t kept = 0;
  for (size_t i = 0; i < count; i++) {
    bool known = false;
    for (size_t k = 0; k < kept; k++) known |= points[k].x == points[i].x && points[k].y == points[i].y;
    if (!known) points[kept++] = points[i];
  }
  return kept;
}

/* The hull of points of a small or a wide grid; false when they lie on a line. */
static bool random_grid_polygon(uint64_t *random, uint32_t side, polygon *out) {
  whole points[12], hull[12];
  size_t count = 3 + test_below(random, 10);
  for (size_t i = 0; i < count; i++) points[i] = (whole){test_below(random, side), test_below(random, side)};
  count = unite(points, count);
  out->count = count < 3 ? 0 : wrap(points, count, hull);
  if (out->count < 3) return false;
  uint32_t first = test_below(random, (uint32_t)out->count);
  for (size_t i = 0; i < out->count; i++) {
    whole p = hull[(i + first) % out->count];
    out->points[i] = (carom_vec2){(float)p.x, (float)p.y};
  }
  return true;
}

static const char *difference_fault(const polygon *a, const polygon *b) {
  whole differences[144], hull[144];
  carom_index_pair found[2 * MOST];
  carom_ring ring_a = ring_of(a), ring_b = ring_of(b);
  size_t count = 0, told;
  for (size_t i = 0; i < a->count; i++)
    for (size_t k = 0; k < b->count; k++)
      differences[count++] = whole_sub(whole_of(a->points[i]), whole_of(b->points[k]));
  count = wrap(differences, unite(differences, count), hull);
  if (carom_minkowski_difference(&ring_a, &ring_b, found, 2 * MOST, &told)) return "refused";
  if (told != count) return "number of corners";
  for (size_t i = 0; i < count; i++) {
    whole p = whole_sub(whole_of(a->points[found[i].a]), whole_of(b->points[found[i].b]));
    if (p.x != hull[i].x || p.y != hull[i].y) return "corner";
  }
  carom_index_pair few[2] = {{0, 0}, {99, 99}};
  if (carom_minkowski_difference(&ring_a, &ring_b, few, 1, &told) || told != count) return "told too few";
  return few[0].a == found[0].a && few[1].a == 99 ? NULL : "wrote too many";
}

/* Grids of few lines give many parallel edges, those of 2^12 numbers near the end of what int64 can do. */
START_TEST(differences_are_exact) {
  static const uint32_t sides[] = {3, 4, 7, 4096};
  uint64_t random = (uint64_t)_i;
  const char *fault = NULL;
  for (int n = test_scaled(5000); n > 0 && !fault; n--) {
    polygon a, b;
    if (random_grid_polygon(&random, sides[_i], &a) && random_grid_polygon(&random, sides[_i], &b))
      fault = difference_fault(&a, &b);
  }
  ck_assert_msg(!fault, "%s", fault);
}
END_TEST

/* --- The separation --- */

static void to_flat(const polygon *p, exact_flat *out) {
  out->arc = (exact_arc){.half = false};
  out->count = (uint32_t)p->count;
  for (size_t i = 0; i < p->count; i++)
    out->points[i] = (exact2){(long double)p->points[i].x, (long double)p->points[i].y};
}

static exact2 outward(const exact_flat *f, uint32_t edge, bool turned) {
  exact2 n = exact2_unit(exact2_right(exact_edge(f, edge)));
  return turned ? (exact2){-n.x, -n.y} : n;
}

static long double widest_gap(const exact_flat *a, const exact_flat *b) {
  long double widest = -HUGE_VALL;
  for (uint32_t i = 0; i < a->count; i++) widest = fmaxl(widest, exact_gap_along(a, b, outward(a, i, false)));
  for (uint32_t i = 0; i < b->count; i++) widest = fmaxl(widest, exact_gap_along(a, b, outward(b, i, true)));
  return widest;
}

static const char *separation_fault(const polygon *a, const polygon *b, long double size) {
  carom_ring ring_a = ring_of(a), ring_b = ring_of(b);
  carom_polygons_gap gap;
  exact_flat of_a, of_b;
  to_flat(a, &of_a), to_flat(b, &of_b);
  if (carom_polygons_separation(&ring_a, &ring_b, &gap)) return "refused";
  long double truth = widest_gap(&of_a, &of_b), slack = 1e-14L * size, found = (long double)gap.separation;
  if (!(fabsl(found - truth) <= 0x1p-24L * fabsl(truth) + slack)) return "separation";
  const exact_flat *own = gap.of_b ? &of_b : &of_a, *other = gap.of_b ? &of_a : &of_b;
  exact2 n = outward(own, gap.edge, gap.of_b);
  if (hypotl(n.x - (long double)gap.normal.x, n.y - (long double)gap.normal.y) > 2 * 0x1p-24L)
    return "normal";
  exact2 way = exact2_sub(other->points[gap.corner], own->points[gap.edge]);
  return fabsl(exact2_dot(way, n) * (gap.of_b ? -1 : 1) - truth) <= slack ? NULL : "edge and corner";
}

static polygon random_polygon(uint64_t *random, float scale, float flatness) {
  for (;;) {
    random_flat f;
    polygon p = {.count = 3 + test_below(random, test_below(random, 4) ? 8 : MOST - 2)};
    make_random_flat(random, (uint32_t)p.count, scale, flatness, &f);
    carom_vec2 turn = carom_direction((double)test_uniform(random, -4, 4));
    for (size_t i = 0; i < p.count; i++)
      p.points[i] = (carom_vec2){turn.x * f.points[i].x - turn.y * f.points[i].y,
                                 turn.y * f.points[i].x + turn.x * f.points[i].y};
    carom_ring ring = ring_of(&p);
    size_t count;
    if (carom_minkowski_difference(&ring, &ring, NULL, 0, &count) == CAROM_OK) return p;
  }
}

static void shift(polygon *p, float x, float y) {
  for (size_t i = 0; i < p->count; i++) p->points[i].x += x, p->points[i].y += y;
}

START_TEST(separations_are_exact) {
  uint64_t random = 5;
  const char *fault = NULL;
  for (int n = test_scaled(5000); n > 0 && !fault; n--) {
    float ratio = test_below(&random, 2) ? 1 : test_log_uniform(&random, 1e-3f, 1e3f);
    polygon a = random_polygon(&random, 1, test_log_uniform(&random, 1e-2f, 1));
    polygon b = random_polygon(&random, ratio, test_log_uniform(&random, 1e-2f, 1));
    if (test_below(&random, 8) == 0) b = a;
    float spread = 2 * fmaxf(1, ratio), x = test_uniform(&random, -spread, spread);
    if (test_below(&random, 8)) shift(&b, x, test_uniform(&random, -spread, spread));
    fault = separation_fault(&a, &b, (long double)(4 * spread));
  }
  ck_assert_msg(!fault, "%s", fault);
}
END_TEST

/* Boxes far from zero: no rounding but that of the input. */
START_TEST(minimum_translation_parts_boxes) {
  const carom_vec2 corners[4] = {{999999, 0}, {1000000, 0}, {1000000, 2}, {999999, 2}};
  const carom_vec2 others[4] = {{999999.75f, 1}, {1000000, 1}, {1000000, 4}, {999999.75f, 4}};
  carom_ring a = {corners, 4}, b = {others, 4};
  carom_polygons_gap gap;
  ck_assert(carom_polygons_separation(&a, &b, &gap) == CAROM_OK);
  ck_assert(gap.separation == -0.25f && gap.normal.x == 1 && gap.normal.y == 0 && !gap.of_b && gap.edge == 1);
}
END_TEST

static polygon random_box(uint64_t *random, float x, float y) {
  float half_x = test_log_uniform(random, 0.1f, 10), half_y = test_log_uniform(random, 0.1f, 10);
  return (polygon){{{x - half_x, y - half_y},
                    {x + half_x, y - half_y},
                    {x + half_x, y + half_y},
                    {x - half_x, y + half_y}},
                   4};
}

/* Whatever rounding says of edges of different lengths. */
START_TEST(of_parallel_edges_the_first_counts) {
  uint64_t random = 6;
  int wrong = 0;
  for (int n = test_scaled(2000); n > 0; n--) {
    polygon a = random_box(&random, 0, 0);
    polygon b = random_box(&random, test_uniform(&random, -9, 9), test_uniform(&random, -9, 9));
    carom_ring ring_a = ring_of(&a), ring_b = ring_of(&b);
    carom_polygons_gap gap;
    wrong += carom_polygons_separation(&ring_a, &ring_b, &gap) != CAROM_OK || gap.of_b;
  }
  ck_assert_int_eq(wrong, 0);
}
END_TEST

/* --- The common part --- */

enum { COMMON_MOST = 2 * MOST };
typedef struct common {
  exact2 points[COMMON_MOST];
  size_t count;
} common;

/* By the inner side of one line after the other (Sutherland and Hodgman, 1974). */
static void cut(common *p, exact2 from, exact2 to) {
  common kept = {.count = 0};
  exact2 inward = exact2_sub(to, from);
  inward = (exact2){-inward.y, inward.x};
  for (size_t i = 0; i < p->count; i++) {
    exact2 a = p->points[i], b = p->points[(i + 1) % p->count];
    long double at = exact2_dot(inward, exact2_sub(a, from)), next = exact2_dot(inward, exact2_sub(b, from));
    if (at >= 0) kept.points[kept.count++] = a;
    if (at * next < 0) kept.points[kept.count++] = exact2_mad(a, exact2_sub(b, a), at / (at - next));
  }
  *p = kept;
}

static long double area_of(const exact2 *points, size_t count) {
  long double twice = 0;
  for (size_t i = 1; i + 1 < count; i++) {
    exact2 a = exact2_sub(points[i], points[0]), b = exact2_sub(points[i + 1], points[0]);
    twice += a.x * b.y - a.y * b.x;
  }
  return twice / 2;
}

static void clip_exactly(const polygon *a, const polygon *b, common *out) {
  exact_flat of_a, of_b;
  to_flat(a, &of_a), to_flat(b, &of_b);
  out->count = a->count;
  for (size_t i = 0; i < a->count; i++) out->points[i] = of_a.points[i];
  for (uint32_t i = 0; i < of_b.count; i++) cut(out, of_b.points[i], of_b.points[(i + 1) % of_b.count]);
}

static bool is_within(const polygon *p, exact2 at, long double slack) {
  exact_flat f;
  to_flat(p, &f);
  for (uint32_t i = 0; i < f.count; i++)
    if (exact2_dot(outward(&f, i, false), exact2_sub(at, f.points[i])) > slack) return false;
  return true;
}

/* The polygon of the library, in long double; false when the call fails or tells a number that it must not.
 */
static bool clip_by_library(const polygon *a, const polygon *b, common *out) {
  carom_vec2 corners[COMMON_MOST];
  carom_ring ring_a = ring_of(a), ring_b = ring_of(b);
  if (carom_polygons_clip(&ring_a, &ring_b, corners, COMMON_MOST, &out->count)) return false;
  if (out->count > a->count + b->count || out->count == 1 || out->count == 2) return false;
  for (size_t i = 0; i < out->count; i++)
    out->points[i] = (exact2){(long double)corners[i].x, (long double)corners[i].y};
  return true;
}

static const char *clip_fault(const polygon *a, const polygon *b, long double size, long double slack) {
  common truth, found, turned;
  clip_exactly(a, b, &truth);
  if (!clip_by_library(a, b, &found) || !clip_by_library(b, a, &turned)) return "refused";
  long double area = area_of(truth.points, truth.count), most = slack * size;
  if (fabsl(area_of(found.points, found.count) - area) > most) return "area";
  if (fabsl(area_of(turned.points, turned.count) - area) > most) return "area, exchanged";
  for (size_t i = 0; i < found.count; i++) {
    exact2 here = found.points[i], next = found.points[(i + 1) % found.count];
    if (!is_within(a, here, slack) || !is_within(b, here, slack)) return "a corner outside";
    if (here.x == next.x && here.y == next.y) return "a corner twice";
  }
  return NULL;
}

/* Many corners and edges of one place and on one line. */
START_TEST(common_parts_on_grids) {
  static const uint32_t sides[] = {3, 4, 7, 4096};
  uint64_t random = (uint64_t)_i + 20;
  const char *fault = NULL;
  for (int n = test_scaled(5000); n > 0 && !fault; n--) {
    polygon a, b;
    long double side = (long double)sides[_i];
    if (!random_grid_polygon(&random, sides[_i], &a) || !random_grid_polygon(&random, sides[_i], &b))
      continue;
    if (test_below(&random, 4) == 0) shift(&b, (float)test_below(&random, 3), 0);
    fault = clip_fault(&a, &b, 8 * side, 0x1p-22L * side);
  }
  ck_assert_msg(!fault, "%s", fault);
}
END_TEST

START_TEST(common_parts_of_any_polygons) {
  uint64_t random = 30;
  const char *fault = NULL;
  for (int n = test_scaled(3000); n > 0 && !fault; n--) {
    float ratio = test_below(&random, 2) ? 1 : test_log_uniform(&random, 1e-3f, 1e3f), wide = fmaxf(1, ratio);
    polygon a = random_polygon(&random, 1, test_log_uniform(&random, 1e-2f, 1));
    polygon b = random_polygon(&random, ratio, test_log_uniform(&random, 1e-2f, 1));
    if (test_below(&random, 8) == 0) b = a;
    float x = test_uniform(&random, -wide, wide), y = test_uniform(&random, -wide, wide);
    if (test_below(&random, 8)) shift(&b, x, y);
    fault = clip_fault(&a, &b, (long double)(8 * wide), 0x1p-20L * (long double)wide);
  }
  ck_assert_msg(!fault, "%s", fault);
}
END_TEST

/* What touches has no area in common, and a polygon has all of itself in common with itself. */
START_TEST(common_parts_of_squares) {
  const carom_vec2 square[4] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  const carom_vec2 shifts[] = {{1, 0}, {0, -1}, {1, 1}, {-1, 1}, {1, 0.5f}, {3, 0}};
  carom_vec2 other[4], out[8] = {{9, 9}, {9, 9}, {9, 9}};
  carom_ring a = {square, 4}, b = {other, 4};
  size_t count = 99;
  for (size_t i = 0; i < sizeof shifts / sizeof *shifts; i++) {
    for (int k = 0; k < 4; k++) other[k] = (carom_vec2){square[k].x + shifts[i].x, square[k].y + shifts[i].y};
    ck_assert(carom_polygons_clip(&a, &b, out, 8, &count) == CAROM_OK && count == 0);
  }
  ck_assert(out[0].x == 9);
  ck_assert(carom_polygons_clip(&a, &a, out, 2, &count) == CAROM_OK && count == 4);
  ck_assert(out[0].x == 0 && out[0].y == 0 && out[1].x == 1 && out[1].y == 0 && out[2].x == 9);
}
END_TEST

/* --- What is refused --- */

static carom_status status_of(const carom_vec2 *points, size_t count) {
  static const carom_vec2 square[4] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  carom_ring good = {square, 4}, ring = {points, count};
  size_t told;
  carom_polygons_gap gap;
  carom_status status = carom_minkowski_difference(&good, &ring, NULL, 0, &told);
  ck_assert(carom_polygons_separation(&ring, &good, &gap) == status);
  ck_assert(carom_polygons_clip(&good, &ring, NULL, 0, &told) == status);
  return status;
}

/* An exact corner, one on the line, and one that turns right by the last bit. */
START_TEST(only_convex_polygons_are_taken) {
  const float up = nextafterf(1, 2), down = nextafterf(1, 0);
  const carom_vec2 clockwise[4] = {{0, 0}, {0, 1}, {1, 1}, {1, 0}};
  const carom_vec2 star[5] = {{0, 1}, {-0.6f, -0.8f}, {0.95f, 0.3f}, {-0.95f, 0.3f}, {0.6f, -0.8f}};
  const carom_vec2 out[4] = {{0, 0}, {2, 0}, {1, up}, {0, 2}}, on[4] = {{0, 0}, {2, 0}, {1, 1}, {0, 2}},
                   in[4] = {{0, 0}, {2, 0}, {1, down}, {0, 2}};
  ck_assert(status_of(out, 4) == CAROM_OK);
  ck_assert(status_of(on, 4) == CAROM_NOT_CONVEX);
  ck_assert(status_of(in, 4) == CAROM_NOT_CONVEX);
  ck_assert(status_of(clockwise, 4) == CAROM_NOT_CONVEX);
  ck_assert(status_of(star, 5) == CAROM_NOT_CONVEX);
  ck_assert(status_of(out, 2) == CAROM_TOO_FEW_POINTS);
  ck_assert(status_of(out, CAROM_RINGS_POINTS_MAX + 1) == CAROM_LIMIT);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("minkowski");
  TCase *tests = tcase_create("minkowski");
  tcase_set_timeout(tests, 60);
  tcase_add_loop_test(tests, differences_are_exact, 0, 4);
  tcase_add_test(tests, separations_are_exact);
  tcase_add_test(tests, minimum_translation_parts_boxes);
  tcase_add_test(tests, of_parallel_edges_the_first_counts);
  tcase_add_loop_test(tests, common_parts_on_grids, 0, 4);
  tcase_add_test(tests, common_parts_of_any_polygons);
  tcase_add_test(tests, common_parts_of_squares);
  tcase_add_test(tests, only_convex_polygons_are_taken);
  suite_add_tcase(suite, tests);
  return suite;
}
