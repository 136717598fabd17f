/* test_simplex.c: nearest points of simplices against the least of all their features, in long double. */
#include "polytopes.h"
#include "simplex.h"
#include "simplex_newest.h"

enum { CASES = 20000 };

static lvec lv_from(carom__dvec3 a) { return lv((long double)a.x, (long double)a.y, (long double)a.z); }

static void put(carom__simplex *s, carom__dvec3 w) {
  s->vertices[s->count++] = (carom__vertex){.w = w, .a = w};
}

static carom__dvec3 random_point(uint64_t *random, float size) {
  return dvec3_widen(test_vec3(random, -size, size));
}

static double log_uniform(uint64_t *random, float low, float high) {
  return (double)test_log_uniform(random, low, high);
}

/* Somewhere around the origin, or off it. */
static void make_plain(carom__simplex *s, int count, uint64_t *random) {
  carom__dvec3 off = test_below(random, 2) ? random_point(random, 1) : dvec3(0, 0, 0);
  for (int i = 0; i < count; i++) put(s, dvec3_add(off, random_point(random, 1)));
}

/* Nearly on a line or in a plane, by any amount. */
static void make_flat(carom__simplex *s, int count, uint64_t *random) {
  carom__dvec3 o = random_point(random, 1), u = random_point(random, 1), v = random_point(random, 1);
  double wide = test_below(random, 2) ? 1 : log_uniform(random, 1e-18f, 1e-3f);
  double thick = test_below(random, 4) ? log_uniform(random, 1e-18f, 1e-3f) : 0;
  for (int i = 0; i < count; i++) {
    carom__dvec3 p = dvec3_mad(o, u, (double)test_uniform(random, -1, 1));
    p = dvec3_mad(p, v, wide * (double)test_uniform(random, -1, 1));
    put(s, dvec3_mad(p, random_point(random, 1), thick));
  }
}

/* Some vertices again, exactly or nearly. */
static void make_repeated(carom__simplex *s, int count, uint64_t *random) {
  for (int i = 0; i < count; i++) {
    bool again = i > 0 && test_below(random, 2);
    carom__dvec3 p = again ? s->vertices[test_below(random, (uint32_t)i)].w : random_point(random, 1);
    double off = test_below(random, 2) ? log_uniform(random, 1e-17f, 1e-6f) : 0;
    put(s, dvec3_mad(p, random_point(random, 1), off));
  }
}

/* On a small grid: the origin is on vertices, edges and faces, and ties are exact. */
static void make_grid(carom__simplex *s, int count, uint64_t *random) {
  for (int i = 0; i < count; i++) {
    int x = (int)test_below(random, 5) - 2, y = (int)test_below(random, 5) - 2;
    put(s, dvec3(x, y, (int)test_below(random, 5) - 2));
  }
}

/* Long and thin, or tiny and far away. */
static void make_needle(carom__simplex *s, int count, uint64_t *random) {
  carom__dvec3 o = random_point(random, 1), along = random_point(random, 1e3f);
  double thin = log_uniform(random, 1e-9f, 1);
  for (int i = 0; i < count; i++)
    put(s,
        dvec3_mad(dvec3_mad(o, along, (double)test_uniform(random, -1, 1)), random_point(random, 1), thin));
}

typedef void make_fn(carom__simplex *s, int count, uint64_t *random);
static make_fn *const makers[] = {make_plain, make_flat, make_repeated, make_grid, make_needle};
enum { MAKERS = sizeof makers / sizeof makers[0] };

static double size_of(const carom__simplex *s) {
  double most = 0;
  for (int i = 0; i < s->count; i++) most = fmax(most, dvec3_length(s->vertices[i].w));
  return most;
}

/* The origin's distance from the triangle's plane, or infinity where it is not above the triangle. */
static long double above_triangle(lvec p, lvec q, lvec r) {
  lvec n = lv_cross(lv_sub(q, p), lv_sub(r, p));
  bool above =
      lv_dot(n, lv_cross(p, q)) > 0 && lv_dot(n, lv_cross(q, r)) > 0 && lv_dot(n, lv_cross(r, p)) > 0;
  return above ? fabsl(lv_dot(n, p)) / lv_length(n) : HUGE_VALL;
}

/* Is the origin on the inner side of the plane of p, q, r, seen from the vertex at s, by more than the
 * rounding of long doubles? */
static bool behind(lvec p, lvec q, lvec r, lvec s) {
  lvec u = lv_sub(q, p), v = lv_sub(r, p), to_s = lv_sub(s, p), n = lv_cross(u, v);
  long double origin = -lv_dot(n, p), inner = lv_dot(n, to_s);
  long double rounding = 1e-17L * lv_length(u) * lv_length(v);
  bool certain = fabsl(origin) > rounding * lv_length(p) && fabsl(inner) > rounding * lv_length(to_s);
  return certain && (origin > 0) == (inner > 0);
}

static long double true_distance(const carom__simplex *s) {
  lvec v[4], zero = lv(0, 0, 0);
  long double best = HUGE_VALL;
  for (int i = 0; i < s->count; i++) v[i] = lv_from(s->vertices[i].w);
  for (int i = 0; i < s->count; i++)
    for (int j = 0; j <= i; j++) {
      best = fminl(best, point_to_segment(zero, v[i], v[j]));
      for (int k = 0; k < j; k++) best = fminl(best, above_triangle(v[i], v[j], v[k]));
    }
  bool inside = s->count == 4 && behind(v[0], v[1], v[2], v[3]) && behind(v[1], v[2], v[3], v[0]) &&
                behind(v[2], v[3], v[0], v[1]) && behind(v[3], v[0], v[1], v[2]);
  return inside ? 0 : best;
}

