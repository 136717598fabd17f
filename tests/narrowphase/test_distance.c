/* test_distance.c: that two shapes touch, by GJK and by the manifold, cold and from any cache, are one and
 * the same. */
#include "distance.h"
#include "families.h"

enum { KINDS = CAROM_SHAPE_KIND_COUNT - 1, CASES = 400 };

/* A random shape of any kind; the body must be freed. */
static void make_body(body *b, carom_shape_kind kind, uint64_t *random) {
  float r = test_log_uniform(random, 1e-3f, 1);
  b->hull = NULL;
  switch (kind) {
  case CAROM_SPHERE:
    b->shape = carom_shape_sphere(r);
    break;
  case CAROM_CAPSULE:
    b->shape = carom_shape_capsule(test_vec3(random, -1, 1), test_vec3(random, -1, 1), r);
    break;
  case CAROM_HULL:
    body_round_hull(b, random, 4 + (int)test_below(random, 20), random_half(random));
    break;
  default:
    body_box(b, random_half(random));
    break;
  }
}

/* Every other time so near that rounding decides. */
static void make_pair(couple *c, int pair, uint64_t *random) {
  carom__separation apart;
  make_body(&c->a, (carom_shape_kind)(1 + pair / KINDS), random);
  make_body(&c->b, (carom_shape_kind)(1 + pair % KINDS), random);
  c->b_in_a = random_pose(random, test_uniform(random, 0, 4));
  if (test_below(random, 2) == 0) return;
  ck_assert(carom__distance(&c->a.shape, &c->b.shape, &c->b_in_a, &apart) == CAROM_OK);
  float gap = test_uniform(random, -1, 1) * test_log_uniform(random, 1e-9f, 1e-4f);
  c->b_in_a.origin = vec3_mad(c->b_in_a.origin, apart.normal, gap - apart.distance);
}

static carom__gjk_cache some_cache(uint64_t *random) {
  carom__gjk_cache cache = {.count = (uint16_t)test_below(random, 5), .normal = test_vec3(random, -1, 1)};
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
  if (carom__collide(&c->a.shape, &c->b.shape, &c->b_in_a, &manifold)) return "no manifold";
  if (carom__distance(&c->a.shape, &c->b.shape, &c->b_in_a, &cold)) return "no distance";
  if ((manifold.count > 0) != (cold.distance == 0)) return "the distance disagrees";
  for (int i = 0; i < 3; i++) {
    carom__gjk_cache cache = some_cache(random);
    if (carom__distance_warm(&c->a.shape, &c->b.shape, &c->b_in_a, &cache, &warm)) return "no warm distance";
    if ((cold.distance == 0) != (warm.distance == 0)) return "the warm distance disagrees";
    if (fabsf(cold.distance - warm.distance) > 2e-6f * (2 + cold.distance)) return "another warm distance";
    if (i) cache = some_cache(random);
    if (carom__overlap_warm(&c->a.shape, &c->b.shape, &c->b_in_a, &cache, &touch)) return "no overlap";
    if (touch != (manifold.count > 0)) return "the overlap disagrees";
  }
  return NULL;
}

START_TEST(touching_is_the_same_for_all) {
  static couple c;
  int touching = 0;
  for (uint64_t seed = 0; seed < CASES; seed++) {
    uint64_t random = seed * KINDS * KINDS + (uint64_t)_i;
    carom__separation s;
    make_pair(&c, _i, &random);
    const char *fault = judge(&c, &random);
    touching += !carom__distance(&c.a.shape, &c.b.shape, &c.b_in_a, &s) && s.distance == 0;
    couple_free(&c);
    ck_assert_msg(!fault, "pair %d, case %u: %s", _i, (unsigned)seed, fault);
  }
  ck_assert_int_gt(touching, CASES / 8);
  ck_assert_int_lt(touching, CASES - CASES / 8);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("distance");
  TCase *tcase = tcase_create("distance");
  tcase_set_timeout(tcase, 120);
  tcase_add_loop_test(tcase, touching_is_the_same_for_all, 0, KINDS * KINDS);
  suite_add_tcase(suite, tcase);
  return suite;
}
