/* test_gjk_downhill.c: distances of curved cores by Newton's method from a direction that is given, against
 * those of searches from nothing: near and far, touching and overlapping, from any direction. */
#include "curved.h"
#include "gjk.h"
#include "kinds.h"

#include "families.h"

typedef struct pair {
  carom_shape a, b;
  carom__relative b_in_a;
} pair;

static const carom_shape_kind round_kinds[] = {CAROM_CYLINDER, CAROM_CONE, CAROM_FRUSTUM,
                                               CAROM_TAPERED_CAPSULE, CAROM_ELLIPSOID};
static const carom_shape_kind other_kinds[] = {CAROM_CYLINDER, CAROM_CONE,   CAROM_FRUSTUM, CAROM_BOX,
                                               CAROM_HULL,     CAROM_SPHERE, CAROM_CAPSULE};
enum { ROUND_KINDS = 5, OTHER_KINDS = 7 };

static pair pair_make(uint64_t *random, int kinds) {
  carom_shape a = kind_random(random, round_kinds[kinds % ROUND_KINDS], 1);
  carom_shape b = kind_random(random, other_kinds[kinds / ROUND_KINDS], test_log_uniform(random, 0.1f, 10));
  pair p = {a, b, random_pose(random, test_uniform(random, 0, 4))};
  if (test_below(random, 4) == 0) p.b_in_a.axes = tilt(random, test_log_uniform(random, 1e-8f, 1e-2f));
  return p;
}

/* Moves B along the normal so that a small gap remains. */
static void bring_near(pair *p, uint64_t *random) {
  carom__cores cores = carom__cores_make(&p->a, &p->b, &p->b_in_a);
  carom__gjk_result g;
  if (carom__gjk(&cores, &g) != CAROM_OK || g.distance == 0) return;
  double gap = cores.size * (double)test_log_uniform(random, 1e-8f, 1e-2f);
  p->b_in_a.origin = vec3_mad(p->b_in_a.origin, dvec3_narrow(g.normal), (float)(gap - g.distance));
}

/* What an earlier search may have left: its normal, one near by, any, or nonsense. */
static carom__simplex_cache memory_of(uint64_t *random, const carom__gjk_result *cold) {
  static const float ways[] = {0, 1e-6f, 1e-3f, 0.1f, 3};
  uint32_t i = test_below(random, 8);
  if (i == 5) return (carom__simplex_cache){.normal = {NAN, 0, 1}};
  if (i == 6) return (carom__simplex_cache){.normal = {1e-30f, 0, 0}};
  if (i == 7) return (carom__simplex_cache){.normal = {0, 0, 0}};
  carom_vec3 off = test_vec3(random, -ways[i], ways[i]);
  return (carom__simplex_cache){.normal = vec3_add(dvec3_narrow(cold->normal), off)};
}

/* How far B is beyond A along the normal. */
static double gap_along(const carom__cores *cores, carom__dvec3 normal) {
  return -dvec3_dot(carom__cores_support(cores, normal).w, normal);
}

static const char *judge(const carom__cores *cores, const carom__gjk_result *g,
                         const carom__gjk_result *cold) {
  double slack = 2 * cores->touch;
  if (fabs(g->distance - cold->distance) > slack) return "another distance";
  if (g->distance == 0) return NULL;
  if (g->lower > 0 && g->lower > gap_along(cores, g->normal) + cores->touch)
    return "a bound that does not hold";
  if (g->distance - g->lower > slack) return "a bound that proves nothing";
  carom__dvec3 off = dvec3_mad(dvec3_sub(g->point_b, g->point_a), g->normal, -g->distance);
  if (g->lower > 0.5 * g->distance && dvec3_length(off) > slack) return "points that are not so far apart";
  return fabs(dvec3_length(carom__simplex_point(&g->simplex)) - g->distance) > slack ? "another simplex"
                                                                                     : NULL;
}

