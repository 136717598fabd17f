/* test_distance.c: that two shapes touch, by GJK and by the manifold, cold and from any cache, are one and
 * the same. */
#include "pair_class.h"
#include "distance.h"
#include "gjk.h"
#include "scenes.h"

enum { CASES = 200 };

/* Two shapes as the narrow phase sees them. */
typedef struct couple {
  carom_shape a, b;
  carom__relative b_in_a;
  float size;
} couple;

static carom_status distance_from(const couple *c, carom__simplex_cache *memory, carom__separation *out) {
  return carom__distance_warm(&c->a, &c->b, &c->b_in_a, CAROM__TOUCH_UNKNOWN, memory, out);
}

static carom_status distance(const couple *c, carom__separation *out) {
  carom__simplex_cache cold = {.count = 0};
  return distance_from(c, &cold, out);
}

/* Every other time so near that rounding decides. */
static couple random_couple(uint64_t *random, int pair) {
  carom__separation apart;
  scene s =
      random_scene(random, spatial_kind(pair / SPATIAL_KINDS), spatial_kind(pair % SPATIAL_KINDS), 1e-2f);
  carom_frame frame_a = pose_to_frame(&s.pose_a), frame_b = pose_to_frame(&s.pose_b);
  couple c = {s.a, s.b, frame_relative(&frame_a, &frame_b), s.size};
  if (test_below(random, 2) == 0) return c;
  ck_assert(distance(&c, &apart) == CAROM_OK);
  float gap = c.size * test_uniform(random, -1, 1) * test_log_uniform(random, 1e-9f, 1e-4f);
  c.b_in_a.origin = vec3_mad(c.b_in_a.origin, apart.normal, gap - apart.distance);
  return c;
}

static void release_couple(const couple *c) {
  release_shape(&c->a);
  release_shape(&c->b);
}

static carom__simplex_cache some_cache(uint64_t *random) {
  carom__simplex_cache cache = {.count = (uint16_t)test_below(random, 5), .normal = test_vec3(random, -1, 1)};
  for (int i = 0; i < 4; i++) {
    cache.a[i] = (uint16_t)test_below(random, 8);
    cache.b[i] = (uint16_t)test_below(random, 8);
  }
  return cache;
}

static const char *judge(const couple *c, uint64_t *random) {
  carom__manifold manifold;
  carom__separation cold, warm;
  bool touch;
  if (carom__collide(&c->a, &c->b, &c->b_in_a, &manifold)) return "no manifold";
  if (distance(c, &cold)) return "no distance";
  if ((manifold.count > 0) != (cold.distance == 0)) return "the distance disagrees";
  for (int i = 0; i < 3; i++) {
    carom__simplex_cache cache = some_cache(random);
    if (distance_from(c, &cache, &warm)) return "no warm distance";
    if ((cold.distance == 0) != (warm.distance == 0)) return "the warm distance disagrees";
    if (fabsf(cold.distance - warm.distance) > 1e-5f * c->size) return "another warm distance";
    if (i) cache = some_cache(random);
    if (carom__overlap_warm(&c->a, &c->b, &c->b_in_a, &cache, &touch)) return "no overlap";
    if (touch != (manifold.count > 0)) return "the overlap disagrees";
  }
  return NULL;
}

START_TEST(touching_is_the_same_for_all) {
  int touching = 0;
  for (uint64_t seed = 0; seed < CASES; seed++) {
    uint64_t random = seed * SPATIAL_KINDS * SPATIAL_KINDS + (uint64_t)_i;
    carom__separation s;
    couple c = random_couple(&random, _i);
    const char *fault = judge(&c, &random);
    touching += !distance(&c, &s) && s.distance == 0;
    release_couple(&c);
    ck_assert_msg(!fault, "pair %d, case %u: %s", _i, (unsigned)seed, fault);
  }
  ck_assert_int_gt(touching, CASES / 16);
  ck_assert_int_lt(touching, CASES - CASES / 16);
}
END_TEST

/* Where Newton's method may find the distance of two that turn, GJK by itself says the same. */
START_TEST(near_frustums_are_as_far_as_gjk_says) {
  static const carom_shape_kind kinds[] = {CAROM_CYLINDER, CAROM_CONE, CAROM_FRUSTUM};
  for (uint64_t seed = 0; seed < CASES; seed++) {
    uint64_t random = seed * 9 + (uint64_t)_i;
    scene s = random_scene(&random, kinds[_i / 3], kinds[_i % 3], 1e-2f);
    carom_frame frame_a = pose_to_frame(&s.pose_a), frame_b = pose_to_frame(&s.pose_b);
    couple c = {s.a, s.b, frame_relative(&frame_a, &frame_b), s.size};
    carom__separation found;
    carom__cores cores;
    carom__gjk_result gjk;
    ck_assert(distance(&c, &found) == CAROM_OK);
    if (found.distance == 0) continue;
    float gap = s.size * test_log_uniform(&random, 1e-4f, 0.1f);
    c.b_in_a.origin = vec3_mad(c.b_in_a.origin, found.normal, gap - found.distance);
    ck_assert(distance(&c, &found) == CAROM_OK);
    carom__cores_set(&c.a, &c.b, &c.b_in_a, &cores);
    ck_assert(carom__gjk(&cores, &gjk) == CAROM_OK);
    ck_assert(fabsf(found.distance - (float)gjk.distance) <= 0x1p-20f * s.size);
    carom_vec3 way = vec3_sub(found.point_b, found.point_a);
    ck_assert(fabsf(vec3_length(way) - found.distance) <= 0x1p-20f * s.size);
    ck_assert(fabsf(vec3_dot(way, found.normal) - found.distance) <= 0x1p-20f * s.size);
  }
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("distance");
  TCase *tcase = tcase_create("distance");
  tcase_set_timeout(tcase, 120);
  tcase_add_loop_test(tcase, touching_is_the_same_for_all, 0, SPATIAL_KINDS * SPATIAL_KINDS);
  tcase_add_loop_test(tcase, near_frustums_are_as_far_as_gjk_says, 0, 9);
  suite_add_tcase(suite, tcase);
  return suite;
}
