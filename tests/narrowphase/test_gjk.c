/* test_gjk.c: distances and nearest points against all pairs of features in long double. */
#include "families.h"
#include "gjk.h"

enum { CASES = 60 };

/* Long and thin, at any angle or side by side. */
static void make_needles(couple *c, uint64_t *random) {
  body_round_hull(&c->a, random, 8, vec3(1, 1e-3f, 1e-3f));
  body_box(&c->b, vec3(test_log_uniform(random, 1e-4f, 1e-2f), 1e-4f, 2));
  c->b_in_a = random_pose(random, test_log_uniform(random, 1e-4f, 1));
  if (test_below(random, 2)) c->b_in_a.axes = tilt(random, test_log_uniform(random, 1e-8f, 1e-2f));
}

/* Not turned, or by next to nothing, and apart. */
static void make_parallel(couple *c, uint64_t *random) {
  make_boxes(c, random);
  c->b_in_a.origin = vec3_scale(c->b_in_a.origin, 2);
  c->b_in_a.axes =
      test_below(random, 2) ? mat3_identity() : tilt(random, test_log_uniform(random, 1e-9f, 1e-4f));
}

/* One a thousand times as thin as the other is small. */
static void make_plates(couple *c, uint64_t *random) {
  body_box(&c->a, vec3(10, 10, 1e-4f));
  body_box(&c->b, vec3(1e-2f, test_uniform(random, 1, 5), 1e-4f));
  c->b_in_a = random_pose(random, test_log_uniform(random, 1e-5f, 10));
}

static const family more_families[] = {
    {"needles", make_needles}, {"parallel", make_parallel}, {"plates", make_plates}};
enum { MORE_COUNT = sizeof more_families / sizeof more_families[0], ALL_COUNT = FAMILY_COUNT + MORE_COUNT };

static const family *family_at(int i) {
  return i < FAMILY_COUNT ? &families[i] : &more_families[i - FAMILY_COUNT];
}

/* Moves B along the nearest points' direction so that a small gap remains. */
static void bring_near(couple *c, uint64_t *random) {
  carom__gjk_result gjk;
  carom__cores cores = carom__cores_make(&c->a.shape, &c->b.shape, &c->b_in_a);
  if (carom__gjk(&cores, &gjk) != CAROM_OK || gjk.distance == 0) return;
  double gap = cores.size * (double)test_log_uniform(random, 1e-8f, 1e-3f);
  c->b_in_a.origin = vec3_mad(c->b_in_a.origin, dvec3_narrow(gjk.normal), (float)(gap - gjk.distance));
}

static bool near_solid(const solid *s, carom__dvec3 p, long double slack) {
  return solid_beyond(s, lv((long double)p.x, (long double)p.y, (long double)p.z)) <= slack;
}

/* Are the nearest points in their solids, and one distance apart along the normal? */
static bool good_points(const couple *c, const carom__gjk_result *gjk, long double slack) {
  carom__dvec3 between = dvec3_sub(gjk->point_b, gjk->point_a);
  carom__dvec3 off = dvec3_mad(between, gjk->normal, -gjk->distance);
  return near_solid(&c->a.solid, gjk->point_a, slack) && near_solid(&c->b.solid, gjk->point_b, slack) &&
         fabs(dvec3_length(gjk->normal) - 1) < 1e-12 && dvec3_length(off) <= (double)slack;
}

/* How far the solids of a couple are apart; negative when they overlap. */
static long double gap_of(couple *c) {
  couple_place(c);
  long double separation = solid_separation(&c->a.solid, &c->b.solid);
  return separation < 0 ? separation : solid_distance(&c->a.solid, &c->b.solid);
}

/* Checks a result against the true gap; returns what is wrong with it, or NULL. */
static const char *judge_result(const couple *c, const carom__gjk_result *gjk, long double gap,
                                double touch) {
  long double slack = (long double)touch;
  if (gjk->distance == 0) return gap <= slack ? NULL : "overlap of solids that are apart";
  if (gap < 0) return gjk->distance <= touch ? NULL : "distance of solids that overlap";
  if (fabsl(gap - (long double)gjk->distance) > slack) return "wrong distance";
  lvec normal = lv((long double)gjk->normal.x, (long double)gjk->normal.y, (long double)gjk->normal.z);
  long double along = solid_gap_along(&c->a.solid, &c->b.solid, normal);
  if (gjk->lower > 0 && (long double)gjk->lower > along + slack / 2)
    return "a lower bound that does not hold";
  return good_points(c, gjk, slack) ? NULL : "wrong points";
}