START_TEST(warm_searches_agree_with_cold_ones) {
  for (uint64_t seed = 0; seed < (uint64_t)test_scaled(4000); seed++) {
    uint64_t random = seed * ROUND_KINDS * OTHER_KINDS + (uint64_t)_i;
    pair p = pair_make(&random, _i);
    if (seed % 2) bring_near(&p, &random);
    carom__cores cores = carom__cores_make(&p.a, &p.b, &p.b_in_a);
    carom__gjk_result cold, warm;
    if (carom__gjk(&cores, &cold) == CAROM_OK) {
      carom__simplex_cache memory = memory_of(&random, &cold);
      ck_assert_int_eq(carom__gjk_warm(&cores, &memory, &warm), CAROM_OK);
      const char *fault = judge(&cores, &warm, &cold);
      ck_assert_msg(!fault, "%s and %s, case %u: %s", carom_shape_kind_name(p.a.kind),
                    carom_shape_kind_name(p.b.kind), (unsigned)seed, fault);
      ck_assert(dvec3_length(dvec3_sub(dvec3_widen(memory.normal), warm.normal)) < 1e-6);
    }
    kind_release(&p.a), kind_release(&p.b);
  }
}
END_TEST

/* Beyond the reach a bound is enough, which is as near to the distance as is asked; within it nothing is. */
START_TEST(rough_distances_are_bounds) {
  int rough = 0;
  const int count = test_scaled(4000);
  for (int seed = 0; seed < count; seed++) {
    uint64_t random = (uint64_t)seed * ROUND_KINDS * OTHER_KINDS + (uint64_t)_i;
    pair p = pair_make(&random, _i);
    carom__cores cores = carom__cores_make(&p.a, &p.b, &p.b_in_a);
    carom__gjk_result exact, found;
    if (carom__gjk(&cores, &exact) == CAROM_OK && exact.distance > 0) {
      cores.reach = exact.distance * (double)test_uniform(&random, 0.2f, 1.5f);
      cores.rough = seed % 2 ? 0x1p-5 : 1;
      carom__simplex_cache memory = {.normal = test_vec3(&random, -1, 1)};
      ck_assert_int_eq(carom__gjk_warm(&cores, &memory, &found), CAROM_OK);
      double slack = 2 * cores.touch;
      bool ends = found.lower > cores.reach && found.distance - found.lower > slack;
      rough += ends;
      ck_assert(found.lower == 0 || found.lower <= gap_along(&cores, found.normal) + cores.touch);
      ck_assert(found.distance >= exact.distance - slack);
      if (!ends) ck_assert(found.distance <= exact.distance + slack);
      if (cores.rough < 1) ck_assert(found.distance - found.lower <= cores.rough * found.distance + slack);
    }
    kind_release(&p.a), kind_release(&p.b);
  }
  ck_assert_msg(count < 1000 || rough > 0, "no search ended early");
}
END_TEST

/* From a normal that is nearly right no step of the search is taken, which counts as no iteration. */
START_TEST(near_directions_need_no_search) {
  int asked = 0, searched = 0;
  for (uint64_t seed = 0; seed < 400; seed++) {
    uint64_t random = seed;
    pair p = pair_make(&random, 0);
    bring_near(&p, &random);
    carom__cores cores = carom__cores_make(&p.a, &p.b, &p.b_in_a);
    carom__gjk_result cold, warm;
    if (carom__gjk(&cores, &cold) == CAROM_OK && cold.distance > 100 * cores.touch) {
      carom__simplex_cache memory = {.normal = dvec3_narrow(cold.normal)};
      ck_assert_int_eq(carom__gjk_warm(&cores, &memory, &warm), CAROM_OK);
      asked++, searched += warm.iterations > 0;
    }
    kind_release(&p.a), kind_release(&p.b);
  }
  ck_assert_msg(asked > 100 && 4 * searched < asked, "%d of %d were searched", searched, asked);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("gjk downhill");
  TCase *tcase = tcase_create("gjk downhill");
  tcase_set_timeout(tcase, 120);
  tcase_add_loop_test(tcase, warm_searches_agree_with_cold_ones, 0, ROUND_KINDS * OTHER_KINDS);
  tcase_add_loop_test(tcase, rough_distances_are_bounds, 0, ROUND_KINDS * OTHER_KINDS);
  tcase_add_test(tcase, near_directions_need_no_search);
  suite_add_tcase(suite, tcase);
  return suite;
}