/* Are the weights those of the point, none negative, with the sum one? */
static bool good_weights(const carom__simplex *s, const carom__nearest *n, double slack) {
  carom__dvec3 off = n->point;
  double sum = 0;
  bool good = true;
  for (int i = 0; i < s->count; i++) {
    good = good && n->weights[i] >= 0;
    sum += n->weights[i];
    off = dvec3_mad(off, s->vertices[i].w, -n->weights[i]);
  }
  return good && fabs(sum - 1) < 1e-12 && dvec3_length(off) <= slack;
}

/* What a distance may be off by, where nothing but doubles is rounded. */
static const double precision = 1e-9;

START_TEST(nearest_is_least_of_all_features) {
  for (uint64_t seed = 0; seed < CASES; seed++) {
    uint64_t random = seed * MAKERS + (uint64_t)_i;
    carom__simplex s = {.count = 0};
    carom__nearest n;
    makers[_i](&s, 1 + (int)test_below(&random, 4), &random);
    carom__simplex_nearest(&s, &n);
    double slack = precision * size_of(&s);
    long double off = sqrtl((long double)n.square) - true_distance(&s);
    ck_assert_msg(fabsl(off) <= (long double)slack, "maker %d, case %u: off by %Lg", _i, (unsigned)seed, off);
    ck_assert_msg(good_weights(&s, &n, slack), "maker %d, case %u: weights", _i, (unsigned)seed);
    carom__simplex_keep(&s, &n);
    ck_assert_int_ge(s.count, 1);
    ck_assert(dvec3_length(dvec3_sub(carom__simplex_point(&s), n.point)) <= slack);
  }
}
END_TEST

/* Adds a vertex as a step of GJK would: beyond the nearest point, toward the origin. False when there is no
 * such step. */
static bool add_newest(carom__simplex *s, make_fn *maker, uint64_t *random) {
  carom__nearest n;
  carom__simplex_reduce(s);
  if (s->count == 4) return false;
  carom__simplex_nearest(s, &n);
  for (int tries = 0; tries < 20; tries++) {
    carom__simplex more = {.count = 0};
    maker(&more, 1, random);
    if (dvec3_dot(more.vertices[0].w, n.point) >= n.square * (1 - 1e-12)) continue;
    put(s, more.vertices[0].w);
    return true;
  }
  return false;
}

static void view(const carom__simplex *s, carom__newest *out) {
  out->apex = s->vertices[s->count - 1].w;
  for (int i = 0; i + 1 < s->count; i++) out->edges[i] = dvec3_sub(s->vertices[i].w, out->apex);
}

START_TEST(newest_vertex_decides_in_steps) {
  int solved = 0, steps = 0;
  for (uint64_t seed = 0; seed < CASES; seed++) {
    uint64_t random = seed * MAKERS + (uint64_t)_i;
    carom__simplex s = {.count = 0};
    carom__newest n;
    makers[_i](&s, 1 + (int)test_below(&random, 3), &random);
    if (!add_newest(&s, makers[_i], &random)) continue;
    steps++;
    view(&s, &n);
    bool clear = newest_solve(&n, s.count - 1);
    if (!clear) continue;
    solved++;
    /* A point of the simplex, never nearer than the nearest; on plain simplices it is the nearest. */
    long double off = sqrtl((long double)n.square) - true_distance(&s),
                slack = 1e-7L * (long double)size_of(&s);
    ck_assert_msg(off >= -slack, "maker %d, case %u: too near by %Lg", _i, (unsigned)seed, -off);
    ck_assert_msg(_i != 0 || off <= slack, "case %u: off by %Lg", (unsigned)seed, off);
  }
  ck_assert_int_gt(steps, CASES / 4);
  ck_assert_int_gt(solved, _i == 0 ? steps - steps / 100 : steps / 10);
}
END_TEST

START_TEST(a_ball_is_held_up_to_the_nearest_face) {
  for (uint64_t seed = 0; seed < CASES; seed++) {
    uint64_t random = seed;
    carom__simplex s = {.count = 0};
    make_plain(&s, 4, &random);
    long double least = HUGE_VALL;
    for (int i = 0; i < 4; i++) {
      lvec p = lv_from(s.vertices[i].w), q = lv_from(s.vertices[(i + 1) % 4].w);
      lvec n = lv_cross(lv_sub(q, p), lv_sub(lv_from(s.vertices[(i + 2) % 4].w), p));
      least = fminl(least, fabsl(lv_dot(n, p)) / lv_length(n));
    }
    carom__simplex_reduce(&s);
    ck_assert(s.count < 4 || carom__simplex_holds_ball(&s, (double)least * 0.999));
    ck_assert(!carom__simplex_holds_ball(&s, (double)least * 1.001));
  }
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("simplex");
  TCase *tcase = tcase_create("simplex");
  tcase_set_timeout(tcase, 60);
  tcase_add_loop_test(tcase, nearest_is_least_of_all_features, 0, MAKERS);
  tcase_add_loop_test(tcase, newest_vertex_decides_in_steps, 0, MAKERS);
  tcase_add_test(tcase, a_ball_is_held_up_to_the_nearest_face);
  suite_add_tcase(suite, tcase);
  return suite;
}