/* Whatever a game might leave in a cache. */
static carom__simplex_cache garbage(uint64_t *random) {
  static const float strange[] = {0, 1, -1, 1e-30f, 1e30f, 1e-45f, INFINITY, NAN};
  uint32_t range = test_below(random, 2) ? 8 : 65536;
  carom__simplex_cache cache = {.count = (uint16_t)test_below(random, test_below(random, 4) ? 5 : 65536)};
  for (int i = 0; i < 4; i++) {
    cache.a[i] = (uint16_t)test_below(random, range);
    cache.b[i] = (uint16_t)test_below(random, range);
  }
  for (int i = 0; i < 3; i++) vec3_set(&cache.normal, i, strange[test_below(random, 8)]);
  return cache;
}

/* Asks only whether the cores are farther apart than `part` of their distance. */
static const char *judge_reach(const carom__cores *cores, double distance, float part, uint64_t *random) {
  carom__gjk_result gjk;
  carom__simplex_cache cache = garbage(random);
  carom__cores bounded = *cores;
  bounded.reach = distance * (double)part;
  if (carom__gjk(&bounded, &gjk) != CAROM_OK) return "not converged within a reach";
  bool beyond = bounded.reach < distance - 2 * cores->touch;
  if (beyond && !(gjk.lower > bounded.reach)) return "not known to be beyond reach";
  if (!(gjk.lower <= distance + cores->touch)) return "a bound above the distance";
  if (carom__gjk_warm(&bounded, &cache, &gjk) != CAROM_OK) return "not converged within a reach, warm";
  return beyond && !(gjk.lower > bounded.reach) ? "not known to be beyond reach, warm" : NULL;
}

/* The same pair moved by a little, from the cache of where it was. */
static const char *judge_moved(couple *c, carom__simplex_cache *cache, uint64_t *random) {
  carom__gjk_result gjk;
  float step = test_log_uniform(random, 1e-6f, 0.1f);
  carom_mat3 turn = tilt(random, step);
  c->b_in_a.axes = mat3_mul(&turn, &c->b_in_a.axes);
  c->b_in_a.origin = vec3_mad(c->b_in_a.origin, test_vec3(random, -1, 1), step);
  carom__cores cores = carom__cores_make(&c->a.shape, &c->b.shape, &c->b_in_a);
  if (carom__gjk_warm(&cores, cache, &gjk) != CAROM_OK) return "not converged after a move";
  return judge_result(c, &gjk, gap_of(c), cores.touch);
}

/* Checks one pair, cold and from caches; returns what is wrong with an answer, or NULL. */
static const char *judge(couple *c, uint64_t *random) {
  carom__gjk_result gjk;
  carom__simplex_cache cache = {.count = 0};
  carom__cores cores = carom__cores_make(&c->a.shape, &c->b.shape, &c->b_in_a);
  long double gap = gap_of(c);
  if (carom__gjk(&cores, &gjk) != CAROM_OK) return "not converged";
  const char *fault = judge_result(c, &gjk, gap, cores.touch);
  double distance = gjk.distance;
  for (int i = 0; i < 4 && !fault; i++) {
    if (i >= 2) cache = garbage(random);
    if (carom__gjk_warm(&cores, &cache, &gjk) != CAROM_OK) return "not converged from a cache";
    fault = judge_result(c, &gjk, gap, cores.touch);
  }
  if (!fault) fault = judge_reach(&cores, distance, test_uniform(random, 0, 1.5f), random);
  return fault ? fault : judge_moved(c, &cache, random);
}

START_TEST(agrees_with_all_pairs_of_features) {
  static couple c;
  const family *f = family_at(_i);
  for (uint64_t seed = 0; seed < CASES; seed++) {
    uint64_t random = seed * ALL_COUNT + (uint64_t)_i;
    f->make(&c, &random);
    if (seed % 3 == 0) bring_near(&c, &random);
    const char *fault = judge(&c, &random);
    couple_free(&c);
    ck_assert_msg(fault == NULL, "%s: %s, case %u", f->name, fault ? fault : "", (unsigned)seed);
  }
}
END_TEST

/* Points and segments, whose distances are known. */
static double distance_of(const carom_shape *a, const carom_shape *b, carom_vec3 origin) {
  carom__relative pose = {origin, mat3_identity()};
  carom__cores cores = carom__cores_make(a, b, &pose);
  carom__gjk_result gjk;
  ck_assert(carom__gjk(&cores, &gjk) == CAROM_OK);
  return gjk.distance;
}

START_TEST(knows_points_and_segments) {
  carom_shape point = carom_shape_sphere(0.5f);
  carom_shape along_x = carom_shape_capsule(vec3(-1, 0, 0), vec3(1, 0, 0), 0.5f);
  carom_shape along_y = carom_shape_capsule(vec3(0, -1, 0), vec3(0, 1, 0), 0.5f);
  ck_assert_double_eq_tol(distance_of(&point, &point, vec3(3, 0, 4)), 5, 1e-12);
  ck_assert_double_eq(distance_of(&point, &point, vec3(0, 0, 0)), 0);
  ck_assert_double_eq_tol(distance_of(&along_x, &along_y, vec3(0, 0, 2)), 2, 1e-12);
  ck_assert_double_eq_tol(distance_of(&along_x, &along_x, vec3(0.5f, 0, 2)), 2, 1e-12);
  ck_assert_double_eq_tol(distance_of(&along_x, &along_x, vec3(5, 0, 0)), 3, 1e-12);
  ck_assert_double_eq(distance_of(&along_x, &along_x, vec3(1, 0, 0)), 0);
  ck_assert_double_eq(distance_of(&along_x, &along_y, vec3(0, 0, 0)), 0);
}
END_TEST

static carom__simplex simplex_of(const carom__dvec3 *points, int count) {
  carom__simplex s = {.count = count};
  for (int i = 0; i < count; i++) s.vertices[i] = (carom__vertex){.w = points[i], .a = points[i]};
  carom__simplex_reduce(&s);
  return s;
}

START_TEST(reduces_flat_simplices) {
  const carom__dvec3 line[4] = {{1, 1, 0}, {2, 1, 0}, {-1, 1, 0}, {-3, 1, 0}};
  const carom__dvec3 plane[4] = {{1, 1, 2}, {-1, 1, 2}, {-1, -1, 2}, {1, -1, 2}};
  const carom__dvec3 same[4] = {{1, 0, 0}, {1, 0, 0}, {1, 0, 0}, {1, 0, 0}};
  const carom__dvec3 around[4] = {{1, 1, 1}, {-1, -1, 1}, {-1, 1, -1}, {1, -1, -1}};
  carom__simplex s = simplex_of(line, 4);
  ck_assert_double_eq_tol(dvec3_length(carom__simplex_point(&s)), 1, 1e-15);
  s = simplex_of(plane, 4);
  ck_assert_double_eq_tol(dvec3_length(carom__simplex_point(&s)), 2, 1e-15);
  s = simplex_of(same, 4);
  ck_assert_double_eq_tol(dvec3_length(carom__simplex_point(&s)), 1, 1e-15);
  s = simplex_of(around, 4);
  ck_assert_int_eq(s.count, 4);
  ck_assert_double_eq_tol(dvec3_length(carom__simplex_point(&s)), 0, 1e-15);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("gjk");
  TCase *tcase = tcase_create("gjk");
  tcase_set_timeout(tcase, 120);
  tcase_add_loop_test(tcase, agrees_with_all_pairs_of_features, 0, ALL_COUNT);
  tcase_add_test(tcase, knows_points_and_segments);
  tcase_add_test(tcase, reduces_flat_simplices);
  suite_add_tcase(suite, tcase);
  return suite;
}
